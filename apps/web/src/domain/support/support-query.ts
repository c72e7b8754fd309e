import { supportRoutes } from '@causeway/contract/support.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { supportKey } from './support-followers.ts';

export const threadsQuery = queryOptions({
  queryKey: [...supportKey, 'threads'],
  queryFn: ({ signal }) => api.call(supportRoutes.list, undefined, { signal }),
});

export function threadQuery(threadId: string) {
  return queryOptions({
    queryKey: [...supportKey, 'thread', threadId],
    queryFn: ({ signal }) => api.call(supportRoutes.show, { params: { threadId } }, { signal }),
  });
}

/** Pictures are asked for with the session, so they are fetched, not linked. */
export function pictureQuery(fileId: string) {
  return queryOptions({
    queryKey: ['support picture', fileId],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await api.file(supportRoutes.file, { params: { fileId } }, { signal })),
    staleTime: Infinity,
  });
}
