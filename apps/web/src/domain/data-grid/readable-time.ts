import type { UserFormats } from '@causeway/contract/settings/formats.ts';
import i18next from 'i18next';
import { regionOf } from '#platform/i18n/use-formats.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';

const kinds: Record<string, 'instant' | 'wall' | 'day'> = {
  timestamptz: 'instant',
  'timestamp with time zone': 'instant',
  timestamp: 'wall',
  'timestamp without time zone': 'wall',
  date: 'day',
};

/** A date or a time as its reader wants it; what it is exactly is in the value panel. */
export function readableTime(text: string, type: string): string {
  const formats = kinds[type] && findCurrentUser()?.formats;
  if (!formats || isAsItComes(formats)) return text;
  return writeTime(text, type, { ...formats, region: regionOf(i18next.language) });
}

/** As the database writes it, which is what nobody has to work out. */
function isAsItComes({ dates, timeZone }: UserFormats): boolean {
  return dates === 'exact' && timeZone === null;
}

type Reader = UserFormats & { region: string };

const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(\.\d{1,9})?)?([+-]\d\d(?::\d\d){0,2}|Z)?$/;

/**
 * Only an instant moves with the reader's clock: a column without a zone means what it says. What is
 * not a common date, as infinity or a year before Christ, stays as it is.
 */
export function writeTime(text: string, type: string, reader: Reader): string {
  const kind = kinds[type];
  const parts = PATTERN.exec(text);
  if (!kind || !parts) return text;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] =
    parts;
  if (kind === 'instant' && zone === undefined) return text;
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(wall)) return text;
  const moment = new Date(kind === 'instant' ? wall - offsetOf(zone ?? '') : wall);
  if (reader.dates === 'exact') {
    if (kind !== 'instant' || reader.timeZone === null) return text;
    return inZone(moment, reader.timeZone, fraction);
  }
  const timeZone = kind === 'instant' ? (reader.timeZone ?? undefined) : 'UTC';
  return shortly(moment, { ...reader, timeZone, hasTime: kind !== 'day' });
}

type Short = Pick<Reader, 'dates' | 'region'> & { timeZone: string | undefined; hasTime: boolean };

function shortly(moment: Date, { dates, region, timeZone, hasTime }: Short): string {
  // Swedes write year, month and day in the order of the standard, with a space before the time.
  const language = dates === 'iso' ? 'sv-SE' : region;
  return formatOf(language, timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(hasTime && { hour: '2-digit', minute: '2-digit' }),
  }).format(moment);
}

/** As Postgres writes it for a session in that zone, to the last digit. */
function inZone(moment: Date, timeZone: string, fraction: string): string {
  const text = formatOf('sv-SE', timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(moment);
  const away = Math.round(
    (Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(moment.getTime() / 1000) * 1000) /
      60_000,
  );
  const [hours, minutes] = [Math.trunc(Math.abs(away) / 60), Math.abs(away) % 60];
  const sign = away < 0 ? '-' : '+';
  const padded = (value: number) => String(value).padStart(2, '0');
  return `${text}${fraction}${sign}${padded(hours)}${minutes > 0 ? `:${padded(minutes)}` : ''}`;
}

function offsetOf(zone: string): number {
  const parts = /^([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(zone);
  if (!parts) return 0;
  const [, sign, hours, minutes = '0', seconds = '0'] = parts;
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -length : length) * 1000;
}

/** Making one costs a hundred times what using it does, and cells are drawn by the thousand. */
const known = new Map<string, Intl.DateTimeFormat>();
const MOST_KNOWN = 50;

function formatOf(
  language: string,
  timeZone: string | undefined,
  style: Intl.DateTimeFormatOptions,
) {
  const key = [language, timeZone, ...Object.keys(style)].join(' ');
  const format =
    known.get(key) ??
    new Intl.DateTimeFormat(language, { ...style, ...(timeZone !== undefined && { timeZone }) });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, format);
  return format;
}
