import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Tables or folders that one connector leads to. */
export function resourcesQuery(projectId: string, connectorId: string) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'resources'],
    queryFn: ({ signal }) =>
      api.call(connectorRoutes.resources, { params: { projectId, connectorId } }, { signal }),
    staleTime: 5 * 60_000,
  });
}

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
