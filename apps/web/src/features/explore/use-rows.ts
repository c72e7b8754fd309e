import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Cell } from './cell-display.ts';
import type { TableName } from './table-name.ts';
import type { TableView } from './table-view.ts';
import { PAGE_ROWS, rowsQuery, totalQuery, type LoadedRows } from './tables-query.ts';

/** A row by its place in the table; without cells it was dropped or not read yet. */
export type Row = { index: number; cells?: Cell[] };

/** Rows this close to the end of what is loaded ask for more. */
const AHEAD = 60;

/**
 * The rows of a view, as far as they were scrolled to. Only some pages around what is on screen are in
 * memory; what lies before them stands there as empty rows, so that nothing moves when it comes back.
 */
export function useRows(connectorId: string, name: TableName, view: TableView) {
  const query = useInfiniteQuery(rowsQuery(connectorId, name, view));
  const total = useQuery(totalQuery(connectorId, name, view));
  const { isFetching, hasNextPage, hasPreviousPage, isPlaceholderData } = query;
  // The hook forgets what the places of pages look like.
  const data = query.data as LoadedRows | undefined;
  const rows = useMemo(() => (data ? listRows(data) : []), [data]);
  const firstLoaded = data ? startOf(data) : 0;

  function showRange(first: number, last: number): void {
    if (isFetching || query.isError) return;
    if (hasPreviousPage && first < firstLoaded + AHEAD) void query.fetchPreviousPage();
    else if (hasNextPage && last > rows.length - AHEAD) void query.fetchNextPage();
  }

  return {
    query,
    total,
    rows,
    fields: data?.pages[0]?.fields ?? [],
    milliseconds: data?.pages.at(-1)?.milliseconds,
    isOutdated: isPlaceholderData,
    hasMore: hasNextPage,
    showRange,
  };
}

function listRows(data: LoadedRows): Row[] {
  const start = startOf(data);
  const loaded = data.pages.flatMap(({ rows }) => rows);
  return [
    ...Array.from({ length: start }, (_, index) => ({ index })),
    ...loaded.map((cells, place) => ({ index: start + place, cells })),
  ];
}

function startOf({ pages, pageParams }: LoadedRows): number {
  // Rows deleted meanwhile leave fewer before a page than there were pages.
  const isFirst = pages[0]?.previousCursor === null;
  return isFirst ? 0 : (pageParams[0]?.index ?? 0) * PAGE_ROWS;
}
