import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

const inboxKey = ['inbox'];
const LATEST = 20;

/** The newest entries, and how many are unread in all: what the bell shows. */
export const latestQuery = queryOptions({
  queryKey: [...inboxKey, 'latest'],
  queryFn: ({ signal }) => api.call(inboxRoutes.list, { query: { limit: LATEST } }, { signal }),
});

export function inboxQuery(show: 'all' | 'unread') {
  return infiniteQueryOptions({
    queryKey: [...inboxKey, 'pages', show],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...(pageParam && { cursor: pageParam }),
        ...(show === 'unread' && { unread: 'true' as const }),
      };
      return api.call(inboxRoutes.list, { query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export const mailChoicesQuery = queryOptions({
  queryKey: [...inboxKey, 'mail'],
  queryFn: ({ signal }) => api.call(inboxRoutes.mailChoices, undefined, { signal }),
});

export const inboxFollowers: Followers = {
  // What came between the first reading and the stream was told to nobody.
  ready: () => queryClient.invalidateQueries({ queryKey: inboxKey }),
  'inbox.changed': () => queryClient.invalidateQueries({ queryKey: inboxKey }),
};
