import { useTranslation } from 'react-i18next';
import { CellView } from '#domain/data-grid/cell-view.tsx';
import type { ShownColumn } from '../table-columns.ts';
import { valueIn, type GridRow } from './grid-rows.ts';
import { findValueProblem } from '#domain/value-editors/value-problem.ts';
import { isComputed } from '#domain/row-drafts/stage.ts';
import classes from './staged-cell.module.css';

/** A cell as it will be. In a new row, what nobody named says what the table will make of it. */
export function StagedCell({ row, column }: { row: GridRow; column: ShownColumn }) {
  const { t } = useTranslation('edits');
  const value = valueIn(row, column);
  if (value && !('default' in value)) {
    const problem = findValueProblem(column, value);
    const cell = <CellView cell={'set' in value ? value.set : null} column={column} />;
    if (!problem) return cell;
    return <span className={classes.doubtful}>{cell}</span>;
  }
  if (value) {
    return (
      <span className={classes.default} title={column.defaultValue ?? undefined}>
        DEFAULT
      </span>
    );
  }
  return <span className={classes.left}>{leftText(column, t)}</span>;
}

/** What becomes of a column nobody named. */
function leftText(column: ShownColumn, t: (key: string) => string): string {
  if (isComputed(column) || column.identity) return t('automatic');
  if (column.defaultValue !== null) return column.defaultValue;
  return column.isNullable ? 'NULL' : t('required');
}
