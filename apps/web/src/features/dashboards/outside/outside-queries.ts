import { commentRoutes } from '@causeway/contract/dashboards/comments.ts';
import { publicLinkRoutes } from '@causeway/contract/dashboards/links.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

export type Place = { projectId: string; dashboardId: string };
type What = 'links' | 'alerts' | 'subscriptions' | 'comments';

const keyOf = (what: What, { projectId, dashboardId }: Place) =>
  ['dashboards-outside', projectId, dashboardId, what] as const;

export const linksQuery = (params: Place) =>
  queryOptions({
    queryKey: keyOf('links', params),
    queryFn: ({ signal }) => api.call(publicLinkRoutes.list, { params }, { signal }),
  });

export const subscriptionsQuery = (params: Place) =>
  queryOptions({
    queryKey: keyOf('subscriptions', params),
    queryFn: ({ signal }) => api.call(subscriptionRoutes.list, { params }, { signal }),
  });

export const commentsQuery = (params: Place) =>
  queryOptions({
    queryKey: keyOf('comments', params),
    queryFn: ({ signal }) => api.call(commentRoutes.list, { params }, { signal }),
  });

export function refreshOutside(what: What, place: Place): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(what, place) });
}
