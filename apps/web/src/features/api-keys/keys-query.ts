import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

export function keysQuery(projectId: string) {
  return queryOptions({
    queryKey: ['api-keys', projectId],
    queryFn: ({ signal }) => api.call(apiKeyRoutes.list, { params: { projectId } }, { signal }),
  });
}

export function keyQuery(projectId: string, keyId: string) {
  return queryOptions({
    queryKey: ['api-keys', projectId, keyId],
    queryFn: ({ signal }) =>
      api.call(apiKeyRoutes.show, { params: { projectId, keyId } }, { signal }),
  });
}
