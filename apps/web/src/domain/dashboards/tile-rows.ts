import { queryRoutes, type RunParameter } from '@causeway/contract/sql/queries.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

type Asked = { id: string; connectorId: string; version: number };

/**
 * What a saved query finds. Tiles that ask the same share one answer, a new version of the query
 * asks anew, and leaving the page frees the database.
 */
export function tileRowsQuery(query: Asked, parameters: RunParameter[] = []) {
  const { id, connectorId, version } = query;
  return queryOptions({
    queryKey: ['queries', connectorId, 'rows', id, version, parameters],
    queryFn: ({ signal }) =>
      api.call(
        queryRoutes.run,
        { params: { queryId: id }, body: { connector: { id: connectorId }, parameters } },
        { signal },
      ),
    staleTime: 5 * 60_000,
  });
}
