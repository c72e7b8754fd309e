import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Bucket } from '../bucket.ts';
import { mergeDeleted } from '../deleted/merge-deleted.ts';
import { useDeleted } from '../deleted/use-deleted.ts';
import type { FolderView } from '../folder-view.ts';
import { listingQuery, type ObjectItem } from '../storage-query.ts';

export type LoadedFolder = ReturnType<typeof useFolder>;

/** The objects of a folder, as far as they were scrolled to, and on demand those it held. */
export function useFolder(bucket: Bucket, folder: string, view: FolderView) {
  const query = useInfiniteQuery(listingQuery(bucket, folder, view));
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const deleted = useDeleted(bucket, folder, view.deleted);
  const gone = deleted.objects;
  const listed: ObjectItem[] = useMemo(
    () => data?.pages.flatMap((page) => page.items) ?? [],
    [data],
  );
  const items = useMemo(
    () => (gone && data ? mergeDeleted(listed, gone, { view, isComplete: !hasNextPage }) : listed),
    [gone, data, listed, view, hasNextPage],
  );
  const order = useMemo(() => items.map(({ path }) => path), [items]);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  return {
    query,
    deleted,
    listed,
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
