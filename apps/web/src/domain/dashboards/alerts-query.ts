import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Alerts on the tiles of a dashboard. */
export function alertsQuery(params: { projectId: string; dashboardId: string }) {
  const { projectId, dashboardId } = params;
  return queryOptions({
    queryKey: ['dashboards-outside', projectId, dashboardId, 'alerts'],
    queryFn: ({ signal }) => api.call(alertRoutes.list, { params }, { signal }),
  });
}
