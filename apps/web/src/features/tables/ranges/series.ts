/**
 * What comes after some values, as a spreadsheet would go on: numbers, days and texts with a number at
 * their end that are equally far apart go on so, everything else begins anew.
 */
export function continueSeries(values: readonly string[]): ((step: number) => string) | undefined {
  if (values.length < 2) return undefined;
  return numbers(values) ?? days(values) ?? numbered(values);
}

type Sequence = ((step: number) => string) | undefined;

/** To the last digit, whatever their size. */
function numbers(values: readonly string[]): Sequence {
  const parts = values.map((value) => /^(-?)(\d{1,200})(?:\.(\d{1,200}))?$/.exec(value));
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

/** Dates, with a time of day that stays; the same day of every month goes by months. */
function days(values: readonly string[]): Sequence {
  const parts = values.map((value) => /^(\d{4})-(\d\d)-(\d\d)((?:[ T].*)?)$/s.exec(value));
  const [first] = parts;
  const dates = parts.flatMap((part) => {
    if (!part || part[4] !== first?.[4]) return [];
    const [, year, month, day] = part.map(Number);
    const date = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day));
    return date.toISOString().slice(0, 10) === part[0].slice(0, 10) ? date : [];
  });
  const last = dates.at(-1);
  if (!last || dates.length < values.length) return undefined;
  const rest = first?.[4] ?? '';
  const months = monthSteps(dates);
  if (months !== undefined) {
    const isEnd = dates.every(isMonthEnd);
    return (step) => isoDay(sameDayLater(last, months * step, isEnd)) + rest;
  }
  const [end, distance] = evenly(dates.map((date) => BigInt(date.getTime() / DAY_MS)));
  if (end === undefined || distance === undefined) return undefined;
  return (step) => isoDay(new Date(Number(end + distance * BigInt(step)) * DAY_MS)) + rest;
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
function sameDayLater(date: Date, months: number, isEnd: boolean): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const end = new Date(Date.UTC(year, month + 1, 0));
  return isEnd || date.getUTCDate() > end.getUTCDate()
    ? end
    : new Date(Date.UTC(year, month, date.getUTCDate()));
}

function isoDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
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
    return number < 0n ? `${first.name}0` : first.name + String(number).padStart(width, '0');
  };
}

const MOST_DIGITS = 15;

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
