import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';
import { ownInvitationsQuery } from './own-invitations-query.ts';

export const memberFollowers: Followers = {
  'members.changed': ({ projectId }) =>
    queryClient.invalidateQueries({ queryKey: ['members', projectId] }),
  // An invitation is told in the inbox.
  'inbox.changed': () => queryClient.invalidateQueries(ownInvitationsQuery),
};
