import { MOST_FILES, type TextReplacement } from '@causeway/contract/storage/replace.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { foundFilesQuery } from './files-query.ts';

/** Looks on, stretch by stretch, until all was seen, enough was found, or somebody says stop. */
export function useFoundFiles(connectorId: string, replacement: TextReplacement) {
  const query = useInfiniteQuery(foundFilesQuery(connectorId, replacement));
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = query;
  const asked = JSON.stringify(replacement);
  const [stopped, setStopped] = useState<string>();
  const stretches = data?.pages ?? [];
  const files = stretches.flatMap((stretch) => stretch.files);
  const isStopped = stopped === asked;
  const isFull = files.length >= MOST_FILES;
  const goesOn = hasNextPage && !isStopped && !isFull && !isError;

  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);

  return {
    query,
    files: files.slice(0, MOST_FILES),
    matches: files.reduce((sum, one) => sum + one.matches, 0),
    lookedAt: stretches.reduce((sum, one) => sum + one.lookedAt, 0),
    leftOut: stretches.flatMap((stretch) => stretch.leftOut),
    leftOutCount: stretches.reduce((sum, one) => sum + one.leftOutCount, 0),
    isLooking: goesOn || (isFetching && !isStopped),
    /** There is more that was not looked at. */
    isPart: hasNextPage && (isStopped || isFull),
    isFull,
    stop: () => setStopped(asked),
    goOn: () => setStopped(undefined),
  };
}
