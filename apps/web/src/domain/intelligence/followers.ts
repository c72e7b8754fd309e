import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const intelligenceKey = (projectId: string) => ['intelligence', projectId] as const;

export function refreshIntelligence(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: intelligenceKey(projectId) });
}

export const intelligenceFollowers: Followers = {
  'intelligence.changed': ({ projectId }) => refreshIntelligence(projectId),
};
