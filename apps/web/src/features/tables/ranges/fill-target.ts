import type { CellPlace, CellRange } from '#domain/data-grid/ranges/cell-range.ts';

/** The cells a drag of the handle covers: in one direction, beyond those it began from. */
export function fillTarget(source: CellRange, head: CellPlace): CellRange | undefined {
  const { top, bottom, left, right } = source;
  const down = beyond(head.rowIdx, top, bottom);
  const along = beyond(head.idx, left, right);
  if (down === 0 && along === 0) return undefined;
  if (Math.abs(down) >= Math.abs(along)) {
    return down > 0
      ? { ...source, top: bottom + 1, bottom: head.rowIdx }
      : { ...source, top: head.rowIdx, bottom: top - 1 };
  }
  return along > 0
    ? { ...source, left: right + 1, right: head.idx }
    : { ...source, left: head.idx, right: left - 1 };
}

function beyond(at: number, from: number, to: number): number {
  return Math.min(0, at - from) + Math.max(0, at - to);
}
