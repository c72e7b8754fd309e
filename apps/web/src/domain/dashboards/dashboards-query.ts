import { listDashboards } from '@causeway/contract/dashboards/list.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** The sidebar lists dashboards beside every page, which must not wait for what is written here. */
async function loadRoutes() {
  const { dashboardRoutes } = await import('@causeway/contract/dashboards/dashboards.ts');
  return dashboardRoutes;
}

/** Dashboards of a project, by name. */
export function dashboardsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['dashboards', projectId, 'list'],
    queryFn: ({ signal }) => api.call(listDashboards, { params: { projectId } }, { signal }),
  });
}

export function dashboardQuery(projectId: string, dashboardId: string) {
  return queryOptions({
    queryKey: ['dashboards', projectId, 'one', dashboardId],
    queryFn: async ({ signal }) => {
      const { show } = await loadRoutes();
      return api.call(show, { params: { projectId, dashboardId } }, { signal });
    },
  });
}

export async function refreshDashboards(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['dashboards', projectId] });
}
