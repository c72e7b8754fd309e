import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { securityKey, sessionsKey } from './followers.ts';

/** The ways the signed-in person can sign in by. */
export const securityQuery = queryOptions({
  queryKey: securityKey,
  queryFn: ({ signal }) => api.call(securityRoutes.show, undefined, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => api.call(securityRoutes.listSessions, undefined, { signal }),
});
