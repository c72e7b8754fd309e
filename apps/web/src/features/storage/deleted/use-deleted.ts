import { deletedRoutes } from '@causeway/contract/storage/deleted.ts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '#platform/api/api.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';
import type { DeletedObjects } from './merge-deleted.ts';

function deletedQuery(bucket: Bucket, folder: string) {
  return infiniteQueryOptions({
    queryKey: storageKey(bucket.connectorId, 'deleted', folder),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        deletedRoutes.list,
        {
          query: {
            ...inBucket(bucket),
            path: folder,
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export type LoadedDeleted = ReturnType<typeof useDeleted>;

/** What was deleted in a folder, read to its end: most of what a bucket keeps is not deleted. */
export function useDeleted(bucket: Bucket, folder: string, isShown: boolean) {
  const query = useInfiniteQuery({ ...deletedQuery(bucket, folder), enabled: isShown });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (isShown && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isShown, hasNextPage, isFetching, isError, fetchNextPage]);

  const objects = useMemo((): DeletedObjects | undefined => {
    if (!isShown || !data) return undefined;
    return {
      items: data.pages.flatMap(({ items }) => items.map((item) => ({ ...item, isDeleted: true }))),
      folders: data.pages.flatMap(({ folders }) => folders),
    };
  }, [isShown, data]);

  return { query, objects, isVersioned: data?.pages[0]?.isVersioned ?? true };
}
