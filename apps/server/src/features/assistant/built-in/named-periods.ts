import { addDays, type Grain, type Period, span, startOf, utc } from './days.ts';
import type { Token } from './words.ts';

/** So many words of a question are one stretch of time. */
export type Found = { period: Period; length: number };

export const units: Record<string, Grain> = {
  day: 'day',
  days: 'day',
  tag: 'day',
  tage: 'day',
  tagen: 'day',
  week: 'week',
  weeks: 'week',
  woche: 'week',
  wochen: 'week',
  month: 'month',
  months: 'month',
  monat: 'month',
  monate: 'month',
  monaten: 'month',
  monats: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  quartal: 'quarter',
  quartale: 'quarter',
  quartalen: 'quarter',
  year: 'year',
  years: 'year',
  jahr: 'year',
  jahre: 'year',
  jahren: 'year',
  jahres: 'year',
};
const months = [
  'january januar jan jaenner',
  'february februar feb',
  'march maerz mar',
  'april apr',
  'may mai',
  'june juni jun',
  'july juli jul',
  'august aug',
  'september sep sept',
  'october oktober oct okt',
  'november nov',
  'december dezember dec dez',
].map((names) => new Set(names.split(' ')));
const ordinals = [
  /^(1|first|erste[snm]?)$/,
  /^(2|second|zweite[snm]?)$/,
  /^(3|third|dritte[snm]?)$/,
  /^(4|fourth|vierte[snm]?)$/,
];

const comparing =
  /^(than|als|over|above|under|below|ueber|unter|least|most|mindestens|hoechstens|maximal|[<>]=?)$/;
const money = /^(euro|euros|eur|dollar|dollars|usd|chf|franken|pounds?|pfund)$/;

/** A month, a quarter or a year by its name; without a year the latest that has begun. */
export function readNamed(tokens: Token[], at: number, now: Date): Found | undefined {
  const [one, two] = [tokens[at], tokens[at + 1]];
  const month = months.findIndex((names) => names.has(one?.word ?? ''));
  if (month >= 0) {
    const year = yearOf(two);
    const inYear =
      year ?? (month > now.getUTCMonth() ? now.getUTCFullYear() - 1 : now.getUTCFullYear());
    return {
      period: span(utc(inYear, month), utc(inYear, month + 1)),
      length: year === undefined ? 1 : 2,
    };
  }
  const quarter = /^q([1-4])$/.exec(one?.word ?? '')?.[1];
  if (quarter) return quarterOf(Number(quarter), yearOf(two), now, 1);
  const place = ordinals.findIndex((ordinal) => ordinal.test(one?.word ?? ''));
  if (place >= 0 && /^(quarter|quartals?)$/.test(two?.word ?? ''))
    return quarterOf(place + 1, yearOf(tokens[at + 2]), now, 2);
  const week = weekAt(one, two);
  if (week) return weekOf(week.number, yearOf(tokens[at + week.length]), now, week.length);
  const day = writtenDay(tokens.slice(at, at + 3));
  if (day) return { period: span(day, addDays(day, 1)), length: 3 };
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(one?.word ?? '');
  if (date) {
    const day = new Date(`${one!.word}T00:00:00Z`);
    return Number.isNaN(day.getTime())
      ? undefined
      : { period: span(day, addDays(day, 1)), length: 1 };
  }
  const year = yearOf(one);
  if (year === undefined || units[two?.word ?? '']) return undefined;
  // More than 2000, and 2000 euros, are amounts.
  if (comparing.test(tokens[at - 1]?.word ?? '') || money.test(two?.word ?? '')) return undefined;
  return { period: span(utc(year, 0), utc(year + 1, 0)), length: 1 };
}

function quarterOf(quarter: number, year: number | undefined, now: Date, length: number): Found {
  const first = (quarter - 1) * 3;
  const latest =
    first > now.getUTCMonth() && year === undefined
      ? now.getUTCFullYear() - 1
      : now.getUTCFullYear();
  const begin = utc(year ?? latest, first);
  return {
    period: span(begin, utc(begin.getUTCFullYear(), first + 3)),
    length: length + (year === undefined ? 0 : 1),
  };
}

/** `week 42`, `KW 42`, `KW42`. */
function weekAt(
  one: Token | undefined,
  two: Token | undefined,
): { number: number; length: number } | undefined {
  const joined = /^kw(\d{1,2})$/.exec(one?.word ?? '')?.[1];
  if (joined) return { number: Number(joined), length: 1 };
  if (!/^(week|woche|kw|kalenderwoche)$/.test(one?.word ?? '')) return undefined;
  const number = two?.number;
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 53
    ? { number, length: 2 }
    : undefined;
}

/** A week by its number, Monday first; the first week of a year is the one with its fourth of January. */
function weekOf(
  week: number,
  year: number | undefined,
  now: Date,
  length: number,
): Found | undefined {
  const monday = (of: number) => addDays(firstMonday(of), (week - 1) * 7);
  const thisYear = now.getUTCFullYear();
  const chosen = year ?? (monday(thisYear) > now ? thisYear - 1 : thisYear);
  const begin = monday(chosen);
  // Not every year has a week 53.
  if (begin >= firstMonday(chosen + 1)) return undefined;
  return {
    period: span(begin, addDays(begin, 7)),
    length: length + (year === undefined ? 0 : 1),
  };
}

const firstMonday = (year: number) => startOf('week', new Date(Date.UTC(year, 0, 4)));

/** `1.10.2026`, which came apart at its points. */
function writtenDay(tokens: readonly Token[]): Date | undefined {
  const [day, month, year] = tokens.map(({ word, number }) =>
    number === undefined && /^\d{1,4}$/.test(word) ? Number(word) : Number.NaN,
  );
  if (day === undefined || month === undefined || year === undefined) return undefined;
  if (!(year >= 1900 && year < 2100 && month >= 1 && month <= 12)) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date : undefined;
}

export function isMonthAlone(tokens: readonly Token[], at: number): boolean {
  const isMonth = months.some((names) => names.has(tokens[at]?.word ?? ''));
  return isMonth && yearOf(tokens[at + 1]) === undefined;
}

function yearOf(token: Token | undefined): number | undefined {
  return token && /^(19|20)\d\d$/.test(token.word) ? Number(token.word) : undefined;
}
