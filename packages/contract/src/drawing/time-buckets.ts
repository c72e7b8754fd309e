export const bucketUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type BucketUnit = (typeof bucketUnits)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** More than these nobody can see beside each other; nothing is filled in then. */
const MOST_FILLED = 5_000;

/**
 * How long the times of a result are, told from where they begin and, as of a single one or of two
 * far apart nothing else tells it, by what their column is called; undefined where they begin anywhere.
 */
export function unitOf(
  places: readonly number[],
  column = '',
  /** What the query says, where it does. */
  told?: BucketUnit,
): BucketUnit | undefined {
  if (places.some((place) => place % HOUR !== 0)) return undefined;
  if (told === 'hour' || places.some((place) => place % DAY !== 0)) return 'hour';
  const dates = [...new Set(places)].map((place) => new Date(place));
  const [first] = dates;
  const all = (test: (date: Date) => boolean) => dates.every(test);
  const everyMonths = (count: number) =>
    all((date) => date.getUTCDate() === 1 && date.getUTCMonth() % count === 0);
  const fits = {
    year: everyMonths(12),
    quarter: everyMonths(3),
    month: everyMonths(1),
    week: all((date) => date.getUTCDay() === first?.getUTCDay()),
    day: true,
  };
  const last = column
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .at(-1);
  const named = told ?? unitNames.get(last ?? '');
  if (named && fits[named]) return named;
  if (dates.length < 2) return 'day';
  return (['year', 'quarter', 'month', 'week'] as const).find((unit) => fits[unit]) ?? 'day';
}

/** What `month` or `order_month` says of its times. */
const unitNames = new Map<string, Exclude<BucketUnit, 'hour'>>([
  ['year', 'year'],
  ['jahr', 'year'],
  ['quarter', 'quarter'],
  ['quartal', 'quarter'],
  ['month', 'month'],
  ['monat', 'month'],
  ['week', 'week'],
  ['woche', 'week'],
  ['day', 'day'],
  ['tag', 'day'],
]);

/** Between two marks of an axis: half a month has no name. */
export function leastStep(places: readonly number[]): number {
  const unit = unitOf(places);
  if (unit === undefined || unit === 'hour') return 0;
  const days = { year: 360, quarter: 85, month: 27, week: 6, day: 1 } as const;
  return days[unit] * DAY;
}

/** Where the one begins that is so many steps away. */
export function bucketFrom(start: number, unit: BucketUnit, steps: number): number {
  if (unit === 'hour') return start + steps * HOUR;
  const date = new Date(start);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === 'year') return Date.UTC(year + steps, month, day);
  if (unit === 'day' || unit === 'week') {
    return Date.UTC(year, month, day + steps * (unit === 'week' ? 7 : 1));
  }
  return Date.UTC(year, month + steps * (unit === 'quarter' ? 3 : 1), day);
}

/** Those between the first and the last that the result has no row for. */
export function missingBuckets(places: readonly number[], column?: string): number[] {
  const known = new Set(places);
  const sorted = [...known].toSorted((one, other) => one - other);
  const unit = unitOf(sorted, column);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!unit || first === undefined || last === undefined) return [];
  const missing: number[] = [];
  for (let at = first; at < last; at = bucketFrom(at, unit, 1)) {
    if (!known.has(at)) missing.push(at);
    if (missing.length > MOST_FILLED) return [];
  }
  return missing;
}

/** What the clocks of a zone showed at an instant, as if it were UTC. */
export function wallTimeIn(instant: string | Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(instant));
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** As Postgres reads it, in the zone of the session. */
export function writeWallTime(place: number): string {
  return new Date(place).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Half a month beside a whole one says nothing: whether the last of these times, told from left to
 * right, is still going on at that moment.
 */
export function runningOf(places: readonly number[], at: number | undefined, unit?: BucketUnit) {
  const start = places.at(-1);
  if (start === undefined || at === undefined || !unit) return undefined;
  return start <= at && at < bucketFrom(start, unit, 1) ? { start, unit, at } : undefined;
}

export type Part = { from: number; before: number };

/**
 * Of the time before the one that is running, as much as of the running one has passed: the days up
 * to today, and of a day or an hour the minutes. All of it where it was shorter.
 */
export function samePart(start: number, unit: BucketUnit, at: number): Part {
  const from = bucketFrom(start, unit, -1);
  const isShort = unit === 'day' || unit === 'hour';
  const passed = isShort ? at - start : Math.floor((at - start) / DAY + 1) * DAY;
  return { from, before: Math.min(from + passed, start) };
}

/** `1–15 Feb 2026` */
export function writePart({ from, before }: Part, language: string): string {
  const isHours = (before - from) % DAY !== 0;
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    dateStyle: 'medium',
    ...(isHours && { timeStyle: 'short' }),
  });
  const last = isHours ? before : before - DAY;
  return last > from ? format.formatRange(from, last) : format.format(from);
}

/** `September 2026`, `Q3 2026`, `15 Sep 2026`: as long as it is, and no longer. */
export function writeBucket(place: number, unit: BucketUnit | undefined, language: string): string {
  const date = new Date(place);
  if (unit === 'quarter') return `Q${date.getUTCMonth() / 3 + 1} ${date.getUTCFullYear()}`;
  const styles: Partial<Record<BucketUnit, Intl.DateTimeFormatOptions>> = {
    year: { year: 'numeric' },
    month: { month: 'long', year: 'numeric' },
    week: { dateStyle: 'medium' },
    day: { dateStyle: 'medium' },
  };
  const style = (unit && styles[unit]) ?? { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...style }).format(date);
}
