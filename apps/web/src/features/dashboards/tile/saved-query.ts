import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { ReadyQuery } from './ready-tile.tsx';

/** The query of a tile with its statement, as of the version the tile shows. */
export function savedQuery({ id: queryId, connectorId, version }: ReadyQuery) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'one', queryId, version],
    queryFn: ({ signal }) =>
      api.call(
        queryRoutes.show,
        { params: { queryId }, query: { connector: { id: connectorId } } },
        { signal },
      ),
  });
}
