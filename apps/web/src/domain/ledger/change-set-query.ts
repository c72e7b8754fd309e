import { ledgerRoutes } from '@causeway/contract/ledger.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export function ledgerKey(connectorId: string, ...what: string[]): string[] {
  return ['ledger', connectorId, ...what];
}

/** What is known about a change set: whether it can be, or was, taken back. */
export function changeSetQuery(connectorId: string, changeSetId: string) {
  return queryOptions({
    queryKey: ledgerKey(connectorId, 'set', changeSetId),
    queryFn: async ({ signal }) => {
      const { set } = await api.call(
        ledgerRoutes.show,
        { params: { id: changeSetId }, query: { connector: { id: connectorId }, limit: 1 } },
        { signal },
      );
      return set;
    },
  });
}

type OfTable = { schema: string; table: string };

/** What was written to a table through the product, newest first. */
export function changeSetsQuery(connectorId: string, { schema, table }: OfTable) {
  return infiniteQueryOptions({
    queryKey: ledgerKey(connectorId, 'sets', schema, table),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        ledgerRoutes.list,
        {
          query: {
            connector: { id: connectorId },
            schema,
            table,
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
