import { useEffect } from 'react';
import { queryClient } from '#platform/api/query-client.ts';
import { draftQuery, type DraftSource } from './draft-query.ts';
import type { DraftInUse } from './use-draft.ts';
import type { Unfit } from './use-unfit.ts';

/** Edits that speak of columns the table does not have may only be old: the server knows the new names. */
export function useDraftReadAgain(
  { connectorId, name: { schema, table } }: DraftSource,
  unfit: Unfit | undefined,
  sync: DraftInUse['sync'],
): void {
  const isInDoubt = unfit?.leaveOut !== undefined && sync === 'saved';
  useEffect(() => {
    if (!isInDoubt) return;
    void queryClient.invalidateQueries(draftQuery({ connectorId, name: { schema, table } }));
  }, [isInDoubt, connectorId, schema, table]);
}
