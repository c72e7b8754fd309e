import { draftRoutes } from '@causeway/contract/tables/edits.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { readTableAgain } from './seen-columns.ts';
import type { TableName } from '@causeway/contract/tables/names.ts';

export type DraftSource = { connectorId: string; name: TableName };

/** The staged edits of a table as the server has them. */
export function draftQuery(source: DraftSource) {
  const { connectorId, name } = source;
  const { schema, table } = name;
  return queryOptions({
    queryKey: ['tables', connectorId, 'draft', schema, table],
    queryFn: async ({ signal }) => {
      const draft = await api.call(
        draftRoutes.show,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      );
      readTableAgain(source, draft.seen);
      return draft;
    },
    staleTime: 60_000,
  });
}
