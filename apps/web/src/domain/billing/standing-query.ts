import { standingRoute } from '@causeway/contract/billing/standing.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

/** What comes with the shell of what is known of money; the rest is loaded with its pages. */
export const billingKey = ['billing'] as const;

/** Asked for on every page, so rarely: it changes by the hour, not by the click. */
export function standingQuery(projectId: string) {
  return queryOptions({
    queryKey: [...billingKey, 'standing', projectId],
    queryFn: ({ signal }) => api.call(standingRoute, { params: { projectId } }, { signal }),
    staleTime: 60_000,
  });
}

export function refreshBilling(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: billingKey });
}

export const billingFollowers: Followers = { 'billing.changed': refreshBilling };
