import type { TableColumn } from '@causeway/contract/tables/details.ts';
import { useTranslation } from 'react-i18next';
import { displayOf, shortText, type Cell } from './cell-display.ts';
import { readableTime } from './readable-time.ts';
import classes from './cell-view.module.css';

type CellViewProps = { cell: Cell; column: Pick<TableColumn, 'baseType' | 'category'> };

/** A value in one line. */
export function CellView({ cell, column }: CellViewProps) {
  const { kind, text } = displayOf(cell, column);
  return (
    <span className={classes.value} data-kind={kind} data-values>
      {kind === 'null' ? (
        'NULL'
      ) : kind === 'empty' ? (
        <EmptyText />
      ) : (
        shortText(readableTime(text, column.baseType))
      )}
    </span>
  );
}

/** Apart, since cells are drawn by the thousand and few of them need a translated word. */
function EmptyText() {
  const { t } = useTranslation('data-grid');
  return t('empty');
}
