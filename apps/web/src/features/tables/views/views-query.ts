import { tableViewRoutes, type SavedView } from '@causeway/contract/tables/saved-views.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { TableSource } from '../use-table-source.ts';

export function viewsQuery({ connectorId, name }: TableSource) {
  const { schema, table } = name;
  return queryOptions({
    queryKey: ['tables', connectorId, 'views', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        tableViewRoutes.listViews,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
  });
}

type NewView = Pick<SavedView, 'name' | 'definition' | 'isShared'>;

/** Every change of saved views, after which they are read again. */
export function useViewChanges(source: TableSource) {
  const queryClient = useQueryClient();
  const connector = { id: source.connectorId };
  const { schema, table } = source.name;
  const onSettled = () => queryClient.invalidateQueries(viewsQuery(source));
  return {
    create: useMutation({
      mutationFn: (view: NewView) =>
        api.call(tableViewRoutes.createView, {
          params: { table },
          body: { connector, schema, ...view },
        }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...change }: { id: string } & Partial<NewView>) =>
        api.call(tableViewRoutes.updateView, {
          params: { viewId: id },
          body: { connector, ...change },
        }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        api.call(tableViewRoutes.removeView, { params: { viewId: id }, body: { connector } }),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: (id: string) =>
        api.call(tableViewRoutes.restoreView, { params: { viewId: id }, body: { connector } }),
      onSettled,
    }),
    chooseDefault: useMutation({
      mutationFn: (viewId: string | null) =>
        api.call(tableViewRoutes.chooseDefaultView, {
          params: { table },
          body: { connector, schema, viewId },
        }),
      onSettled,
    }),
  };
}
