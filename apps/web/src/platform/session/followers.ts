import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const sessionFollowers: Followers = {
  'user.changed': () => queryClient.invalidateQueries({ queryKey: ['user'] }),
  'projects.changed': () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
};
