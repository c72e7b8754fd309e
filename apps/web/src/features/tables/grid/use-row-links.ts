import type { DraftChange, TextKey } from '@causeway/contract/tables/edits.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { findValueProblem } from '#domain/value-editors/value-problem.ts';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import { cellIn, findKey, stagedIn, type GridRow, type RowLayout } from '../edits/grid-rows.ts';
import { useEditHref } from '../row/use-edit-href.ts';
import { keyFilters } from '#domain/filters/filter-choices.ts';
import type { ReferenceTarget } from './rows-grid-columns.tsx';
import type { ShownColumn } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import type { TableView } from '@causeway/contract/tables/view.ts';
import { useTableHref } from '../use-table-view.ts';

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
    // What was staged leads somewhere once it can be a value at all.
    const isUnfit = (name: string) => {
      const part = columns.find((one) => one.name === name);
      return part && findValueProblem(part, stagedIn(row, part)) !== undefined;
    };
    if (row.change && key?.columns.some(isUnfit)) return undefined;
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
    if (row.change) return pageOfChange(row.change);
    const key = layout && findKey(row, layout);
    return key && pageOfKey(key);
  }

  /** The page of a row that is edited, whether it is in the list or not. */
  function pageOfChange(change: DraftChange): string | undefined {
    return change.kind === 'insert' ? newRowHref(name, view, change.ref) : pageOfKey(change.key);
  }

  function pageOfKey(key: TextKey): string | undefined {
    const values = details.key?.map((column) => key[column] ?? '');
    return values && rowHref(name, values, view);
  }

  return { valueIn, referenceOf, pageOf, pageOfChange };
}
