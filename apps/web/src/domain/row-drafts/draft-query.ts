import { draftRoutes } from '@causeway/contract/tables/edits.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';

export type DraftSource = { connectorId: string; name: TableName };

/** The staged edits of a table as the server has them. */
export function draftQuery({ connectorId, name: { schema, table } }: DraftSource) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'draft', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        draftRoutes.show,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
    staleTime: 60_000,
  });
}
