import { definitionOf, readDefinition } from '@causeway/contract/tables/view.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { renameInDefinition } from '@causeway/contract/tables/view-renames.ts';
import { useEffect } from 'react';
import { useTableView } from '../use-table-view.ts';

/** Columns in an address may have been renamed since: it goes on with the names they have now. False until it does. */
export function useFollowColumns(details: TableDetails | undefined): boolean {
  const { view, changeView } = useTableView();
  const before = definitionOf(view);
  const after = renameInDefinition(before, details?.earlierColumns ?? {});
  useEffect(() => {
    if (after === before) return;
    changeView({ ...readDefinition(after), saved: view.saved }, { replace: true });
    // What it is called with follows from these two.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [before, after]);
  return after === before;
}
