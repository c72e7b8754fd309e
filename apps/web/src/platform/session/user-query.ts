import { userRoutes, type CurrentUser } from '@causeway/contract/users.ts';
import { hashKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { withPendingChanges } from '#platform/settings/user-changes.ts';

/** The signed-in user, with changes on top that the server has not confirmed yet. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) =>
    withPendingChanges(await api.call(userRoutes.read, undefined, { signal })),
  staleTime: Infinity,
});

/** Only under the signed-in layouts, where the session gate has loaded the user. */
export function useCurrentUser(): CurrentUser {
  return useSuspenseQuery(userQuery).data;
}

/** Cells ask by the thousand, so the key is not written out each time. */
const userHash = hashKey(userQuery.queryKey);

export function findCurrentUser(): CurrentUser | undefined {
  return queryClient.getQueryCache().get<CurrentUser>(userHash)?.state.data;
}
