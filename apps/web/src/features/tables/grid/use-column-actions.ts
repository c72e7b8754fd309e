import { useHandlers } from '#ui/use-handlers.ts';
import type { ColumnActions } from './column-header.tsx';
import { moveColumn, togglePin } from './column-layout.ts';
import type { OpenFilter } from '#domain/filters/filter-chips.tsx';
import type { TableColumns } from '../table-columns.ts';
import { toggleSort, type TableView } from '@causeway/contract/tables/view.ts';

type ActionsInput = {
  columns: TableColumns;
  view: TableView;
  onChange: (next: Partial<TableView>) => void;
  onFilter: (open: OpenFilter) => void;
};

/** What the head of a column can do to the view. */
export function useColumnActions({
  columns,
  view,
  onChange,
  onFilter,
}: ActionsInput): ColumnActions {
  const shown = columns.shown.map((column) => column.name);
  return useHandlers<ColumnActions>({
    onSort: (column, options) => onChange({ sorts: toggleSort(view.sorts, column, options) }),
    onSetSort: (column, direction) => onChange({ sorts: direction ? [{ column, direction }] : [] }),
    onFilter: (column) => onFilter({ place: 'new', column }),
    onPin: (column) => columns.changeLayout(togglePin(columns.layout, column)),
    onHide: (column) => columns.show(shown.filter((one) => one !== column)),
    onMove: (column, step) => {
      const target = shown[shown.indexOf(column) + step];
      if (target) columns.show(moveColumn(shown, column, target));
    },
  });
}
