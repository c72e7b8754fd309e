import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Saved queries of a connector: one's own and those shared in the project. */
export function savedQueriesQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'saved'],
    queryFn: ({ signal }) =>
      api.call(queryRoutes.list, { query: { connector: { id: connectorId } } }, { signal }),
  });
}
