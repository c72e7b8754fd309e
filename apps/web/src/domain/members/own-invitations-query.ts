import { ownInvitationRoutes } from '@causeway/contract/members/own-invitations.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Open invitations of the signed-in person; an unverified one is not told of them. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => api.call(ownInvitationRoutes.list, undefined, { signal }),
  refetchOnWindowFocus: true,
  staleTime: 10_000,
});
