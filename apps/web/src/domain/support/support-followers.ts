import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const supportKey = ['support'];

/** An answer is there the moment it is written. */
export const supportFollowers: Followers = {
  'support.changed': () => queryClient.invalidateQueries({ queryKey: supportKey }),
};
