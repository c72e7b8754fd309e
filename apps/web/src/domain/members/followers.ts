import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const memberFollowers: Followers = {
  'members.changed': ({ projectId }) =>
    queryClient.invalidateQueries({ queryKey: ['members', projectId] }),
};
