import { tableRoutes, type RowsPage } from '@causeway/contract/tables.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { TableName } from './table-name.ts';
import { joinFilters, type TableView } from './table-view.ts';

export const PAGE_ROWS = 100;

/** More pages than these are not kept: the ones furthest away are read again when they are needed. */
const MOST_PAGES = 20;

export type Source = { projectId: string; connectorId: string };

export function schemasQuery({ projectId, connectorId }: Source) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'schemas'],
    queryFn: ({ signal }) =>
      api.call(tableRoutes.schemas, { query: { connector: { id: connectorId } } }, { signal }),
  });
}

/** Aliases and hidden tables are the connector's, so its changes reach lists and details too. */
export function tablesQuery({ projectId, connectorId }: Source, schema: string) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'tables', schema],
    queryFn: ({ signal }) =>
      api.call(tableRoutes.list, { query: { connector: { id: connectorId }, schema } }, { signal }),
  });
}

export function tableQuery({ projectId, connectorId }: Source, { schema, table }: TableName) {
  return queryOptions({
    queryKey: ['connectors', projectId, connectorId, 'tables', schema, table],
    queryFn: ({ signal }) =>
      api.call(
        tableRoutes.discover,
        { params: { table }, query: { connector: { id: connectorId }, schema } },
        { signal },
      ),
  });
}

export type Selection = Pick<TableView, 'filters' | 'where'>;
type PagePlace = { index: number; after?: string; before?: string };
const FIRST_PAGE: PagePlace = { index: 0 };
export type LoadedPage = RowsPage & { milliseconds: number };
export type LoadedRows = InfiniteData<LoadedPage, PagePlace>;

/** Rows page by page in both directions; `index` counts pages from the start of the table. */
export function rowsQuery(
  connectorId: string,
  name: TableName,
  { sorts, ...selection }: Selection & Pick<TableView, 'sorts'>,
) {
  return infiniteQueryOptions({
    queryKey: [...rowsKey(connectorId, name), selectionOf(selection), sorts],
    queryFn: async ({ signal, pageParam: { index, ...place } }): Promise<LoadedPage> => {
      const startedAt = performance.now();
      const query = {
        connector: { id: connectorId },
        schema: name.schema,
        ...selectionOf(selection),
        sort: sorts,
        limit: PAGE_ROWS,
        ...place,
      };
      const page = await api.call(
        tableRoutes.rows,
        { params: { table: name.table }, query },
        { signal },
      );
      if (index === 0) rememberTotal(totalQuery(connectorId, name, selection).queryKey, page);
      return { ...page, milliseconds: performance.now() - startedAt };
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }, _pages, { index }) =>
      nextCursor === null ? undefined : { index: index + 1, after: nextCursor },
    getPreviousPageParam: ({ previousCursor }, _pages, { index }) =>
      index === 0 || previousCursor === null
        ? undefined
        : { index: index - 1, before: previousCursor },
    maxPages: MOST_PAGES,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
}

export type Total = { total: number | null; totalIsExact: boolean };

/** How many rows there are: what came with the first page until it is counted, which is asked for. */
export function totalQuery(connectorId: string, name: TableName, selection: Selection) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'total', name.schema, name.table, selectionOf(selection)],
    queryFn: ({ signal }): Promise<Total> =>
      api.call(
        tableRoutes.count,
        {
          params: { table: name.table },
          query: {
            connector: { id: connectorId },
            schema: name.schema,
            ...selectionOf(selection),
          },
        },
        { signal },
      ),
    enabled: false,
  });
}

export function rowsKey(connectorId: string, { schema, table }: TableName) {
  return ['tables', connectorId, 'rows', schema, table];
}

function rememberTotal(key: readonly unknown[], { total, totalIsExact }: RowsPage): void {
  queryClient.setQueryData<Total>(key, { total, totalIsExact });
}

function selectionOf({ filters, where }: Selection) {
  const filter = joinFilters(filters);
  return {
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(where.trim() !== '' && { where }),
  };
}
