import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ColumnAnalysis } from '@causeway/contract/imports/records.ts';

type ValueOptions = Pick<ReadOptions, 'decimal' | 'dateOrder' | 'nullWords'>;

/**
 * Finds the narrowest type that takes every value of a column. A type is given up with the first
 * value that does not fit and never comes back, so a million values cost little more than one test
 * each.
 */
export type ColumnInference = {
  see(value: string | null, line: number): void;
  /** Rows before the column was met. */
  seeNothing(rows: number): void;
  result(): ColumnAnalysis;
};

type Candidate = { type: string; fits(value: string): boolean };

const MOST_SAMPLES = 5;
const LONGEST_SAMPLE = 200;
const nullLike = /^(null|nil|none|n\/?a|nan|#n\/a|\\n|-|--|\?)$/i;

export function inferColumn(name: string, options: ValueOptions): ColumnInference {
  const nullWords = new Set(options.nullWords);
  const words = new Map<string, number>();
  const samples = new Set<string>();
  let candidates = candidatesFor(options);
  let seen = 0;
  let empty = 0;
  let longest = 0;
  let turnedAt: number | null = null;
  let turnedFrom: string | null = null;

  const narrow = (value: string, line: number) => {
    const before = candidates[0];
    if (before?.fits(value)) return;
    candidates = candidates.filter((candidate) => candidate.fits(value));
    // A wider number is the same kind of thing; a text among numbers is worth a word.
    const isOther = !isWider(before?.type, candidates[0]?.type);
    if (seen > 1 && isOther) {
      turnedAt ??= line;
      turnedFrom ??= before?.type ?? null;
    }
  };
  return {
    see: (value, line) => {
      if (value === null || value === '' || nullWords.has(value)) {
        empty += 1;
        return;
      }
      if (value.length < 6 && nullLike.test(value)) words.set(value, (words.get(value) ?? 0) + 1);
      seen += 1;
      if (value.length > longest) longest = value.length;
      if (samples.size < MOST_SAMPLES) samples.add(value.slice(0, LONGEST_SAMPLE));
      if (candidates.length > 0) narrow(value, line);
    },
    seeNothing: (rows) => {
      empty += rows;
    },
    result: () => ({
      name,
      type: seen === 0 ? 'text' : (candidates[0]?.type ?? 'text'),
      empty,
      longest,
      samples: [...samples],
      nullWords: [...words].map(([word, count]) => ({ word, count })),
      turnedAt: candidates.length === 0 ? turnedAt : null,
      turnedFrom: candidates.length === 0 ? turnedFrom : null,
    }),
  };
}

const kinds = [
  ['integer', 'bigint', 'numeric'],
  ['date', 'timestamp'],
  ['time', 'interval'],
];

function isWider(before = '', after = ''): boolean {
  return kinds.some((types) => types.includes(before) && types.includes(after));
}

/** A leading zero is part of a number that is none: a postal code, a phone number. */
const whole = /^[+-]?(0|[1-9]\d*)$/;
/** So is a plus in front of many digits. */
const phone = /^\+\d{7,}$/;

function candidatesFor({ decimal, dateOrder }: ValueOptions): Candidate[] {
  const fraction =
    decimal === '.'
      ? /^[+-]?(0|[1-9]\d*)?(\.\d+)?([eE][+-]?\d+)?$/
      : /^[+-]?((0|[1-9]\d*)|[1-9]\d{0,2}(\.\d{3})+)?(,\d+)?$/;
  const grouped = decimal === ',' ? /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/ : undefined;
  const bare = (value: string) => (grouped?.test(value) ? value.replaceAll('.', '') : value);
  const isWhole = (value: string) => whole.test(bare(value)) && !phone.test(value);
  return [
    { type: 'boolean', fits: (value) => /^(true|false|t|f)$/i.test(value) },
    { type: 'integer', fits: (value) => isWhole(value) && isWithin(bare(value), 2n ** 31n) },
    { type: 'bigint', fits: (value) => isWhole(value) && isWithin(bare(value), 2n ** 63n) },
    {
      type: 'numeric',
      fits: (value) => /\d/.test(value) && fraction.test(value) && !phone.test(value),
    },
    { type: 'date', fits: (value) => isDate(value, dateOrder) },
    // A moment at midnight is often written as a day alone, so a day is one too.
    {
      type: 'timestamp',
      fits: (value) => isDate(value, dateOrder) || isMoment(value, dateOrder, false),
    },
    { type: 'timestamptz', fits: (value) => isMoment(value, dateOrder, true) },
    {
      type: 'time',
      fits: (value) => /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/.test(value),
    },
    { type: 'interval', fits: (value) => /^-?\d{1,7}:[0-5]\d:[0-5]\d(\.\d{1,6})?$/.test(value) },
    {
      type: 'uuid',
      fits: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
    },
    { type: 'jsonb', fits: isJson },
  ];
}

function isWithin(digits: string, bound: bigint): boolean {
  if (digits.length < 10) return true;
  const value = BigInt(digits.replace(/^\+/, ''));
  return value < bound && value >= -bound;
}

function isDate(value: string, order: ReadOptions['dateOrder']): boolean {
  const parts = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})$/.exec(value);
  if (!parts) return false;
  const [a, b, c] = [Number(parts[1]), Number(parts[3]), Number(parts[4])];
  if (parts[1]!.length === 4) return isDay(a, b, c);
  if (parts[4]!.length !== 4 && parts[4]!.length !== 2) return false;
  if (order === 'ymd') return false;
  return order === 'dmy' ? isDay(c, b, a) : isDay(c, a, b);
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year < 100 ? year + 2000 : year, month, 0)).getUTCDate();
}

/** To the microsecond, after a point: the database would round what is finer, and knows no comma. */
function isMoment(value: string, order: ReadOptions['dateOrder'], hasZone: boolean): boolean {
  const match =
    /^(\S+?)[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6}0{0,3})?)?)(\s?(?:Z|[+-]\d{2}(?::?\d{2})?))?$/i.exec(
      value,
    );
  if (!match || (match[3] !== undefined) !== hasZone) return false;
  return isDate(match[1]!, order);
}

function isJson(value: string): boolean {
  if (!/^\s*[{[]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
