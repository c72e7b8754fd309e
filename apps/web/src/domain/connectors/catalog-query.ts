import type { TableName } from '@causeway/contract/tables/names.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export type CatalogSource = { projectId: string; connectorId: string };

export function schemasQuery({ projectId, connectorId }: CatalogSource) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'schemas'],
    queryFn: ({ signal }) =>
      api.call(tableRoutes.schemas, { query: { connector: { id: connectorId } } }, { signal }),
  });
}

/** Aliases and hidden tables are the connector's, so its changes reach lists and details too. */
export function tablesQuery({ projectId, connectorId }: CatalogSource, schema: string) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'tables', schema],
    queryFn: ({ signal }) =>
      api.call(tableRoutes.list, { query: { connector: { id: connectorId }, schema } }, { signal }),
  });
}

export function tableQuery(
  { projectId, connectorId }: CatalogSource,
  { schema, table }: TableName,
) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'tables', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.discover,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
  });
}
