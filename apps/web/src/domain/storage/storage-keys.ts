import type { Resources } from '@causeway/contract/connectors/resources.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { InfiniteData, Query } from '@tanstack/react-query';
import { queryClient } from '#platform/api/query-client.ts';
import { refreshResources } from '#domain/connectors/resources-query.ts';

/** Everything known about a bucket is kept below its connector. */
export function storageKey(connectorId: string, ...what: string[]): string[] {
  return ['storage', connectorId, ...what];
}

/** Reading this many pages of a long folder again would take longer than anybody wants to wait. */
const MOST_PAGES_READ_AGAIN = 4;

/** A long folder is only marked as outdated: its page then offers to read it again. */
export async function refreshFolders(connectorId: string, folders: string[]): Promise<void> {
  const concerned = new Set(folders);
  const isConcerned = (query: Query) =>
    concerned.has(String(query.queryKey[3])) || lacksFolder(query, folders);
  await Promise.all([
    queryClient.invalidateQueries({
      queryKey: storageKey(connectorId, 'list'),
      predicate: isConcerned,
      refetchType: 'none',
    }),
    queryClient.refetchQueries({
      queryKey: storageKey(connectorId, 'list'),
      type: 'active',
      predicate: (query) => isConcerned(query) && isShort(query),
    }),
    queryClient.invalidateQueries({
      queryKey: storageKey(connectorId, 'object'),
      predicate: ({ queryKey }) => concerned.has(folderOf(String(queryKey[3]))),
    }),
    queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'trash') }),
    queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'deleted') }),
    changesTop(connectorId, folders) && refreshResources(connectorId),
  ]);
}

/**
 * Whether folders at the top, as the sidebar lists them, may have come or gone: something lies in one
 * that is not known yet, or one was changed itself, perhaps emptied. None named means anywhere.
 */
function changesTop(connectorId: string, folders: string[]): boolean {
  const lists = queryClient.getQueriesData<Resources>({
    predicate: ({ queryKey }) => queryKey[2] === connectorId && queryKey[3] === 'resources',
  });
  const known = new Set(lists.flatMap(([, listed]) => listed?.items.map(({ name }) => name) ?? []));
  return (
    folders.length === 0 ||
    folders.some((folder) => {
      if (folder.startsWith(TRASH_FOLDER)) return false;
      const top = folder.slice(0, folder.indexOf('/') + 1);
      return folder === top || !known.has(top);
    })
  );
}

type Listed = InfiniteData<{ items: { path: string }[]; nextCursor: string | null }>;

/** What was put deep down may have brought a folder that is not on the list yet. */
function lacksFolder({ queryKey, state }: Query, folders: string[]): boolean {
  const [, , , listed, view] = queryKey as [string, string, string, string, { name: string }];
  const pages = (state.data as Listed | undefined)?.pages ?? [];
  // Only a list of everything, loaded to its end, can be said to lack something.
  if (view.name !== '' || pages.at(-1)?.nextCursor !== null) return false;
  const known = new Set(pages.flatMap(({ items }) => items.map(({ path }) => path)));
  return folders.some((folder) => {
    if (!folder.startsWith(listed) || folder === listed || folder.startsWith(TRASH_FOLDER)) {
      return false;
    }
    return !known.has(folder.slice(0, folder.indexOf('/', listed.length) + 1));
  });
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
