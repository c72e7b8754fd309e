import type { TextKey } from '@causeway/contract/tables/edits.ts';
import { ledgerRoutes } from '@causeway/contract/ledger.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';

const FIRST: string | undefined = undefined;

/** What was written to a table through the product, newest first. */
export function changeSetsQuery({ connectorId, name: { schema, table } }: DraftSource) {
  return infiniteQueryOptions({
    queryKey: ['ledger', connectorId, 'sets', schema, table],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.call(
        ledgerRoutes.list,
        { query: { connector: { id: connectorId }, schema, table, ...(cursor && { cursor }) } },
        { signal },
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function changesQuery(connectorId: string, setId: string) {
  return infiniteQueryOptions({
    queryKey: ['ledger', connectorId, 'set', setId],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.call(
        ledgerRoutes.show,
        {
          params: { id: setId },
          query: { connector: { id: connectorId }, ...(cursor && { cursor }) },
        },
        { signal },
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ changes }) => changes.nextCursor ?? undefined,
  });
}

/** What was written to one row, across new keys. */
export function rowHistoryQuery(
  { connectorId, name: { schema, table } }: DraftSource,
  key: TextKey,
) {
  return infiniteQueryOptions({
    queryKey: ['tables', connectorId, 'history', schema, table, key],
    queryFn: ({ signal, pageParam: cursor }) =>
      api.call(
        ledgerRoutes.rowHistory,
        {
          params: { table },
          query: {
            connector: { id: connectorId },
            schema,
            key: JSON.stringify(key),
            ...(cursor && { cursor }),
          },
        },
        { signal },
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
