import { memberRoutes } from '@causeway/contract/members/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** The event `members.changed` makes this stale by its key. */
export function membersQuery(projectId: string) {
  return queryOptions({
    queryKey: ['members', projectId],
    queryFn: ({ signal }) => api.call(memberRoutes.list, { params: { projectId } }, { signal }),
  });
}
