import type { Followers } from '#platform/events/followers.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { refreshDashboards } from './dashboards-query.ts';

const outside = (projectId: string, dashboardId: string, what: string) =>
  queryClient.invalidateQueries({
    queryKey: ['dashboards-outside', projectId, dashboardId, what],
  });

export const dashboardFollowers: Followers = {
  'dashboards.changed': ({ projectId }) => refreshDashboards(projectId),
  'comments.changed': ({ projectId, dashboardId }) => outside(projectId, dashboardId, 'comments'),
  'alerts.changed': ({ projectId, dashboardId }) => outside(projectId, dashboardId, 'alerts'),
  // Tiles show saved queries.
  'queries.changed': ({ projectId }) => refreshDashboards(projectId),
};
