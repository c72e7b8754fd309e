import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Bucket } from './bucket.ts';
import { listingQuery, type FolderOrder } from './storage-query.ts';

export type LoadedFolder = ReturnType<typeof useFolder>;

/** The objects of a folder, as far as they were scrolled to. */
export function useFolder(bucket: Bucket, folder: string, view: FolderOrder) {
  const query = useInfiniteQuery(listingQuery(bucket, folder, view));
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const order = useMemo(() => items.map(({ path }) => path), [items]);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  return {
    query,
    items,
    order,
    /** How many there are in all, where the bucket was asked. */
    total: data?.pages[0]?.total ?? null,
    /** When the bucket was read, where a long folder came out of the index. */
    indexedAt: data?.pages[0]?.indexedAt ?? null,
    isOutdated: query.isPlaceholderData,
    /** Somebody wrote here, and it is too long to be read again by itself. */
    isChanged: query.isStale && !isFetching && data !== undefined,
    loadMore,
  };
}
