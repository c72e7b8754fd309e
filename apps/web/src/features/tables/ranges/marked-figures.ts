import type { Cell } from '#domain/data-grid/cell-display.ts';
import { isRightAligned, type ShownColumn } from '../table-columns.ts';
import type { CellRange } from '#domain/data-grid/ranges/cell-range.ts';
import { cellIn, type GridRow } from '../edits/grid-rows.ts';

/** What is told of marked cells: how many, and where all figures among them are known, their sum. */
export type MarkedFigures = { cells: number; sum?: { text: string; count: number } };

/** More than these are only counted: adding them up would be felt. */
const MOST_ADDED = 20_000;

export function figuresOf(
  range: CellRange,
  rows: readonly GridRow[],
  columns: readonly ShownColumn[],
): MarkedFigures {
  const marked = rows.slice(range.top, range.bottom + 1);
  const across = columns.slice(range.left, range.right + 1);
  const cells = marked.length * across.length;
  const figures = across.filter((column) => isRightAligned(column) && !column.isKey);
  if (figures.length === 0 || cells > MOST_ADDED) return { cells };
  const values = marked.flatMap((row) => figures.map((column) => cellIn(row, column)));
  const sum = addUp(values);
  return { cells, ...(sum && sum.count > 1 && { sum }) };
}

/** To the last digit, as the database would; undefined where a value is not loaded or not finite. */
export function addUp(
  values: readonly (Cell | undefined)[],
): { text: string; count: number } | undefined {
  const known = values.filter((value) => value !== null);
  const parts = known.map((value) => /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)));
  const scale = Math.max(0, ...parts.map((part) => part?.[3]?.length ?? 0));
  let total = 0n;
  for (const part of parts) {
    if (!part) return undefined;
    const [, sign = '', whole = '', fraction = ''] = part;
    total += BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
  }
  return { text: withPoint(total, scale), count: known.length };
}

function withPoint(total: bigint, scale: number): string {
  const sign = total < 0n ? '-' : '';
  const digits = String(total < 0n ? -total : total).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}
