import { isNumberType } from '@causeway/contract/artifacts.ts';
import type { QueryRows } from '@causeway/contract/queries.ts';
import { isPlainNumber } from './write-number.ts';

type NumberReading = {
  value: { text: string | null; isNumber: boolean };
  /** The number beside it; the change is a part of it, where it can be told. */
  before: { name: string; text: string; change: number | undefined } | undefined;
};

/** The first number of the first row, and the second to compare it with; a text where there is none. */
export function readNumber({ fields, rows }: Pick<QueryRows, 'fields' | 'rows'>): NumberReading {
  const [row = []] = rows;
  const numbers = fields.flatMap(({ name, type }, place) =>
    isNumberType(type) ? [{ name, cell: row[place] ?? null }] : [],
  );
  const [first, second] = numbers;
  if (!first) {
    const cell = row[0] ?? null;
    return {
      value: { text: cell === null ? null : String(cell), isNumber: false },
      before: undefined,
    };
  }
  const text = first.cell === null ? null : String(first.cell);
  return {
    value: { text, isNumber: text !== null && isPlainNumber(text) },
    before: second && compare(text, second),
  };
}

function compare(text: string | null, { name, cell }: { name: string; cell: unknown }) {
  const before = String(cell);
  if (cell === null || !isPlainNumber(before)) return undefined;
  const base = Number(before);
  const change = text !== null && base !== 0 ? (Number(text) - base) / Math.abs(base) : undefined;
  return { name, text: before, change: Number.isFinite(change) ? change : undefined };
}
