import { dashboardRoutes } from '@causeway/contract/dashboards.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Dashboards of a project, by name. */
export function dashboardsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['dashboards', projectId, 'list'],
    queryFn: ({ signal }) => api.call(dashboardRoutes.list, { params: { projectId } }, { signal }),
  });
}

export function dashboardQuery(projectId: string, dashboardId: string) {
  return queryOptions({
    queryKey: ['dashboards', projectId, 'one', dashboardId],
    queryFn: ({ signal }) =>
      api.call(dashboardRoutes.show, { params: { projectId, dashboardId } }, { signal }),
  });
}

export async function refreshDashboards(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['dashboards', projectId] });
}
