import { infiniteQueryOptions } from '@tanstack/react-query';

/** Events tell of changes; asking now and then keeps the figures moving in between. */
export const ASK_AGAIN_MS = 1_000;

type Page<Item> = { items: Item[]; nextCursor: string | null };
type Asked = { connector: { id: string }; limit: number; cursor?: string };

/** A connector's imports or exports, newest first, page by page, asked for again while one is at work. */
export function transferListQuery<Item extends { state: string }>(
  queryKey: readonly unknown[],
  connectorId: string,
  list: (query: Asked, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      list(
        { connector: { id: connectorId }, limit: 25, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isAtWork)) ? ASK_AGAIN_MS : false,
  });
}

export function isAtWork({ state }: { state: string }): boolean {
  return state === 'queued' || state === 'running';
}
