import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const exportsKey = ['account exports'];

/** That a file is ready is told in the inbox. */
export const exportsFollowers: Followers = {
  'inbox.changed': () => queryClient.invalidateQueries({ queryKey: exportsKey }),
};
