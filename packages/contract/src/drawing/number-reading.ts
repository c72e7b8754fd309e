import { isNumberType } from '../artifacts.ts';
import type { QueryRows } from '../sql/queries.ts';
import { isTime, wallTimeOf } from './chart-guess.ts';
import { numberOf } from './chart-data.ts';
import { isPlainNumber } from './write-number.ts';

type NumberReading = {
  value: { column: string; text: string | null; isNumber: boolean };
  /** The number beside it; the change is a part of it, where it can be told. */
  before: { name: string; text: string; change: number | undefined; isNew: boolean } | undefined;
  /** The way there, where the result has one row for each moment. */
  trend: number[];
};

/**
 * The first number of the first row, and the second to compare it with; a text where there is none.
 * With a row for each day or month it is the last one, compared with the one before it.
 */
export function readNumber({ fields, rows }: Pick<QueryRows, 'fields' | 'rows'>): NumberReading {
  const time = fields.findIndex(({ type }) => isTime(type));
  const places = fields.flatMap(({ type }, place) => (isNumberType(type) ? [place] : []));
  const [first, second] = places;
  if (first === undefined) {
    const cell = rows[0]?.[0] ?? null;
    const text = cell === null ? null : String(cell);
    return {
      value: { column: fields[0]?.name ?? '', text, isNumber: false },
      before: undefined,
      trend: [],
    };
  }
  const isSeries = time >= 0 && rows.length > 1;
  const timeOf = (row: QueryRows['rows'][number]) => wallTimeOf(String(row[time] ?? ''));
  const sorted = isSeries
    ? rows.toSorted((one, other) => timeOf(one) - timeOf(other))
    : rows.slice(0, 1);
  const row = sorted.at(-1) ?? [];
  const cell = row[first] ?? null;
  const text = cell === null ? null : String(cell);
  const previous = sorted.at(-2);
  const compared = isSeries
    ? { name: String(previous?.[time] ?? ''), cell: previous?.[first] ?? null }
    : second === undefined
      ? undefined
      : { name: fields[second]?.name ?? '', cell: row[second] ?? null };
  return {
    value: {
      column: fields[first]?.name ?? '',
      text,
      isNumber: text !== null && isPlainNumber(text),
    },
    before: compared && compare(text, compared),
    trend: isSeries ? sorted.flatMap((one) => numberOf(one[first]) ?? []) : [],
  };
}

function compare(text: string | null, { name, cell }: { name: string; cell: unknown }) {
  const before = String(cell);
  if (cell === null || !isPlainNumber(before)) return undefined;
  const base = Number(before);
  const change = text !== null && base !== 0 ? (Number(text) - base) / Math.abs(base) : undefined;
  return {
    name,
    text: before,
    change: Number.isFinite(change) ? change : undefined,
    isNew: base === 0 && text !== null && Number(text) !== 0,
  };
}
