import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import type { GridEdits } from './drawn.ts';
import type { Field } from './result-grid-columns.tsx';
import type { Cell, ResultRows, Row } from './result-rows.ts';

/** As many as anybody pastes somewhere; beyond that an export is the way. */
export const MOST_COPIED = 10_000;

/** Marked cells by the numbers of their rows on screen and of their columns. */
export type MarkedCells = {
  range: CellRange;
  /** Numbers of the rows in the order they are shown; undefined as they came. */
  order: readonly number[] | undefined;
};

export type OnScreen = {
  fields: readonly Field[];
  rows: ResultRows;
  edits: GridEdits | undefined;
};

/** The rows that are marked, whole, as they are on screen: in its order, with what is staged. */
export async function readMarked(shown: OnScreen, { range, order }: MarkedCells): Promise<Row[]> {
  const { rows } = shown;
  const { top } = range;
  const count = Math.min(range.bottom - top + 1, MOST_COPIED);
  if (!order) {
    const read = await rows.readFrom(top, count);
    return read.map((row, at) => asStaged(row, top + at, shown));
  }
  const all = await rows.readFirst(rows.length);
  return order.slice(top, top + count).map((row) => asStaged(all[row] ?? [], row, shown));
}

function asStaged(row: Row, number: number, { edits, fields }: OnScreen): Row {
  if (!edits) return row;
  return row.map((cell, at) => {
    const staged = stagedCell(cell, { row: number, at }, edits);
    return staged !== cell && typeof staged === 'string' ? asRead(staged, fields[at]) : staged;
  });
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

/** Types of the database whose values a result has as numbers: int2, int4, float4, float8. */
const NUMBERS = new Set([21, 23, 700, 701]);
const BOOLEAN = 16;

/** A value that was typed in, as a result has it; what is none of its type stays a text. */
function asRead(text: string, field: Field | undefined): Cell {
  if (field?.oid === BOOLEAN && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = field !== undefined && NUMBERS.has(field.oid) && text.trim() !== '';
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
