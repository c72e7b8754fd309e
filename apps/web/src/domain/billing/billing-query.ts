import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { billingKey as key } from './standing-query.ts';

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

export function sponsorQuery(projectId: string) {
  return queryOptions({
    queryKey: [...key, 'sponsor', projectId],
    queryFn: ({ signal }) =>
      api.call(billingRoutes.sponsorOf, { params: { projectId } }, { signal }),
  });
}

export function projectCapQuery(projectId: string) {
  return queryOptions({
    queryKey: [...key, 'cap', projectId],
    queryFn: ({ signal }) =>
      api.call(billingRoutes.projectCap, { params: { projectId } }, { signal }),
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
