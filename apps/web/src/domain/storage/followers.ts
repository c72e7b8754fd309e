import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';
import { refreshFolders, storageKey } from './storage-keys.ts';

/** What somebody did in a bucket, or what a job got done, shows wherever it is on screen. */
export const storageFollowers: Followers = {
  'storage.changed': ({ connectorId, folders }) => refreshFolders(connectorId, folders),
  'storage.job': ({ connectorId }) => refresh(connectorId, 'jobs'),
  'storage.index': ({ connectorId }) => refresh(connectorId, 'index'),
};

async function refresh(connectorId: string, what: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: storageKey(connectorId, what) });
}
