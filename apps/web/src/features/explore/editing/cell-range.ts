/** A cell by its place on screen. */
export type CellPlace = { rowIdx: number; idx: number };

/** Rows and columns from the first to the last, both included. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

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

/** Where the moving corner goes with an arrow key; undefined for other keys. */
export function findMovedHead(head: CellPlace, key: string, end: CellPlace): CellPlace | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  return {
    rowIdx: Math.min(Math.max(0, head.rowIdx + step[0]), end.rowIdx),
    // The first column holds the boxes to tick.
    idx: Math.min(Math.max(1, head.idx + step[1]), end.idx),
  };
}
