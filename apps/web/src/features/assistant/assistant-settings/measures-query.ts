import { measureRoutes } from '@causeway/contract/assistant/measures.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Numbers as a project means them, those that broke first. */
export function measuresQuery(projectId: string) {
  return queryOptions({
    queryKey: ['assistant', projectId, 'measures'],
    queryFn: ({ signal }) =>
      api.call(measureRoutes.list, { params: { projectId }, query: {} }, { signal }),
  });
}

export async function refreshMeasures(projectId: string): Promise<void> {
  await queryClient.invalidateQueries(measuresQuery(projectId));
}
