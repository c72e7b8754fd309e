import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Verified questions of a project, those that broke first. */
export function goldenQuery(projectId: string) {
  return queryOptions({
    queryKey: ['assistant', projectId, 'golden'],
    queryFn: ({ signal }) => api.call(goldenRoutes.list, { params: { projectId } }, { signal }),
  });
}

export async function refreshGolden(projectId: string): Promise<void> {
  await queryClient.invalidateQueries(goldenQuery(projectId));
}
