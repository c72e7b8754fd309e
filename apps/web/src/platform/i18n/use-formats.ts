import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { userQuery } from '#platform/session/user-query.ts';

/** Dates and numbers the way the shown language writes them; by the reader's clock unless said. */
export function useFormats(timeZone?: string) {
  const { i18n } = useTranslation();
  const reader = useReaderZone();
  const zone = timeZone ?? reader;
  return useMemo(() => formatsOf(regionOf(i18n.language), zone), [i18n.language, zone]);
}

/** The clock the reader chose; undefined is the browser's own. */
export function useReaderZone(): string | undefined {
  const user = useQuery({ ...userQuery, enabled: false }).data;
  return user?.formats.timeZone ?? undefined;
}

/**
 * A language as it is written where the reader is: English dates and numbers are not those of the
 * United States for whom the browser says en-GB, nor for whom it names no English at all.
 */
export function regionOf(
  language: string,
  wanted: readonly string[] = navigator.languages,
): string {
  const own = wanted.find((tag) => tag.split('-')[0]?.toLowerCase() === language);
  return own ?? (language === 'en' ? 'en-GB' : language);
}

type Formats = ReturnType<typeof makeFormats>;
const made = new Map<string, Formats>();

/** One for a language and a clock, however many parts of a page write with it. */
export function formatsOf(language: string, timeZone?: string): Formats {
  const key = `${language} ${timeZone ?? ''}`;
  const formats = made.get(key) ?? makeFormats(language, timeZone);
  made.set(key, formats);
  return formats;
}

/** A browser takes milliseconds to make one of these: each is made when something is first written with it. */
function makeFormats(language: string, timeZone: string | undefined) {
  const dates = (style: Intl.DateTimeFormatOptions) =>
    once(() => {
      const zone = timeZone !== undefined && { timeZone };
      const format = new Intl.DateTimeFormat(language, { ...style, ...zone });
      return (instant: string | Date) => format.format(new Date(instant));
    });
  const numbers = (style?: Intl.NumberFormatOptions) =>
    once(() => {
      const format = new Intl.NumberFormat(language, style);
      return (value: number | bigint) => format.format(value);
    });
  const tenthsOfPercent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const smallPercent = numbers({ style: 'percent', maximumSignificantDigits: 1 });
  const relative = once(() => {
    const counted = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: 'long' });
    const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
    const dayOf = dayIn(timeZone);
    return (instant: string | Date, now: number) => {
      const [count, unit] = distanceOf(new Date(instant), now, dayOf);
      return (unit === 'day' || count === 0 ? named : counted).format(count, unit);
    };
  });
  return {
    date: dates({ dateStyle: 'medium' }),
    fullDate: dates({ dateStyle: 'full' }),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    /** To the second, for what happens several times a minute. */
    moment: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    number: numbers(),
    /** Guesses: 1.23M and 12,300. */
    short: numbers({ notation: 'compact', maximumSignificantDigits: 3 }),
    rounded: numbers({ maximumSignificantDigits: 3 }),
    /** Times: always one digit behind the point, so that they do not jump while they run. */
    tenths: numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    percent: numbers({ style: 'percent' }),
    /** A part of rows: few of many are not none, and nearly all are not all. */
    share: (part: number) =>
      part > 0 && part < 0.0005
        ? smallPercent(part)
        : tenthsOfPercent(part < 1 ? Math.min(part, 0.999) : part),
    duration: (seconds: number) => durationIn(language, seconds),
    ago: (instant: string | Date, now = Date.now()) => relative(instant, now),
  };
}

function once<Given extends unknown[]>(
  make: () => (...given: Given) => string,
): (...given: Given) => string {
  let write: ReturnType<typeof make> | undefined;
  return (...given) => {
    write ??= make();
    return write(...given);
  };
}

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Days are those of the calendar: what was 40 hours ago is yesterday or the day before. Weeks and
 * longer are counted: 50 days ago is not always in the last month.
 */
function distanceOf(
  instant: Date,
  now: number,
  dayOf: (instant: Date) => number,
): [count: number, unit: (typeof UNITS)[number][0]] {
  const distance = instant.getTime() - now;
  const found = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (!found) return [0, 'minute'];
  const [unit, length] = found;
  if (unit === 'day') return [dayOf(instant) - dayOf(new Date(now)), unit];
  return [Math.trunc(distance / length), unit];
}

const DAY_MS = 86_400_000;

/** The days of a clock, numbered. */
function dayIn(timeZone: string | undefined): (instant: Date) => number {
  // Swedes write a day as the standard does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
  return (instant) => Date.parse(`${format.format(instant)}T00:00:00Z`) / DAY_MS;
}

/** Nobody needs the seconds of an hour: the largest unit that fits, in whole numbers. */
function durationIn(language: string, seconds: number): string {
  const [unit, count] =
    seconds < 90
      ? (['second', seconds] as const)
      : seconds < 5_400
        ? (['minute', seconds / 60] as const)
        : (['hour', seconds / 3_600] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(1, Math.round(count)));
}
