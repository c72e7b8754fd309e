import type { TableDetails } from '@causeway/contract/tables.ts';
import type { Cell } from './cell-display.ts';
import { cellIn, findKey, type GridRow, type RowLayout } from './editing/grid-rows.ts';
import { useEditHref } from './editing/use-edit-href.ts';
import { keyFilters } from './filter-choices.ts';
import type { ReferenceTarget } from './rows-grid-columns.tsx';
import type { ShownColumn } from './table-columns.ts';
import type { TableName } from './table-name.ts';
import type { TableView } from './table-view.ts';
import { useTableHref } from './use-table-view.ts';

type LinksInput = {
  name: TableName;
  details: TableDetails;
  columns: ShownColumn[];
  view: TableView;
  layout: RowLayout | undefined;
};

/** Where rows and their values lead to. */
export function useRowLinks({ name, details, columns, view, layout }: LinksInput) {
  const hrefOf = useTableHref();
  const { rowHref, newRowHref } = useEditHref();

  function valueIn(row: GridRow | undefined) {
    return (column: string): Cell | undefined => {
      const known = columns.find((one) => one.name === column);
      return row && known && cellIn(row, known);
    };
  }

  function referenceOf(row: GridRow, column: ShownColumn): ReferenceTarget | undefined {
    const key = column.foreignKey;
    const cells = key?.columns.map(valueIn(row)) ?? [];
    const values = cells.filter((cell) => cell !== null && cell !== undefined).map(String);
    if (!key || values.length < key.columns.length) return undefined;
    const { references } = key;
    return {
      values,
      href: hrefOf(references, { filters: keyFilters(references.columns, values) }),
    };
  }

  /** The page of a row; undefined where rows can not be told apart. */
  function pageOf(row: GridRow): string | undefined {
    if (row.change?.kind === 'insert') return newRowHref(name, view, row.change.ref);
    const key = layout && findKey(row, layout);
    if (!key || !details.key) return undefined;
    const values = details.key.map((column) => key[column] ?? '');
    return rowHref(name, values, view);
  }

  return { valueIn, referenceOf, pageOf };
}
