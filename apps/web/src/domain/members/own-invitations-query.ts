import { ownInvitationRoutes } from '@causeway/contract/own-invitations.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** Open invitations of the signed-in person; whoever invites can't tell their browser. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['own-invitations'],
  queryFn: ({ signal }) => api.call(ownInvitationRoutes.list, undefined, { signal }),
  refetchOnWindowFocus: true,
  staleTime: 10_000,
});
