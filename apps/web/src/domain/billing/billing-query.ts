import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

const key = ['billing'] as const;

export const billingQuery = queryOptions({
  queryKey: [...key, 'account'],
  queryFn: ({ signal }) => api.call(billingRoutes.show, undefined, { signal }),
});

export const invoicesQuery = queryOptions({
  queryKey: [...key, 'invoices'],
  queryFn: ({ signal }) => api.call(billingRoutes.invoices, undefined, { signal }),
});

export const sponsorshipsQuery = queryOptions({
  queryKey: [...key, 'sponsorships'],
  queryFn: ({ signal }) => api.call(billingRoutes.sponsorships, undefined, { signal }),
});

export const ledgerQuery = queryOptions({
  queryKey: [...key, 'ledger'],
  queryFn: ({ signal }) => api.call(billingRoutes.ledger, { query: { limit: 50 } }, { signal }),
});

/** Asked for on every page, so rarely: it changes by the hour, not by the click. */
export function standingQuery(projectId: string) {
  return queryOptions({
    queryKey: [...key, 'standing', projectId],
    queryFn: ({ signal }) =>
      api.call(billingRoutes.standing, { params: { projectId } }, { signal }),
    staleTime: 60_000,
  });
}

export function sponsorQuery(projectId: string) {
  return queryOptions({
    queryKey: [...key, 'sponsor', projectId],
    queryFn: ({ signal }) =>
      api.call(billingRoutes.sponsorOf, { params: { projectId } }, { signal }),
  });
}

export function myUsageQuery(month: string) {
  return queryOptions({
    queryKey: [...key, 'usage', month],
    queryFn: ({ signal }) => api.call(usageRoutes.mine, { query: { month } }, { signal }),
  });
}

export function projectUsageQuery(projectId: string, month: string) {
  return queryOptions({
    queryKey: [...key, 'usage', month, projectId],
    queryFn: ({ signal }) =>
      api.call(usageRoutes.project, { params: { projectId }, query: { month } }, { signal }),
  });
}

export function refreshBilling(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: key });
}

export const billingFollowers: Followers = { 'billing.changed': refreshBilling };
