import { type Clock, momentOf, onDay } from '../ways/wall-time.ts';

/** What is known of values beside their texts. */
export type SeriesKind = {
  /** By which instants become days. */
  clock: Clock;
  /** Their last digits may be more than sixty, or than the days of a month. */
  isTime: boolean;
};

/**
 * What comes after some values, as a spreadsheet would go on: numbers, days and texts with a number at
 * their end that are equally far apart go on so, everything else begins anew.
 */
export function continueSeries(
  values: readonly string[],
  { clock, isTime }: SeriesKind = { clock: 'as-written', isTime: false },
): ((step: number) => string) | undefined {
  if (values.length < 2) return undefined;
  const known = numbers(values) ?? days(values, clock) ?? months(values);
  return known ?? (isTime ? undefined : numbered(values));
}

type Sequence = ((step: number) => string) | undefined;

/** To the last digit, whatever their size; what begins with a zero is a name made of digits. */
function numbers(values: readonly string[]): Sequence {
  const parts = values.map((value) => /^(-?)(0|[1-9]\d{0,199})(?:\.(\d{1,200}))?$/.exec(value));
  const scale = Math.max(...parts.map((part) => part?.[3]?.length ?? 0));
  const scaled = parts.map((part) => {
    if (!part) return undefined;
    const [, sign = '', whole = '', fraction = ''] = part;
    return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
  });
  const known = scaled.filter((value) => value !== undefined);
  if (known.length < values.length) return undefined;
  const [last, distance] = evenly(known);
  if (last === undefined || distance === undefined) return undefined;
  return (step) => withPoint(last + distance * BigInt(step), scale);
}

const DAY_MS = 86_400_000;

/** Dates, with a time of day that stays, also over a change of clocks; the same day of every month goes by months. */
function days(values: readonly string[], clock: Clock): Sequence {
  const parts = values.map((value) => dayIn(value, clock));
  const dates = parts.flatMap((part) => (part && part.time === parts[0]?.time ? part.date : []));
  const last = dates.at(-1);
  const text = values.at(-1);
  if (!last || text === undefined || dates.length < values.length) return undefined;
  const on = (date: Date) => onDay(text, isoDay(date), clock) ?? text;
  const distance = monthSteps(dates);
  if (distance !== undefined) {
    const isEnd = dates.every(isMonthEnd);
    return (step) => on(sameDayLater(last, distance * step, isEnd));
  }
  const [end, between] = evenly(dates.map((date) => BigInt(date.getTime() / DAY_MS)));
  if (end === undefined || between === undefined) return undefined;
  return (step) => on(new Date(Number(end + between * BigInt(step)) * DAY_MS));
}

function dayIn(text: string, clock: Clock): { date: Date; time: string } | undefined {
  const moment = momentOf(text, clock);
  if (!moment) return undefined;
  const date = new Date(`${moment.day}T00:00:00Z`);
  if (clock !== 'as-written') {
    const seconds = /:\d\d(:\d\d(?:\.\d+)?)/.exec(text)?.[1] ?? '';
    return { date, time: moment.time + seconds };
  }
  // What is no day of its month was read as one of the next.
  return text.startsWith(moment.day) ? { date, time: text.slice(moment.day.length) } : undefined;
}

/** 2026-11, 2026-12: the months of a year end at twelve. */
function months(values: readonly string[]): Sequence {
  const parts = values.map((value) => /^(\d{4})-(0[1-9]|1[0-2])$/.exec(value));
  const counts = parts.flatMap((part) => {
    return part ? BigInt(Number(part[1]) * 12 + Number(part[2]) - 1) : [];
  });
  if (counts.length < values.length) return undefined;
  const [last, distance] = evenly(counts);
  if (last === undefined || distance === undefined) return undefined;
  return (step) => isoDay(utcDay(0, Number(last + distance * BigInt(step)), 1)).slice(0, -3);
}

/** How many months lie between each two, where all are the same day of a month, or all the last. */
function monthSteps(dates: readonly Date[]): number | undefined {
  const isSameDay = dates.every((date) => date.getUTCDate() === dates[0]?.getUTCDate());
  if (!isSameDay && !dates.every(isMonthEnd)) return undefined;
  const [, distance] = evenly(
    dates.map((date) => BigInt(date.getUTCFullYear() * 12 + date.getUTCMonth())),
  );
  return distance === undefined || distance === 0n ? undefined : Number(distance);
}

function isMonthEnd(date: Date): boolean {
  return new Date(date.getTime() + DAY_MS).getUTCDate() === 1;
}

/** The 31st of a short month is its last day. */
function sameDayLater(date: Date, distance: number, isEnd: boolean): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + distance];
  const end = utcDay(year, month + 1, 0);
  return isEnd || date.getUTCDate() > end.getUTCDate()
    ? end
    : utcDay(year, month, date.getUTCDate());
}

/** Of the years 0 to 99 a date is made by no other way: elsewhere they are those of our century. */
function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** Years beyond 9999 as databases write them, without a sign. */
function isoDay(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  return date.toISOString().split('T')[0]?.replace(/^\+0*/, '') ?? '';
}

/** Item 1, Item 2: the digits at the end count, as wide as they were. */
function numbered(values: readonly string[]): Sequence {
  const parts = values.map(splitNumber);
  const [first] = parts;
  const digits = parts.map((part) => part.digits);
  const isAlike = parts.every((part) => part.digits !== '' && part.name === first?.name);
  if (!first || !isAlike) return undefined;
  const [last, distance] = evenly(digits.map(BigInt));
  if (last === undefined || distance === undefined) return undefined;
  const width = Math.min(...digits.map((text) => text.length));
  return (step) => {
    const number = last + distance * BigInt(step);
    return first.name + String(number < 0n ? 0n : number).padStart(width, '0');
  };
}

const MOST_DIGITS = 200;

function splitNumber(text: string): { name: string; digits: string } {
  let start = text.length;
  while (start > 0 && text.length - start < MOST_DIGITS && isDigit(text[start - 1])) start -= 1;
  return { name: text.slice(0, start), digits: text.slice(start) };
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= '0' && sign <= '9';
}

/** The last of them and the distance between each two; no distance where it varies. */
function evenly(values: readonly bigint[]): [last: bigint | undefined, distance?: bigint] {
  const [first, second] = values;
  if (first === undefined || second === undefined) return [undefined];
  const distance = second - first;
  const isEven = values.every((value, at) => value === first + distance * BigInt(at));
  return isEven ? [values.at(-1), distance] : [undefined];
}

function withPoint(value: bigint, scale: number): string {
  if (scale === 0) return String(value);
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
