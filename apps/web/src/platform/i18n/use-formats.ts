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

export function formatsOf(language: string, timeZone?: string) {
  const dates = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, ...(timeZone !== undefined && { timeZone }) });
  const date = dates({ dateStyle: 'medium' });
  const fullDate = dates({ dateStyle: 'full' });
  const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' });
  const moment = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const number = new Intl.NumberFormat(language);
  const tenths = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const tenthsOfPercent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const smallPercent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumSignificantDigits: 1,
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' });
  return {
    date: (instant: string | Date) => date.format(new Date(instant)),
    fullDate: (instant: string | Date) => fullDate.format(new Date(instant)),
    dateTime: (instant: string | Date) => dateTime.format(new Date(instant)),
    /** To the second, for what happens several times a minute. */
    moment: (instant: string | Date) => moment.format(new Date(instant)),
    number: (value: number | bigint) => number.format(value),
    /** Times: always one digit behind the point, so that they do not jump while they run. */
    tenths: (value: number) => tenths.format(value),
    percent: (part: number) => percent.format(part),
    /** A part of rows: few of many are not none, and nearly all are not all. */
    share: (part: number) =>
      part > 0 && part < 0.0005
        ? smallPercent.format(part)
        : tenthsOfPercent.format(part < 1 ? Math.min(part, 0.999) : part),
    duration: (seconds: number) => durationIn(language, seconds),
    ago: (instant: string | Date, now = Date.now()) => agoIn(relative, new Date(instant), now),
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

function agoIn(format: Intl.RelativeTimeFormat, instant: Date, now: number): string {
  const distance = instant.getTime() - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return format.format(Math.trunc(distance / length), unit);
  }
  return format.format(0, 'minute');
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
