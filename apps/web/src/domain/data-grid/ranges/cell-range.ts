import { createContext } from 'react';

/** A cell by its place on screen. */
export type CellPlace = { rowIdx: number; idx: number };

/** Rows and columns from the first to the last, both included. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

/** The cells that are marked together; undefined when only one is. */
export const CellRangeContext = createContext<CellRange | undefined>(undefined);

/** The first column holds what is no value: the boxes to tick, the numbers of rows. */
export const FIRST_IDX = 1;

/** The cells between two corners, whichever way they were drawn. */
export function rangeBetween(anchor: CellPlace, head: CellPlace): CellRange {
  return {
    top: Math.min(anchor.rowIdx, head.rowIdx),
    bottom: Math.max(anchor.rowIdx, head.rowIdx),
    left: Math.min(anchor.idx, head.idx),
    right: Math.max(anchor.idx, head.idx),
  };
}

export function isInRange(range: CellRange | undefined, { rowIdx, idx }: CellPlace): boolean {
  if (!range) return false;
  const { top, bottom, left, right } = range;
  return rowIdx >= top && rowIdx <= bottom && idx >= left && idx <= right;
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;
type Extent = {
  /** The last cell there is. */
  end: CellPlace;
  /** How many rows are on screen. */
  pageRows: number;
};

/** Where the moving corner goes with a key, as in a spreadsheet; undefined for keys that move nothing. */
export function findMovedHead(
  head: CellPlace,
  pressed: Pressed,
  { end, pageRows }: Extent,
): CellPlace | undefined {
  const isFar = pressed.ctrlKey || pressed.metaKey;
  const wanted = isFar ? farPlace(head, pressed.key, end) : nearPlace(head, pressed.key, pageRows);
  return (
    wanted && {
      rowIdx: Math.min(Math.max(0, wanted.rowIdx), end.rowIdx),
      idx: Math.min(Math.max(FIRST_IDX, wanted.idx), end.idx),
    }
  );
}

function nearPlace({ rowIdx, idx }: CellPlace, key: string, page: number): CellPlace | undefined {
  const step = STEPS[key];
  if (step) return { rowIdx: rowIdx + step[0], idx: idx + step[1] };
  if (key === 'Home') return { rowIdx, idx: FIRST_IDX };
  if (key === 'End') return { rowIdx, idx: Infinity };
  if (key === 'PageUp') return { rowIdx: rowIdx - page, idx };
  return key === 'PageDown' ? { rowIdx: rowIdx + page, idx } : undefined;
}

function farPlace({ rowIdx, idx }: CellPlace, key: string, end: CellPlace): CellPlace | undefined {
  const step = STEPS[key];
  if (step) return { rowIdx: rowIdx + step[0] * end.rowIdx, idx: idx + step[1] * end.idx };
  if (key === 'Home') return { rowIdx: 0, idx: FIRST_IDX };
  return key === 'End' ? end : undefined;
}
