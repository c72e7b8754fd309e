import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { Followers } from '#platform/events/followers.ts';

export function credentialsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['credentials', projectId],
    queryFn: async ({ signal }) => {
      const { credentialRoutes } = await import('@causeway/contract/automations/credentials.ts');
      return api.call(credentialRoutes.list, { params: { projectId } }, { signal });
    },
  });
}

export async function refreshCredentials(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['credentials', projectId] });
}

/** Which workflows use a credential changes with them. */
export const credentialFollowers: Followers = {
  'workflows.changed': ({ projectId }) => refreshCredentials(projectId),
};
