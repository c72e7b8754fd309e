import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import type { TableName } from '../table-name.ts';
import { viewToSearch, type TableView } from '@causeway/contract/tables/view.ts';
import { editPath, newRowPath } from './edit-address.ts';

/** What of a view tells which row comes next. */
type ListOrder = Pick<TableView, 'filters' | 'where' | 'sorts'>;

/** Addresses of row pages; they carry the list they were opened from, for previous and next. */
export function useEditHref() {
  const scopedHref = useScopedHref();
  function withList(href: string, { filters, where, sorts }: ListOrder): string {
    const search = viewToSearch({ filters, where, sorts });
    return search.size > 0 ? `${href}&${search}` : href;
  }
  return {
    rowHref: (name: TableName, key: readonly string[], list: ListOrder) =>
      withList(scopedHref(editPath(name, key)), list),
    /** The ref is what the new row is staged under, so that a reload goes on with it. */
    newRowHref: (name: TableName, list: ListOrder, ref: string) =>
      withList(`${scopedHref(newRowPath(name))}&new=${encodeURIComponent(ref)}`, list),
  };
}
