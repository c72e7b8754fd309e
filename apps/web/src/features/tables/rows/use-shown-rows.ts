import type { GridRow } from '../edits/grid-rows.ts';
import { useRangeStore, type RangeStore } from './shown-range.ts';
import type { useRows } from './use-rows.ts';

type Loaded = Pick<ReturnType<typeof useRows>, 'rows' | 'showRange'>;
type ShownRows = { range: RangeStore; showRange: (first: number, last: number) => void };

/** Which rows of the table are on screen: new rows stand between them there, but have no place in it. */
export function useShownRows(rows: readonly GridRow[], loaded: Loaded): ShownRows {
  const range = useRangeStore();
  function showRange(first: number, last: number) {
    const from = rows[first]?.index ?? first;
    const to = Math.max(from, rows[Math.min(last, rows.length - 1)]?.index ?? last);
    const next = { first: Math.max(0, from), last: to };
    range.set(next);
    loaded.showRange(next.first, to + Math.max(0, last - (rows.length - 1)));
  }
  return { range, showRange };
}
