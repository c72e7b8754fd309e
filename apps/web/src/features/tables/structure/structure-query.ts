import { tableStructureRoutes } from '@causeway/contract/tables/structure.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableName } from '../table-name.ts';

export function structureQuery(connectorId: string, { schema, table }: TableName) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'structure', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        tableStructureRoutes.structure,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
    staleTime: 30_000,
  });
}

export function objectsQuery(connectorId: string, schema: string) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'objects', schema],
    queryFn: ({ signal }) =>
      api.call(
        tableStructureRoutes.objects,
        { query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
    staleTime: 60_000,
  });
}

export function nameableQuery(connectorId: string, schema: string) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'nameable', schema],
    queryFn: ({ signal }) =>
      api.call(
        tableStructureRoutes.nameable,
        { query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
    staleTime: 30_000,
  });
}
