import { isNumberType, type Cell } from '../artifacts.ts';
import { readCondition } from '../sql/conditions.ts';
import type { PartOfTime, QueryRows, RunParameter } from '../sql/queries.ts';
import { isTime, wallTimeOf } from './chart-guess.ts';
import { numberOf } from './chart-data.ts';
import {
  type Part,
  runningOf,
  samePart,
  unitOf,
  wallTimeIn,
  writeBucket,
  writePart,
  writeWallTime,
} from './time-buckets.ts';

type Result = Pick<QueryRows, 'fields' | 'rows'>;
type Running = Part & { column: string };

type NumberReading = {
  /** The number is what to compare of it: money is printed with its sign and groups. */
  value: { column: string; text: string | null; number: number | null };
  /** The number beside it; the change is a part of it, where it can be told. */
  before: { name: string; text: string; change: number | undefined; isNew: boolean } | undefined;
  /** The way there, where the result has one row for each moment. */
  trend: number[];
  /** The last one is not over: with which part of the one before it is compared. */
  running: Running | undefined;
};

type Moment = {
  /** What the clocks of the project show; without it every time counts as over. */
  at?: number | undefined;
  /** What the same part of the time before was, once it is known. */
  before?: { name: string; text: string | null } | undefined;
  /** Of who reads the name of the time before; without it that is as the database wrote it. */
  language?: string | undefined;
};

/**
 * The first number of the first row, and the second to compare it with; a text where there is none.
 * With a row for each day or month it is the last one, compared with the one before it; one that is
 * not over is compared with the same part of the one before, as far as that is known.
 */
export function readNumber(
  { fields, rows }: Result,
  { at, before: part, language }: Moment = {},
): NumberReading {
  const time = fields.findIndex(({ type }) => isTime(type));
  const [first, second] = fields.flatMap(({ type }, place) => (isNumberType(type) ? [place] : []));
  if (first === undefined) {
    const cell = rows[0]?.[0] ?? null;
    const text = cell === null ? null : String(cell);
    return {
      value: { column: fields[0]?.name ?? '', text, number: null },
      before: undefined,
      trend: [],
      running: undefined,
    };
  }
  const timeOf = (row: QueryRows['rows'][number]) => wallTimeOf(String(row[time] ?? ''));
  // What has no date is not the last of those that have one, wherever the result lists it.
  const timed = time < 0 ? [] : rows.filter((one) => !Number.isNaN(timeOf(one)));
  const isSeries = timed.length > 1;
  const sorted = isSeries
    ? timed.toSorted((one, other) => timeOf(one) - timeOf(other))
    : (timed.length > 0 ? timed : rows).slice(0, 1);
  const places = sorted.map(timeOf);
  const unit = unitOf(places, fields[time]?.name);
  const nameOf = (one: QueryRows['rows'][number]) => {
    const place = timeOf(one);
    if (language === undefined || Number.isNaN(place)) return String(one[time] ?? '');
    return writeBucket(place, unit, language);
  };
  const row = sorted.at(-1) ?? [];
  const cell = row[first] ?? null;
  const text = cell === null ? null : String(cell);
  const number = numberOf(cell);
  const previous = sorted.at(-2);
  const span = isSeries ? runningOf(places, at, unit) : undefined;
  const compared = isSeries
    ? { name: nameOf(previous ?? []), cell: previous?.[first] ?? null }
    : second === undefined
      ? undefined
      : { name: fields[second]?.name ?? '', cell: row[second] ?? null };
  return {
    value: {
      column: fields[first]?.name ?? '',
      text,
      number,
    },
    before: span
      ? part && compare(number, { name: part.name, cell: part.text })
      : compared && compare(number, compared),
    trend: isSeries ? sorted.flatMap((one) => numberOf(one[first]) ?? []) : [],
    running: span && { ...samePart(span.start, span.unit, span.at), column: fields[time]!.name },
  };
}

/**
 * How far a result goes, by the clocks of the project: to when it was read, or to the end of the days
 * it was narrowed to.
 */
export function endOf(
  { asOf }: Pick<QueryRows, 'asOf'>,
  timeZone: string,
  parameters: readonly RunParameter[] = [],
): number {
  const ends = parameters.flatMap(({ name, value }) => {
    const condition = value === null ? undefined : readCondition(value);
    const end = condition && 'before' in condition ? condition.before : undefined;
    const day = end ?? (name.endsWith('_to') ? value : null);
    const at = day === null ? Number.NaN : wallTimeOf(day);
    return Number.isNaN(at) ? [] : [at - 1];
  });
  return Math.min(wallTimeIn(asOf, timeZone), ...ends);
}

/** As the query is asked for it. */
export function partOf({ column, from, before }: Running): PartOfTime {
  return { column, from: writeWallTime(from), before: writeWallTime(before) };
}

type Reader = {
  timeZone: string;
  language: string;
  /** What the query was asked with. */
  parameters?: readonly RunParameter[] | undefined;
};

/** A number whose last time may not be over, with what came of asking for the part before it. */
export function readNumberAt(
  result: QueryRows,
  part: Result | undefined,
  { timeZone, language, parameters }: Reader,
): NumberReading {
  const at = endOf(result, timeZone, parameters);
  const reading = readNumber(result, { at, language });
  if (!reading.running || !part) return reading;
  const name = writePart(reading.running, language);
  return readNumber(result, { at, before: { name, text: readNumber(part).value.text } });
}

/** The rows of the times that are over: what an alert compares must not grow during the day. */
export function completeRows<R extends Result>(result: R, at: number): R {
  const time = result.fields.findIndex(({ type }) => isTime(type));
  if (time < 0 || result.rows.length < 2) return result;
  const timeOf = (row: QueryRows['rows'][number]) => wallTimeOf(String(row[time] ?? ''));
  const times = result.rows.map(timeOf).filter((place) => !Number.isNaN(place));
  const last = Math.max(...times);
  const sorted = times.toSorted(ascending);
  const isRunning = runningOf(sorted, at, unitOf(sorted, result.fields[time]?.name)) !== undefined;
  return isRunning ? { ...result, rows: result.rows.filter((row) => timeOf(row) < last) } : result;
}

const ascending = (one: number, other: number) => one - other;

function compare(number: number | null, { name, cell }: { name: string; cell: Cell }) {
  const base = numberOf(cell);
  if (base === null || !Number.isFinite(base)) return undefined;
  const change = number !== null && base !== 0 ? (number - base) / Math.abs(base) : undefined;
  return {
    name,
    text: String(cell),
    change: Number.isFinite(change) ? change : undefined,
    isNew: base === 0 && number !== null && number !== 0,
  };
}
