import type { TableColumn, TableDetails } from '@causeway/contract/tables/details.ts';
import { useMemo } from 'react';
import type { Reference } from '#domain/data-grid/data-column.ts';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { useSettings } from '#platform/settings/use-settings.ts';
import { useHandlers } from '#ui/use-handlers.ts';
import {
  listShownColumns,
  renameInLayout,
  freshLayout,
  withShown,
  withUsualPins,
  type ColumnLayout,
} from './grid/column-layout.ts';
import { useKeptLayout } from './grid/kept-layout.ts';
import type { TableName } from './table-name.ts';
import type { TableView } from '@causeway/contract/tables/view.ts';

/** A column with all that is drawn of it. */
export type ShownColumn = TableColumn & {
  /** Its alias, unless raw names are wanted. */
  label: string;
  /** Where its cells stand in a row. */
  place: number;
  isKey: boolean;
  isPinned: boolean;
  foreignKey: Reference | undefined;
};

/** Figures are compared by their last digit; a key that stands before a label is not a figure. */
export function isRightAligned({ category, foreignKey }: ShownColumn): boolean {
  return category === 'N' && !foreignKey;
}

export type TableColumns = {
  /** Every column in the table's own order. */
  all: ShownColumn[];
  shown: ShownColumn[];
  layout: ColumnLayout;
  changeLayout: (layout: ColumnLayout) => void;
  /** Shows just these, in this order, and remembers it. */
  show: (names: string[]) => void;
  reset: () => void;
};

type ColumnsInput = {
  connector: Connector;
  name: TableName;
  details: TableDetails;
  view: TableView;
  onShow: (columns: string[] | undefined) => void;
};

export function useTableColumns(input: ColumnsInput): TableColumns {
  const { connector, name, details, view, onShow } = input;
  const { showRawNames } = useSettings();
  const [kept, changeLayout] = useKeptLayout({ connectorId: connector.id, name }, details.layout);
  const { earlierColumns, primaryKey } = details;
  const layout = useMemo(
    () => renameInLayout(withUsualPins(kept, primaryKey?.columns ?? []), earlierColumns),
    [kept, primaryKey, earlierColumns],
  );
  const actions = useHandlers({
    changeLayout,
    show: (shown: string[]) => {
      const names = details.columns.map((column) => column.name);
      changeLayout(withShown(layout, names, shown));
      onShow(shown);
    },
    reset: () => {
      changeLayout(freshLayout);
      onShow(undefined);
    },
  });
  const wanted = view.columns;
  return useMemo(() => {
    // What a column points at alone says more of it than what it does with others.
    const keys = details.foreignKeys.toSorted((a, b) => a.columns.length - b.columns.length);
    const all = details.columns.map((column, place): ShownColumn => ({
      ...column,
      label: showRawNames ? column.name : column.label,
      place,
      isKey: details.primaryKey?.columns.includes(column.name) ?? false,
      isPinned: layout.pinned.includes(column.name),
      foreignKey: keys.find(({ columns }) => columns.includes(column.name)),
    }));
    const byName = new Map(all.map((column) => [column.name, column]));
    const names = listShownColumns([...byName.keys()], layout, wanted);
    return { all, shown: names.flatMap((one) => byName.get(one) ?? []), layout, ...actions };
  }, [details, showRawNames, layout, wanted, actions]);
}
