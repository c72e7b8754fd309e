import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const assistantFollowers: Followers = {
  'assistant.changed': async ({ projectId }) => {
    await queryClient.invalidateQueries({ queryKey: ['assistant', projectId] });
  },
};
