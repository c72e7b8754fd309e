import type { TableColumn } from '@causeway/contract/tables.ts';
import { useTranslation } from 'react-i18next';
import { displayOf, shortText, type Cell } from './cell-display.ts';
import classes from './cell-view.module.css';

type CellViewProps = { cell: Cell; column: Pick<TableColumn, 'baseType' | 'category'> };

/** A value in one line. */
export function CellView({ cell, column }: CellViewProps) {
  const { t } = useTranslation('explore');
  const { kind, text } = displayOf(cell, column);
  return (
    <span className={classes.value} data-kind={kind}>
      {kind === 'null' ? 'NULL' : kind === 'empty' ? t('cell.empty') : shortText(text)}
    </span>
  );
}
