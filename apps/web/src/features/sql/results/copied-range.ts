import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import type { GridEdits } from './drawn.ts';
import type { Cell, ResultRows, Row } from './result-rows.ts';

/** As many as anybody pastes somewhere; beyond that an export is the way. */
export const MOST_COPIED = 10_000;

/** Marked cells by the numbers of their rows on screen and of their columns. */
export type MarkedCells = {
  range: CellRange;
  /** Numbers of the rows in the order they are shown; undefined as they came. */
  order: readonly number[] | undefined;
};

/** The rows that are marked, whole, as they are on screen: in its order, with what is staged. */
export async function readMarked(
  rows: ResultRows,
  { range, order }: MarkedCells,
  edits: GridEdits | undefined,
): Promise<Row[]> {
  const { top } = range;
  const count = Math.min(range.bottom - top + 1, MOST_COPIED);
  if (!order) {
    const read = await rows.readFrom(top, count);
    return read.map((row, at) => asStaged(row, top + at, edits));
  }
  const all = await rows.readFirst(rows.length);
  return order.slice(top, top + count).map((row) => asStaged(all[row] ?? [], row, edits));
}

function asStaged(row: Row, number: number, edits: GridEdits | undefined): Row {
  return edits ? row.map((cell, at) => stagedCell(cell, { row: number, at }, edits)) : row;
}

/** What the cell is to be; what the database will fill in is shown as it is. */
export function stagedCell(
  cell: Cell,
  { row, at }: { row: number; at: number },
  edits: GridEdits | undefined,
): Cell {
  const staged = edits?.stagedAt(row, at);
  if (staged === undefined || 'default' in staged) return cell;
  return 'null' in staged ? null : staged.set;
}
