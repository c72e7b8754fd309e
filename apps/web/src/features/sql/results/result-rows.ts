import {
  RESULT_PAGE_ROWS,
  sqlEditorRoutes,
  type RunResult,
} from '@causeway/contract/sql/editor.ts';
import { api } from '#platform/api/api.ts';

export type Cell = RunResult['rows'][number][number];
export type Row = readonly Cell[];

/**
 * The rows of a result, most of which stay on the server: pages are fetched when they come into
 * sight, and only those looked at last are kept.
 */
export type ResultRows = {
  readonly length: number;
  /** Undefined while its page is on the way. */
  rowAt(index: number): Row | undefined;
  show(first: number, last: number): void;
  /** The first rows, fetched if need be. */
  readFirst(count: number): Promise<Row[]>;
  /** So many rows from one on, fetched if need be. */
  readFrom(first: number, count: number): Promise<Row[]>;
  subscribe(listener: () => void): () => void;
  version(): number;
  problem(): unknown;
};

type ReadPage = (page: number) => Promise<Row[]>;

/** What is copied at once, cut anywhere, beside the first. */
const MOST_PAGES = 22;

export function createResultRows(
  { loadedRows, rows: first }: { loadedRows: number; rows: Row[] },
  readPage: ReadPage,
): ResultRows {
  const pages = new Map<number, Row[]>([[0, first]]);
  const reading = new Map<number, Promise<Row[]>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let problem: unknown;

  function tell(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function keep(page: number, rows: Row[]): void {
    pages.delete(page);
    pages.set(page, rows);
    // The first page stays: it is where everybody comes back to.
    const [, oldest] = [...pages.keys()].toSorted((a, b) => Number(b === 0) - Number(a === 0));
    if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
  }

  function fetchPage(page: number): Promise<Row[]> {
    const known = pages.get(page);
    if (known) return Promise.resolve(known);
    const running = reading.get(page);
    if (running) return running;
    const started = readPage(page)
      .then((rows) => {
        problem = undefined;
        keep(page, rows);
        return rows;
      })
      .catch((error: unknown) => {
        problem = error;
        throw error;
      })
      .finally(() => {
        reading.delete(page);
        tell();
      });
    reading.set(page, started);
    return started;
  }

  async function readFrom(first: number, count: number): Promise<Row[]> {
    const end = Math.min(first + count, loadedRows);
    const from = Math.floor(first / RESULT_PAGE_ROWS);
    const read: Row[][] = [];
    for (let page = from; page * RESULT_PAGE_ROWS < end; page += 1) {
      read.push(await fetchPage(page));
    }
    const skipped = first - from * RESULT_PAGE_ROWS;
    return read.flat().slice(skipped, skipped + count);
  }

  return {
    length: loadedRows,
    rowAt: (index) => pages.get(Math.floor(index / RESULT_PAGE_ROWS))?.[index % RESULT_PAGE_ROWS],
    show: (from, to) => {
      const last = Math.floor(Math.min(to, loadedRows - 1) / RESULT_PAGE_ROWS);
      for (let page = Math.floor(Math.max(0, from) / RESULT_PAGE_ROWS); page <= last; page += 1) {
        const known = pages.get(page);
        if (known) keep(page, known);
        // The page tells its failure where its rows would be.
        else fetchPage(page).catch(() => undefined);
      }
    },
    readFirst: (count) => readFrom(0, count),
    readFrom,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    problem: () => problem,
  };
}

/** Pages of a run or a snapshot, from the server. */
export function pagesOf(connectorId: string, runId: string): ReadPage {
  return (page) =>
    api.call(sqlEditorRoutes.rows, {
      params: { runId },
      query: { connector: { id: connectorId }, page },
    });
}
