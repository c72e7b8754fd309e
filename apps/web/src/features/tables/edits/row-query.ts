import type { RowImage, TextKey } from '@causeway/contract/tables/edits.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import type { SeenRow } from '#domain/row-drafts/stage.ts';

/** One row by its key, all of it. */
export function rowQuery({ connectorId, name: { schema, table } }: DraftSource, key: TextKey) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'row', schema, table, key],
    queryFn: async ({ signal }): Promise<SeenRow> => {
      const query = { connector: { id: connectorId }, schema, key: JSON.stringify(key) };
      const answer = await api.call(tableRoutes.show, { params: { table }, query }, { signal });
      const columns = answer.fields.filter(({ role }) => role === undefined);
      const image = columns.map((field, place) => [field.name, cellText(answer.row[place])]);
      return { key, version: answer.version, image: Object.fromEntries(image) };
    },
    staleTime: 5_000,
  });
}

export async function readImage(source: DraftSource, key: TextKey): Promise<RowImage> {
  return (await queryClient.fetchQuery(rowQuery(source, key))).image;
}
