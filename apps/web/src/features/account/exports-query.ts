import { accountRoutes } from '@causeway/contract/account.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export const exportsQuery = queryOptions({
  queryKey: ['account exports'],
  queryFn: ({ signal }) => api.call(accountRoutes.listExports, undefined, { signal }),
});

/** That a file is ready is told in the inbox. */
export const exportsFollowers: Followers = {
  'inbox.changed': () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
};
