import { assistantRoutes } from '@causeway/contract/assistant/threads.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';

/** Threads of a project, with the model that answers there. */
export function threadsQuery(projectId: string, search = '') {
  return queryOptions({
    queryKey: ['assistant', projectId, 'threads', search],
    queryFn: ({ signal }) =>
      api.call(assistantRoutes.list, { params: { projectId }, query: { search } }, { signal }),
  });
}

export function threadQuery(projectId: string, threadId: string) {
  return queryOptions({
    queryKey: ['assistant', projectId, 'thread', threadId],
    queryFn: ({ signal }) =>
      api.call(assistantRoutes.show, { params: { projectId, threadId } }, { signal }),
  });
}

export async function refreshThreads(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['assistant', projectId, 'threads'] });
}

export async function refreshThread(projectId: string, threadId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['assistant', projectId, 'thread', threadId] });
}
