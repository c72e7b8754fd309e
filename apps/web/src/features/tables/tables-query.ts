import { draftRoutes } from '@causeway/contract/tables/edits.ts';
import { tableRoutes, type RowsPage } from '@causeway/contract/tables/tables.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  replaceEqualDeep,
  type InfiniteData,
} from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { TableName } from './table-name.ts';
import { joinFilters, type TableView } from '@causeway/contract/tables/view.ts';

export {
  schemasQuery,
  tableQuery,
  tablesQuery,
  type CatalogSource as Source,
} from '#domain/connectors/catalog-query.ts';

/** What is on screen first is there soonest … */
export const FIRST_ROWS = 100;
/** … and who scrolls on meets fewer pages: each takes a moment of the frame in which it arrives. */
export const PAGE_ROWS = 200;

/** More pages than these are not kept: the ones furthest away are read again when they are needed. */
const MOST_PAGES = 6;

export type Selection = Pick<TableView, 'filters' | 'where'>;
/** More rows than these can't be scrolled through: browsers end at some 33 million pixels. */
export const MOST_PLACES = 1_000_000;

/**
 * `start` counts the rows before the page, `count` how many it may have, `reach` how many were seen to
 * exist, of which those after the page may be dropped by now. Rows before `base` have no place to be
 * scrolled to.
 */
type PagePlace = {
  start: number;
  count?: number;
  reach: number;
  base?: number;
  after?: string;
  before?: string;
  offset?: number;
  last?: true;
};
const FIRST_PAGE: PagePlace = { start: 0, count: FIRST_ROWS, reach: 0 };
export type LoadedPage = RowsPage & { milliseconds: number };
export type LoadedRows = InfiniteData<LoadedPage, PagePlace>;

export type RowsSource = {
  connectorId: string;
  name: TableName;
  view: Selection & Pick<TableView, 'sorts'>;
  /** Columns to read; undefined reads all. */
  columns?: string[] | undefined;
};

/** Rows page by page in both directions. */
export function rowsQuery(source: RowsSource) {
  const { connectorId, name, view, columns } = source;
  return infiniteQueryOptions({
    queryKey: [...rowsKey(connectorId, name), selectionOf(view), view.sorts, columns ?? 'all'],
    queryFn: ({ signal, pageParam }) => readPage(source, pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor, rows }, _pages, { start, base = 0 }, places) =>
      nextCursor === null || start + rows.length >= base + MOST_PLACES
        ? undefined
        : { start: start + rows.length, reach: reachOf(places), base, after: nextCursor },
    getPreviousPageParam: ({ previousCursor }, _pages, { start, base = 0 }, places) =>
      start === base || previousCursor === null
        ? undefined
        : {
            start: Math.max(base, start - PAGE_ROWS),
            count: Math.min(PAGE_ROWS, start - base),
            reach: reachOf(places),
            base,
            before: previousCursor,
          },
    maxPages: MOST_PAGES,
    structuralSharing: (before, after) =>
      shareRows(before as LoadedRows | undefined, after as LoadedRows),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
}

/**
 * What says the same stays the same object. Pages are known by their places: by their numbers each
 * would be compared with its neighbour, cell by cell, once the first of them is dropped.
 */
export function shareRows(before: LoadedRows | undefined, after: LoadedRows): LoadedRows {
  const known = new Map(
    before?.pageParams.map(({ start }, index) => [start, before.pages[index]] as const),
  );
  const pages = after.pages.map((page, index) =>
    replaceEqualDeep(known.get(after.pageParams[index]?.start ?? -1), page),
  );
  const pageParams = replaceEqualDeep(before?.pageParams, after.pageParams);
  const isSame =
    pageParams === before?.pageParams && pages.every((page, at) => page === before.pages[at]);
  return isSame ? before : { pages, pageParams };
}

/** Of the rows of one stack or of some days: they are not those of the table. */
export const PART = 'part';

/** What a table showed last, under whichever filter: it still stands when another one is refused. */
export function findLastRead({ connectorId, name }: RowsSource): LoadedRows | undefined {
  return (
    queryClient
      .getQueryCache()
      .findAll({ queryKey: rowsKey(connectorId, name) })
      .filter(({ queryKey }) => queryKey.at(-1) !== PART)
      .map(({ state }) => state)
      // Counts and single rows are kept beside the pages, and read again with them.
      .filter(({ data }) => hasPages(data))
      .toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]?.data as
      | LoadedRows
      | undefined
  );
}

function hasPages(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** Goes to a page far from those that are loaded, without reading what lies between. */
export async function jumpToPage(source: RowsSource, index: number): Promise<void> {
  const { queryKey } = rowsQuery(source);
  const known = queryClient.getQueryData<LoadedRows>(queryKey);
  const reach = reachOf(known?.pageParams ?? []);
  const start = index * PAGE_ROWS;
  const [{ base } = FIRST_PAGE] = known?.pageParams ?? [];
  const place = { start, reach, ...(start > 0 && { offset: start, base }) };
  const page = await readPage(source, place);
  queryClient.setQueryData<LoadedRows>(queryKey, { pages: [page], pageParams: [place] });
}

/**
 * Goes to the last rows, read from the other end. Where they stand is counted meanwhile; a table too
 * large to be counted in time is taken to be as long as the planner thinks.
 */
export async function jumpToEnd(source: RowsSource): Promise<void> {
  const { queryKey } = rowsQuery(source);
  const known = queryClient.getQueryData<LoadedRows>(queryKey);
  const loaded = reachOf(known?.pageParams ?? []);
  const [page, counted] = await Promise.all([
    readPage(source, { start: loaded, reach: loaded, last: true }),
    countOnce(source),
  ]);
  const total = Math.max(counted.total ?? 0, counted.totalIsExact ? 0 : loaded, page.rows.length);
  const place = {
    start: total - page.rows.length,
    reach: total,
    base: Math.max(0, total - MOST_PLACES),
    last: true as const,
  };
  queryClient.setQueryData<LoadedRows>(queryKey, { pages: [page], pageParams: [place] });
}

async function countOnce({ connectorId, name, view }: RowsSource): Promise<Total> {
  const query = totalQuery(connectorId, name, view);
  const known = queryClient.getQueryData<Total>(query.queryKey) ?? {
    total: null,
    totalIsExact: false,
  };
  if (known.totalIsExact) return known;
  // An estimate that could not be made exact is still an estimate.
  return queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => known);
}

async function readPage(
  { connectorId, name, view: { sorts, ...selection }, columns }: RowsSource,
  page: PagePlace,
  signal?: AbortSignal,
): Promise<LoadedPage> {
  const { count = PAGE_ROWS, after, before, offset, last } = page;
  const startedAt = performance.now();
  const query = {
    connector: { id: connectorId },
    schema: name.schema,
    ...selectionOf(selection),
    sort: sorts,
    ...(columns && { columns }),
    limit: count,
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
    ...(offset !== undefined && { offset }),
    ...(last && { last: 'true' as const }),
  };
  const answer = await api.call(
    tableRoutes.rows,
    { params: { table: name.table }, query },
    signal ? { signal } : undefined,
  );
  if (page.start === 0 && !last)
    rememberTotal(totalQuery(connectorId, name, selection).queryKey, answer);
  return { ...answer, milliseconds: performance.now() - startedAt };
}

export function reachOf(places: readonly PagePlace[]): number {
  return places.reduce(
    (most, { start, count = PAGE_ROWS, reach, last }) =>
      Math.max(most, reach, last ? 0 : start + count),
    0,
  );
}

/** Tables in which the user has staged edits, the last touched first. */
export function draftsQuery(connectorId: string) {
  return queryOptions({
    queryKey: ['tables', connectorId, 'drafts'],
    queryFn: ({ signal }) =>
      api.call(draftRoutes.list, { query: { connector: { id: connectorId } } }, { signal }),
    staleTime: 0,
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

export function selectionOf({ filters, where }: Selection) {
  const filter = joinFilters(filters);
  return {
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(where.trim() !== '' && { where }),
  };
}
