import { accountActRoutes } from '@causeway/contract/auth/account-acts.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { accountActsKey, securityKey, sessionsKey } from './followers.ts';

/** The ways the signed-in person can sign in by. */
export const securityQuery = queryOptions({
  queryKey: securityKey,
  queryFn: ({ signal }) => api.call(securityRoutes.show, undefined, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => api.call(securityRoutes.listSessions, undefined, { signal }),
});

export const accountActsQuery = queryOptions({
  queryKey: accountActsKey,
  queryFn: ({ signal }) => api.call(accountActRoutes.list, undefined, { signal }),
});
