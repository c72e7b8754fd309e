import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';

/** What is below a folder; with a search all files below it, at any depth. */
export function filesQuery(connectorId: string, folder: string, search?: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'files', folder, search],
    queryFn: ({ signal }) =>
      api.call(
        fileRoutes.list,
        {
          query: {
            connector: { id: connectorId },
            folder,
            ...(search !== undefined && { search }),
          },
        },
        { signal },
      ),
    staleTime: 30_000,
  });
}

/** Columns of one file; null where it is too large to be read for that alone. */
export function fileColumnsQuery(connectorId: string, name: string) {
  return queryOptions({
    queryKey: ['queries', connectorId, 'file-columns', name],
    queryFn: async ({ signal }) => {
      const body = { connector: { id: connectorId }, names: [name] };
      const [described] = await api.call(fileRoutes.columns, { body }, { signal });
      return described?.columns ?? null;
    },
    staleTime: 60_000,
  });
}
