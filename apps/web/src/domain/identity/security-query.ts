import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

/** The ways the signed-in person can sign in by. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => api.call(securityRoutes.show, undefined, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.call(securityRoutes.listSessions, undefined, { signal }),
});

export const securityFollowers: Followers = {
  'user.changed': async () => {
    await queryClient.invalidateQueries({ queryKey: securityQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  },
};
