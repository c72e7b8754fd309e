import type { Followers } from '#platform/events/followers.ts';
import { refreshDashboards } from './dashboards-query.ts';

export const dashboardFollowers: Followers = {
  'dashboards.changed': ({ projectId }) => refreshDashboards(projectId),
  // Tiles show saved queries.
  'queries.changed': ({ projectId }) => refreshDashboards(projectId),
};
