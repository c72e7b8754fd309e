import { replaceRoutes, type ChosenRows, type Replacement } from '@causeway/contract/replace.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** A new letter ends what the one before it asked for: an answer nobody waits for is not computed on. */
function keyOf(connectorId: string, what: string, replacement: Replacement): string[] {
  return ['replace', connectorId, what, JSON.stringify(replacement)];
}

export function countQuery(connectorId: string, replacement: Replacement) {
  return queryOptions({
    queryKey: keyOf(connectorId, 'count', replacement),
    queryFn: ({ signal }) =>
      api.call(
        replaceRoutes.count,
        { body: { connector: { id: connectorId }, replacement } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function matchesQuery(connectorId: string, replacement: Replacement) {
  return infiniteQueryOptions({
    queryKey: keyOf(connectorId, 'matches', replacement),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        replaceRoutes.preview,
        {
          body: {
            connector: { id: connectorId },
            replacement,
            ...(pageParam && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function checkQuery(connectorId: string, replacement: Replacement, chosen: ChosenRows) {
  return queryOptions({
    queryKey: [...keyOf(connectorId, 'check', replacement), JSON.stringify(chosen)],
    queryFn: ({ signal }) =>
      api.call(
        replaceRoutes.check,
        { body: { connector: { id: connectorId }, replacement, ...chosen } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
