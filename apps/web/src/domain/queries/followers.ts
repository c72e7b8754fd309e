import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const queryFollowers: Followers = {
  'editor.tabs': ({ connectorId }) => refresh(connectorId, 'tabs'),
  'queries.changed': ({ connectorId }) => refresh(connectorId, 'saved', 'snapshots', 'uses'),
};

async function refresh(connectorId: string, ...parts: string[]): Promise<void> {
  await Promise.all(
    parts.map((part) =>
      queryClient.invalidateQueries({ queryKey: ['queries', connectorId, part] }),
    ),
  );
}
