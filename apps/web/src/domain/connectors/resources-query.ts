import { type Resource, resourceRoutes } from '@causeway/contract/connectors/resources.ts';
import { keyToAddress } from '@causeway/contract/storage/object-path.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { IconName } from '#ui/icon.tsx';
import { tablePath } from './table-path.ts';

/** Tables or folders that one connector leads to: a thousand of them, all of one schema, or those found. */
export function resourcesQuery(
  projectId: string,
  connectorId: string,
  query: { search?: string; schema?: string } = {},
) {
  const input = { params: { projectId, connectorId }, query };
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'resources', query],
    queryFn: ({ signal }) => api.call(resourceRoutes.resources, input, { signal }),
    staleTime: 5 * 60_000,
  });
}

/** Where a table or folder is shown. */
export function resourcePath({ schema, name, kind }: Resource): string {
  return kind === 'folder' ? `/explore/${keyToAddress(name)}` : tablePath({ schema, table: name });
}

export const resourceIcons: Record<Resource['kind'], IconName> = {
  table: 'table',
  view: 'eye',
  'materialized view': 'layers',
  partitioned: 'grid',
  foreign: 'external',
  folder: 'folder',
};

/** Everything known about the connectors of a project is read again, the names in the shell too. */
export async function refreshConnectors(projectId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['connectors', projectId] }),
    queryClient.invalidateQueries({ queryKey: ['projects'] }),
  ]);
}

/** The tables or folders at the top of one connector, as the sidebar lists them. */
export async function refreshResources(connectorId: string): Promise<void> {
  await queryClient.invalidateQueries({
    queryKey: ['connectors'],
    predicate: ({ queryKey }) => queryKey[2] === connectorId && queryKey[3] === 'resources',
  });
}

/** What tables a database has, and how they are made, was changed: lists, tables and their pages are read again. */
export async function refreshCatalog(connectorId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['tables', connectorId] }),
    queryClient.invalidateQueries({
      queryKey: ['connectors'],
      predicate: ({ queryKey }) => queryKey[2] === connectorId,
    }),
  ]);
}
