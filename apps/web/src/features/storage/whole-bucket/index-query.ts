import {
  bucketIndexRoutes,
  type fileGroups,
  type searchOrders,
} from '@causeway/contract/storage/bucket-index.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';

export type FileGroup = (typeof fileGroups)[number];
export type SearchOrder = (typeof searchOrders)[number];
export type SearchWish = {
  text: string;
  order: SearchOrder;
  descending: boolean;
  group: FileGroup | undefined;
};

const PAGE = 100;

/** Everything answered from the index is read again when the index has grown. */
export function indexKey({ connectorId }: Bucket, ...what: string[]): string[] {
  return storageKey(connectorId, 'index', ...what);
}

export function indexQuery(bucket: Bucket) {
  return queryOptions({
    queryKey: indexKey(bucket, 'state'),
    queryFn: ({ signal }) =>
      api.call(bucketIndexRoutes.read, { query: inBucket(bucket) }, { signal }),
    // Events tell of progress; asking now and then only covers one that was lost.
    refetchInterval: ({ state }) => (state.data?.state === 'crawling' ? 2000 : false),
  });
}

export function searchQuery(bucket: Bucket, folder: string, wish: SearchWish) {
  return infiniteQueryOptions({
    queryKey: [...indexKey(bucket, 'search', folder), wish],
    queryFn: ({ signal, pageParam: offset }) =>
      api.call(
        bucketIndexRoutes.search,
        {
          query: {
            ...inBucket(bucket),
            text: wish.text,
            path: folder,
            order: wish.order,
            descending: wish.descending ? 'true' : 'false',
            ...(wish.group && { group: wish.group }),
            limit: PAGE,
            offset,
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * PAGE : undefined),
    placeholderData: keepPreviousData,
  });
}

export function usageQuery(bucket: Bucket, folder: string) {
  return queryOptions({
    queryKey: indexKey(bucket, 'usage', folder),
    queryFn: ({ signal }) =>
      api.call(
        bucketIndexRoutes.usage,
        { query: { ...inBucket(bucket), path: folder } },
        { signal },
      ),
  });
}

export function duplicatesQuery(bucket: Bucket, folder: string) {
  return infiniteQueryOptions({
    queryKey: indexKey(bucket, 'duplicates', folder),
    queryFn: ({ signal, pageParam: offset }) =>
      api.call(
        bucketIndexRoutes.duplicates,
        { query: { ...inBucket(bucket), path: folder, limit: 50, offset } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length * 50 : undefined),
  });
}
