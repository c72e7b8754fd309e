import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { Cell } from '#domain/data-grid/cell-display.ts';
import { fieldsOf, listRows, placesOf } from './row-places.ts';
import type { ShownColumn, TableColumns } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';
import type { TableView, Way } from '@causeway/contract/tables/view.ts';
import {
  findLastRead,
  jumpToEnd,
  jumpToPage,
  PAGE_ROWS,
  rowsQuery,
  totalQuery,
  type LoadedRows,
} from '../tables-query.ts';

/** A row by its place in the table; without cells it was dropped or not read yet. */
export type Row = { index: number; cells?: Cell[] };

/** Rows this close to the end of what is loaded ask for more. */
const AHEAD = 60;
/** Further away than this, going there page by page takes longer than a jump. */
const FAR = 3 * PAGE_ROWS;

type RowsInput = {
  connectorId: string;
  name: TableName;
  view: TableView;
  columns: TableColumns;
};

/**
 * The rows of a view, as far as they were scrolled to. Only some pages around what is on screen are in
 * memory; what lies before and after them stands there as empty rows, so that nothing moves when it
 * comes back.
 */
export function useRows({ connectorId, name, view, columns }: RowsInput) {
  const source = { connectorId, name, view, columns: useReadColumns(columns, view.way) };
  const options = rowsQuery(source);
  const query = useInfiniteQuery(options);
  const total = useQuery(totalQuery(connectorId, name, view));
  const isJumping = useRef(false);
  const { hasNextPage, hasPreviousPage, isPlaceholderData } = query;
  const { isError, errorUpdatedAt } = query;
  // Looked for once: what nobody shows any more is forgotten after a while.
  const before = useMemo(
    () => (isError ? findLastRead({ connectorId, name, view }) : undefined),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isError, errorUpdatedAt],
  );
  // The hook forgets what the places of pages look like.
  const data = (query.data as LoadedRows | undefined) ?? before;
  const names = useStable(columns.all.map((column) => column.name));
  const rows = useMemo(() => (data ? listRows(data, names) : []), [data, names]);
  const fields = useMemo(() => fieldsOf(data, names), [data, names]);
  const { start, end, base } = data ? placesOf(data) : { start: 0, end: 0, base: 0 };
  const read = useMemo(() => rows.slice(start - base, end - base), [rows, start, end, base]);

  function showRange(first: number, last: number): void {
    const read = wayTo(first, last);
    // Asked last: most frames of a scroll need nothing.
    if (!read || isJumping.current || query.isError || isReading()) return;
    void read();
  }

  function wayTo(first: number, last: number): (() => Promise<unknown>) | undefined {
    // The top of the bar is the start of the table, also where the place of what was jumped to was a guess.
    const isOnTop = first === base && start === base && data?.pages[0]?.previousCursor !== null;
    if (isOnTop) return () => jump(() => jumpToPage(source, 0));
    if (first < start - FAR || last > end + FAR) {
      return () => jump(() => jumpToPage(source, Math.floor(first / PAGE_ROWS)));
    }
    if (hasPreviousPage && first < start + AHEAD) return query.fetchPreviousPage;
    return hasNextPage && last > end - AHEAD ? query.fetchNextPage : undefined;
  }

  /** A page is on its way or not drawn yet. The hook would render all of this when it sets out. */
  function isReading(): boolean {
    const state = queryClient.getQueryState(options.queryKey);
    return state?.fetchStatus === 'fetching' || state?.data !== query.data;
  }

  async function jump(go: () => Promise<void>): Promise<boolean> {
    isJumping.current = true;
    try {
      await go();
      return true;
    } catch (error) {
      void notifyError(error);
      return false;
    } finally {
      isJumping.current = false;
    }
  }

  return {
    query,
    queryKey: options.queryKey,
    /** Which columns are read; undefined are all. */
    readColumns: source.columns,
    total,
    rows,
    /** Those of them that are in memory. */
    read,
    fields,
    milliseconds: data?.pages.at(-1)?.milliseconds,
    isOutdated: isPlaceholderData || before !== undefined,
    hasMore: hasNextPage,
    showRange,
    /** False where the last rows could not be read. */
    showEnd: () => jump(() => jumpToEnd(source)),
  };
}

/**
 * Hidden columns are not read, unless what is shown points at another row together with them. One that
 * was read stays so when it is hidden, since reading all rows again without it would gain nothing.
 */
function useReadColumns({ all, shown }: TableColumns, way: Way): string[] | undefined {
  // Cards may be drawn by a column that they do not list.
  const drawnBy = all.filter(({ name }) => way.title === name || way.picture === name);
  const wanted = [...shown, ...drawnBy].flatMap(readWith);
  const [read, setRead] = useState<ReadonlySet<string>>(() => new Set(wanted));
  const missing = wanted.filter((name) => !read.has(name));
  if (missing.length > 0) setRead(new Set([...read, ...missing]));
  const names = useStable(all.map(({ name }) => name).filter((name) => read.has(name)));
  return names.length === all.length ? undefined : names;
}

function readWith({ name, foreignKey }: ShownColumn): string[] {
  return foreignKey ? [name, ...foreignKey.columns] : [name];
}

/** The same list as long as it says the same. */
function useStable(names: string[]): string[] {
  const [kept, setKept] = useState(names);
  const isSame = names.length === kept.length && names.every((name, place) => name === kept[place]);
  if (!isSame) setKept(names);
  return isSame ? kept : names;
}
