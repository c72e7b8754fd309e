import { definitionOf, readDefinition } from '@causeway/contract/tables/view.ts';
import type { TableDetails } from '@causeway/contract/tables/details.ts';
import { useEffect, useState } from 'react';
import { useTableView } from '../use-table-view.ts';

type Rename = (typeof import('@causeway/contract/tables/view-renames.ts'))['renameInDefinition'];

/** Columns in an address may have been renamed since: it goes on with the names they have now. False until it does. */
export function useFollowColumns(details: TableDetails | undefined): boolean {
  const { view, changeView } = useTableView();
  const [rename, setRename] = useState<Rename>();
  const earlier = details?.earlierColumns ?? {};
  // Most tables never had another name for a column: what reads conditions for them comes when needed.
  const hasEarlier = Object.keys(earlier).length > 0;
  useEffect(() => {
    if (hasEarlier) void loadRename().then((loaded) => setRename(() => loaded));
  }, [hasEarlier]);
  const before = definitionOf(view);
  const after = hasEarlier ? rename?.(before, earlier) : before;
  useEffect(() => {
    if (after === undefined || after === before) return;
    changeView({ ...readDefinition(after), saved: view.saved }, { replace: true });
    // What it is called with follows from these two.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [before, after]);
  return after === before;
}

async function loadRename(): Promise<Rename> {
  try {
    return (await import('@causeway/contract/tables/view-renames.ts')).renameInDefinition;
  } catch {
    // Without a network an address keeps the names it has: the table says which of them it does not know.
    return (definition) => definition;
  }
}
