import type { Cell } from './result-rows.ts';

export type Direction = 'ASC' | 'DESC';
export type Sort = { column: number; direction: Direction };

type Compare = (one: string, other: string) => number;

/**
 * The order of a result's rows by one column, by what its type means and digit for digit: numbers
 * that a float could not hold, instants of different offsets. NULL comes last either way, and equal
 * rows stay as they came.
 */
export function orderOf(
  cells: readonly (Cell | undefined)[],
  type: string,
  { direction, language }: { direction: Direction; language: string },
): number[] {
  const compare = compareOf(type, language);
  const texts = cells.map((cell) => (cell === null || cell === undefined ? null : String(cell)));
  const sign = direction === 'ASC' ? 1 : -1;
  return texts
    .map((_, row) => row)
    .toSorted((one, other) => {
      const [a, b] = [texts[one] ?? null, texts[other] ?? null];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return sign * compare(a, b);
    });
}

function compareOf(type: string, language: string): Compare {
  if (decimals.has(type)) return ranked(compareDecimals);
  if (floats.has(type)) return ranked((one, other) => Number(one) - Number(other));
  if (times.has(type)) return ranked(by(microsecondsOf));
  if (type === 'interval') return ranked(by(spanOf));
  if (words.has(type)) return new Intl.Collator(language).compare;
  return plain;
}

const decimals = new Set(['int2', 'int4', 'int8', 'numeric', 'oid']);
const floats = new Set(['float4', 'float8']);
const times = new Set(['date', 'timestamp', 'timestamptz', 'time', 'timetz']);
const words = new Set(['text', 'varchar', 'bpchar', 'name', 'citext']);

const plain: Compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** What lies beyond every other value; Postgres sorts NaN above infinity. */
const ranks = new Map([
  ['-infinity', -1],
  ['infinity', 1],
  ['nan', 2],
]);

function ranked(compare: Compare): Compare {
  const rankOf = (text: string) => ranks.get(text.toLowerCase()) ?? 0;
  return (one, other) => {
    const [high, low] = [rankOf(one), rankOf(other)];
    return high === 0 && low === 0 ? compare(one, other) : high - low;
  };
}

function by(valueOf: (text: string) => bigint): Compare {
  const known = new Map<string, bigint>();
  const value = (text: string) => {
    const found = known.get(text) ?? valueOf(text);
    known.set(text, found);
    return found;
  };
  return (one, other) => {
    const difference = value(one) - value(other);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  };
}

const compareDecimals: Compare = (one, other) => {
  const [a, b] = [digitsOf(one), digitsOf(other)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  const size = a.whole.length - b.whole.length || plain(a.whole, b.whole) || plain(a.part, b.part);
  return a.sign * size;
};

function digitsOf(text: string): { sign: number; whole: string; part: string } {
  const [left = '', right = ''] = text.replace('-', '').split('.');
  const whole = left.replace(/^0+/, '');
  let end = right.length;
  while (right[end - 1] === '0') end -= 1;
  const part = right.slice(0, end);
  const isZero = whole === '' && part === '';
  return { whole, part, sign: isZero ? 0 : text.startsWith('-') ? -1 : 1 };
}

const printedTime =
  /^(?:(\d+)-(\d\d)-(\d\d))?[ T]?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?( BC)?$/;

/** Since 1970, of an instant as Postgres prints it; a time of day is one of that first day. */
function microsecondsOf(text: string): bigint {
  const [, year = '1970', month = '01', day = '01', hour, minute, second, fraction = '', ...zone] =
    printedTime.exec(text) ?? [];
  const [sign, zoneHours, zoneMinutes, zoneSeconds, era] = zone;
  const date = new Date(0);
  date.setUTCFullYear(era ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day));
  const offset = secondsOf(zoneHours, zoneMinutes, zoneSeconds) * (sign === '-' ? -1n : 1n);
  const seconds = BigInt(date.getTime() / 1000) + secondsOf(hour, minute, second) - offset;
  return seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

function secondsOf(hours = '0', minutes = '0', seconds = '0'): bigint {
  return BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds);
}

const DAY = 86_400_000_000n;
/** As Postgres compares them: a month has 30 days. */
const units: Record<string, bigint> = { year: 360n * DAY, mon: 30n * DAY, day: DAY };

/** `1 year 2 mons -3 days 04:05:06.7` */
function spanOf(text: string): bigint {
  const parts = [...text.matchAll(/(-?\d+) (year|mon|day)s?/g)];
  const sum = parts.reduce((sofar, [, count = '0', unit = 'day']) => {
    return sofar + BigInt(count) * (units[unit] ?? 0n);
  }, 0n);
  const [clock, sign, ...time] = /([+-])?(\d+):(\d\d):(\d\d)(?:\.(\d+))?$/.exec(text) ?? [];
  if (clock === undefined) return sum;
  const [hours, minutes, seconds, fraction = ''] = time;
  const microseconds =
    secondsOf(hours, minutes, seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sum + (sign === '-' ? -microseconds : microseconds);
}
