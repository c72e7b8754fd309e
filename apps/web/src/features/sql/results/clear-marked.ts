import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import type { MarkedCells, OnScreen } from './copied-range.ts';
import type { RowEdits } from './drawn.ts';

/** NULL for the marked cells that may be it; rows that are not loaded are left, and counted. */
export function clearMarked(
  { range, order }: MarkedCells,
  { rows, edits }: Pick<OnScreen, 'rows' | 'edits'>,
): { changes: RowEdits[]; left: number } {
  const cells = Array.from({ length: range.right - range.left + 1 }, (_, at) => {
    const column = edits?.columnAt(range.left + at);
    return column?.isNullable ? [{ column: column.name, value: NULL_VALUE }] : [];
  }).flat();
  if (!edits || cells.length === 0) return { changes: [], left: 0 };
  const marked = Array.from({ length: range.bottom - range.top + 1 }, (_, at) => {
    const place = range.top + at;
    return order ? order[place] : place;
  }).filter((row) => row !== undefined);
  const loaded = marked.filter((row) => rows.rowAt(row) !== undefined);
  return {
    changes: loaded.filter((row) => !edits.isRemoved(row)).map((row) => ({ row, edits: cells })),
    left: marked.length - loaded.length,
  };
}
