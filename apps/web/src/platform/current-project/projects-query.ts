import { projectRoutes, type Project } from '@causeway/contract/projects.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

export type Connector = Project['connectors'][number];

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api.call(projectRoutes.list, undefined, { signal }),
  staleTime: Infinity,
});

/** Only under the signed-in layouts, where the session gate has loaded them. */
export function useProjects(): Project[] {
  return useSuspenseQuery(projectsQuery).data;
}

export function listLoadedProjects(): Project[] {
  return queryClient.getQueryData(projectsQuery.queryKey) ?? [];
}
