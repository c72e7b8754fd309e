import { queryRunRoutes } from '@causeway/contract/sql/query-runs.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export function runsQuery(connectorId: string, search: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'runs', search],
    queryFn: ({ signal }) =>
      api.call(
        queryRunRoutes.list,
        { query: { connector: { id: connectorId }, limit: 100, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
}

export function snapshotsQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'snapshots'],
    queryFn: ({ signal }) =>
      api.call(
        queryRunRoutes.listSnapshots,
        { query: { connector: { id: connectorId } } },
        { signal },
      ),
  });
}
