import {
  storageRoutes,
  type Listing,
  type ListingOrder,
  type listingItem,
} from '@causeway/contract/storage/objects.ts';
import { storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { folderOf, storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from './bucket.ts';

/** Deleted ones are shown on demand, where the bucket keeps what they were. */
export type ObjectItem = z.output<typeof listingItem> & {
  isDeleted?: boolean;
  deletedAt?: string;
};
type InBucket = Pick<Bucket, 'connectorId'>;
export type FolderOrder = { name: string; order: ListingOrder; descending: boolean };
export type LoadedListing = InfiniteData<Listing, string | undefined>;

/** Addresses inside a listing are good for an hour; it is read again well before. */
const LISTING_STALE_MS = 20 * 60_000;

/** A folder, a thousand lines at a time, as far as it was scrolled to. */
export function listingQuery(bucket: InBucket, folder: string, view: FolderOrder) {
  const { name, order, descending } = view;
  return infiniteQueryOptions({
    queryKey: [...storageKey(bucket.connectorId, 'list', folder), { name, order, descending }],
    queryFn: ({ signal, pageParam }): Promise<Listing> =>
      api.call(
        storageRoutes.list,
        {
          query: {
            ...inBucket(bucket),
            path: folder,
            order,
            descending: descending ? 'true' : 'false',
            foldersFirst: 'true',
            ...(name !== '' && { name }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (previous, query) =>
      // Another filter of the same folder dims what was there; another folder starts anew.
      query?.queryKey[3] === folder ? keepPreviousData(previous) : undefined,
    staleTime: LISTING_STALE_MS,
    gcTime: LISTING_STALE_MS,
  });
}

export function detailsQuery(bucket: InBucket, key: string) {
  return queryOptions({
    queryKey: storageKey(bucket.connectorId, 'object', key, 'details'),
    queryFn: ({ signal }) =>
      api.call(storageRoutes.details, { query: { ...inBucket(bucket), path: key } }, { signal }),
  });
}

export function versionsQuery(bucket: InBucket, key: string) {
  return queryOptions({
    queryKey: storageKey(bucket.connectorId, 'object', key, 'versions'),
    queryFn: ({ signal }) =>
      api.call(storageRoutes.versions, { query: { ...inBucket(bucket), path: key } }, { signal }),
  });
}

export function jobsQuery(bucket: InBucket) {
  return queryOptions({
    queryKey: storageKey(bucket.connectorId, 'jobs'),
    queryFn: ({ signal }) =>
      api.call(storageJobRoutes.list, { query: { ...inBucket(bucket), limit: 20 } }, { signal }),
    // Events tell of progress; asking now and then only covers one that was lost.
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 2000 : false),
  });
}

export function isRunning({ state }: { state: string }): boolean {
  return state === 'listing' || state === 'running';
}

/** What is on its way out leaves the screen at once. */
export function dropFromListings({ connectorId }: InBucket, keys: string[]): void {
  const gone = new Set(keys);
  for (const folder of new Set(keys.map(folderOf))) {
    queryClient.setQueriesData<LoadedListing>(
      { queryKey: storageKey(connectorId, 'list', folder) },
      (listing) =>
        listing && {
          ...listing,
          pages: listing.pages.map((page) => {
            const items = page.items.filter(({ path }) => !gone.has(path));
            const total = page.total && page.total - (page.items.length - items.length);
            return { ...page, items, total };
          }),
        },
    );
  }
}
