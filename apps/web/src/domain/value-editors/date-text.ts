/**
 * Dates and times as Postgres prints them, taken apart without a Date: a clock of the browser knows
 * neither microseconds nor the year 10000, and would move hours that its own time zone does not have.
 * Changing one part leaves the text of the others as it was.
 */
export type DateParts = {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS, without the fraction. */
  time: string;
  /** `.625535`, with its dot; empty when there is none. */
  fraction: string;
  /** `+00`, `-03:30`; empty when there is none. */
  zone: string;
};

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?$/;
const TIME = /^(\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?$/;

/** Undefined for what no calendar shows: infinity, years before Christ or beyond four digits. */
export function findDateParts(text: string): DateParts | undefined {
  const dated = TIMESTAMP.exec(text.trim());
  if (dated) {
    const [, date = '', time = '', fraction = '', zone = ''] = dated;
    return { date, time, fraction, zone };
  }
  const [, time, fraction = '', zone = ''] = TIME.exec(text.trim()) ?? [];
  return time === undefined ? undefined : { date: '', time, fraction, zone };
}

/** The day alone, for a calendar. */
export function dayOf(text: string): string {
  return findDateParts(text)?.date ?? '';
}

/** The time to the second, for a clock. */
export function clockOf(text: string): string {
  const time = findDateParts(text)?.time ?? '';
  return time.length === 5 ? `${time}:00` : time;
}

/** The same moment of another day. */
export function withDay(text: string, day: string): string {
  const parts = findDateParts(text);
  if (!parts?.time) return day;
  return `${day} ${parts.time}${parts.fraction}${parts.zone}`;
}

/** Another time of the same day. */
export function withClock(text: string, clock: string, today: string): string {
  return `${dayOf(text) || today} ${withClockOnly(text, clock)}`;
}

/** The same where there is no day; a fraction belongs to the second it was read with. */
export function withClockOnly(text: string, clock: string): string {
  const parts = findDateParts(text);
  const isSame = parts !== undefined && clockOf(text) === withSeconds(clock);
  return `${withSeconds(clock)}${isSame ? parts.fraction : ''}${parts?.zone ?? ''}`;
}

/** Now in the zone of the browser, written so that the database needs to guess nothing. */
export function nowText(kind: 'date' | 'time' | 'timestamp', hasZone: boolean, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const clock = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  const zone = hasZone ? zoneText(-now.getTimezoneOffset()) : '';
  if (kind === 'date') return day;
  return kind === 'time' ? `${clock}${zone}` : `${day} ${clock}${zone}`;
}

function zoneText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${rest > 0 ? `:${two(rest)}` : ''}`;
}

function withSeconds(clock: string): string {
  return clock.length === 5 ? `${clock}:00` : clock;
}
