import { queryRoutes, type RunParameter } from '@causeway/contract/sql/queries.ts';
import { queryOptions, type QueryClient, type QueryFilters } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

type Asked = { id: string; connectorId: string; version: number };

/** What somebody else looked at a moment ago is shown at once, with the time it was true. */
const OPENED_SECONDS = 5 * 60;

/** How old the rows may be that are read next, where it is not the age of a first look. */
const wantedAges = new Map<string, number>();

/**
 * What a saved query finds. Tiles that ask the same share one answer, and so do people; a new version
 * of the query asks anew, reading again begins a new run, and leaving the page frees the database.
 */
export function tileRowsQuery(query: Asked, parameters: RunParameter[] = []) {
  const { id, connectorId, version } = query;
  const queryKey = ['queries', connectorId, 'rows', id, version, parameters];
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => {
      const hash = JSON.stringify(queryKey);
      const known = client.getQueryState(queryKey);
      const isFirst = known?.dataUpdatedAt === 0 && known.errorUpdateCount === 0;
      const maxAge = wantedAges.get(hash) ?? (isFirst ? OPENED_SECONDS : 0);
      wantedAges.delete(hash);
      return api.call(
        queryRoutes.run,
        { params: { queryId: id }, body: { connector: { id: connectorId }, parameters, maxAge } },
        { signal },
      );
    },
    staleTime: OPENED_SECONDS * 1_000,
  });
}

/** Reads again what tiles show, unless somebody else did in the last seconds: then that is shown. */
export function refetchRows(
  client: QueryClient,
  filters: QueryFilters,
  { maxAge }: { maxAge: number },
): Promise<void> {
  for (const { queryKey } of client.getQueryCache().findAll({ ...filters, type: 'active' })) {
    wantedAges.set(JSON.stringify(queryKey), maxAge);
  }
  return client.refetchQueries({ ...filters, type: 'active' });
}
