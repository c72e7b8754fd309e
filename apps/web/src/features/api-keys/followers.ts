import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

/** The list and every key of it. */
export function refreshKeys(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['api-keys', projectId] });
}

export const keyFollowers: Followers = {
  'keys.changed': ({ projectId }) => refreshKeys(projectId),
};
