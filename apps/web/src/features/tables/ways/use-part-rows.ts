import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { Sort } from '@causeway/contract/tables/view.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { listRows } from '../rows/row-places.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TablePage } from '../table/use-table-page.ts';
import { type LoadedRows, PART, rowsQuery } from '../tables-query.ts';

/** Nobody looks through more cards than these; the table shows all of them. */
export const MOST_CARDS = 1_000;

type PartInput = {
  page: TablePage;
  id: string;
  /** What rows of this part have beside what the view asks for. */
  filters: Filter[];
  /** Instead of the order of the view. */
  sorts?: Sort[];
  /** What is read although it may be hidden. */
  drawnBy: (ShownColumn | undefined)[];
  isWanted: boolean;
};

/** The rows of one part of a board or a calendar, page by page; they become rows of the page. */
export function usePartRows({ page, id, filters, sorts, drawnBy, isWanted }: PartInput) {
  const { connector, name, view, columns, loaded, parts } = page;
  const options = rowsQuery({
    connectorId: connector.id,
    name,
    view: { ...view, filters: [...view.filters, ...filters], sorts: sorts ?? view.sorts },
    columns: withNames(loaded.readColumns, drawnBy),
  });
  const query = useInfiniteQuery({
    ...options,
    queryKey: [...options.queryKey, PART],
    // Cards stay where they are: only rows of a long table have places to come back to.
    maxPages: 0,
    getNextPageParam: (last, pages, place, places) => {
      const count = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return count >= MOST_CARDS ? undefined : options.getNextPageParam(last, pages, place, places);
    },
    enabled: isWanted,
  });
  const names = useMemo(() => columns.all.map((column) => column.name), [columns.all]);
  // The hook forgets what the places of pages look like.
  const data = query.data as LoadedRows | undefined;
  const rows = useMemo(() => (data ? listRows(data, names) : undefined), [data, names]);
  const { showPart } = parts;
  useEffect(() => {
    if (rows) showPart(id, rows);
  }, [showPart, id, rows]);
  useEffect(() => () => showPart(id, undefined), [showPart, id]);
  return {
    query,
    count: rows?.length ?? 0,
    /** There are more than are shown here, ever. */
    isCut: (rows?.length ?? 0) >= MOST_CARDS && data?.pages.at(-1)?.nextCursor !== null,
  };
}

/**
 * From its first drawing on, a board or a calendar has rows of its own: those the table showed are some
 * of them, and would pass for all until the others are read.
 */
export function useOwnRows({ parts: { showPart } }: TablePage): void {
  useLayoutEffect(() => {
    showPart('', []);
    return () => showPart('', undefined);
  }, [showPart]);
}

function withNames(
  read: string[] | undefined,
  drawnBy: (ShownColumn | undefined)[],
): string[] | undefined {
  if (!read) return undefined;
  return [...new Set([...read, ...drawnBy.flatMap((column) => column?.name ?? [])])];
}
