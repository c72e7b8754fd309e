import type { ServerEvent } from '@causeway/contract/events.ts';
import type { InfiniteData, Query } from '@tanstack/react-query';
import { queryClient } from '#platform/api/query-client.ts';
import { refreshResources } from '#platform/connectors/resources-query.ts';

/** Everything known about a bucket is kept below its connector. */
export function storageKey(connectorId: string, ...what: string[]): string[] {
  return ['storage', connectorId, ...what];
}

/** Reading this many pages of a long folder again would take longer than anybody wants to wait. */
const MOST_PAGES_READ_AGAIN = 4;

/** What somebody did in a bucket, or what a job got done, shows wherever it is on screen. */
export async function followStorage(event: ServerEvent): Promise<void> {
  if (event.type === 'storage.changed') await refreshFolders(event.connectorId, event.folders);
  if (event.type === 'storage.job') {
    await queryClient.invalidateQueries({ queryKey: storageKey(event.connectorId, 'jobs') });
  }
  if (event.type === 'storage.index') {
    await queryClient.invalidateQueries({ queryKey: storageKey(event.connectorId, 'index') });
  }
}

/** A long folder is only marked as outdated: its page then offers to read it again. */
export async function refreshFolders(connectorId: string, folders: string[]): Promise<void> {
  const concerned = new Set(folders);
  await Promise.all([
    queryClient.invalidateQueries({
      queryKey: storageKey(connectorId, 'list'),
      predicate: ({ queryKey }) => concerned.has(String(queryKey[3])),
      refetchType: 'none',
    }),
    queryClient.refetchQueries({
      queryKey: storageKey(connectorId, 'list'),
      type: 'active',
      predicate: (query) => concerned.has(String(query.queryKey[3])) && isShort(query),
    }),
    queryClient.invalidateQueries({
      queryKey: storageKey(connectorId, 'object'),
      predicate: ({ queryKey }) => concerned.has(folderOf(String(queryKey[3]))),
    }),
    queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'trash') }),
    concerned.has('') && refreshResources(connectorId),
  ]);
}

function isShort({ state }: Query): boolean {
  const data = state.data as InfiniteData<unknown> | undefined;
  return (data?.pages.length ?? 0) <= MOST_PAGES_READ_AGAIN;
}

/** Where a key lies: all up to its last slash, that of a folder itself not counted. */
export function folderOf(key: string): string {
  const withoutOwnSlash = key.endsWith('/') ? key.slice(0, -1) : key;
  return withoutOwnSlash.slice(0, withoutOwnSlash.lastIndexOf('/') + 1);
}
