import { storageJobRoutes, type StorageJob } from '@causeway/contract/storage/jobs.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { storageReplaceRoutes, type TextReplacement } from '@causeway/contract/storage/replace.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';

/** What was found, stretch by stretch. A bucket is not looked through again because a window was left. */
export function foundFilesQuery(connectorId: string, replacement: TextReplacement) {
  return infiniteQueryOptions({
    queryKey: foundFilesKey(connectorId, replacement),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        storageReplaceRoutes.look,
        {
          body: {
            connector: { id: connectorId },
            replacement,
            ...(pageParam !== '' && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    retry: false,
  });
}

export function foundFilesKey(connectorId: string, replacement: TextReplacement): string[] {
  return ['replace', connectorId, 'files', JSON.stringify(replacement)];
}

const JOBS_KEPT = 100;

/** Finds and replaces of this bucket, newest first; those that take one back are told by it. */
export function replaceJobsQuery(connectorId: string) {
  return queryOptions({
    queryKey: storageKey(connectorId, 'jobs', 'replace'),
    queryFn: async ({ signal }) => {
      const query = { connector: { id: connectorId }, limit: JOBS_KEPT };
      const jobs = await api.call(storageJobRoutes.list, { query }, { signal });
      return jobs.filter(({ kind }) => kind === 'replace');
    },
    // Events tell of progress; asking now and then only covers one that was lost.
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 1_000 : false),
  });
}

export function isRunning({ state }: StorageJob): boolean {
  return state === 'listing' || state === 'running';
}

const FOLDERS_OFFERED = 100;

/** Folders beside and below what is typed. */
export function foldersQuery(connectorId: string, typed: string) {
  const path = typed.slice(0, typed.lastIndexOf('/') + 1);
  return queryOptions({
    queryKey: storageKey(connectorId, 'folders', path),
    queryFn: async ({ signal }) => {
      const query = { connector: { id: connectorId }, path, limit: FOLDERS_OFFERED };
      const { items } = await api.call(storageRoutes.list, { query }, { signal });
      return items.map((item) => item.path).filter((one) => one.endsWith('/'));
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
}
