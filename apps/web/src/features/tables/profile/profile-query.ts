import { columnProfileRoutes } from '@causeway/contract/tables/profile.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableSource } from '../use-table-source.ts';

type Profiled = Pick<TableSource, 'connectorId' | 'name'>;

export function profileQuery({ connectorId, name }: Profiled, column: string) {
  const { schema, table } = name;
  return queryOptions({
    queryKey: ['tables', connectorId, 'profile', schema, table, column],
    queryFn: ({ signal }) =>
      api.call(
        columnProfileRoutes.profile,
        { params: { table }, query: { connector: { id: connectorId }, schema, column } },
        { signal },
      ),
    staleTime: 60_000,
  });
}

export function useAnalyze({ connectorId, name }: TableSource) {
  const queryClient = useQueryClient();
  const { schema, table } = name;
  return useMutation({
    mutationFn: () =>
      api.call(columnProfileRoutes.analyze, {
        params: { table },
        body: { connector: { id: connectorId }, schema },
      }),
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: ['tables', connectorId, 'profile', schema, table],
      }),
  });
}
