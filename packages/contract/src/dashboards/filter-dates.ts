/** Spans of days people ask for, counted from today. */
export const spans = [
  'today',
  'yesterday',
  'last-7-days',
  'last-7-days-now',
  'last-30-days',
  'last-90-days',
  'this-week',
  'this-month',
  'month-to-date',
  'last-month',
  'this-quarter',
  'this-year',
] as const;
export type Span = (typeof spans)[number];

/** The first day, and the day after the last: half open, so that no hour of the last day is lost. */
export type Days = { from: string | null; before: string | null };

/**
 * `last-30-days` are thirty whole ones before today; `2026-01-01..2026-01-31` are those two and
 * what is between; either end may be missing. Undefined where it is neither.
 */
export function resolveDates(text: string, now: Date, zone?: string): Days | undefined {
  const span = spans.find((one) => one === text);
  if (span) return resolveSpan(span, dayIn(now, zone));
  const parts = text.split('..');
  const [first = '', last = ''] = parts;
  if (parts.length !== 2 || (first === '' && last === '')) return undefined;
  if ([first, last].some((day) => day !== '' && !isDay(day))) return undefined;
  return { from: first || null, before: last === '' ? null : dayAfter(last) };
}

/** Whether both are in one day there. */
export function sameDay(one: Date, other: Date, zone: string): boolean {
  const [first, second] = [dayIn(one, zone), dayIn(other, zone)];
  return first.day === second.day && first.month === second.month && first.year === second.year;
}

type Day = { year: number; month: number; day: number };

/** Which day it is there, whatever the clock of who looks says. */
function dayIn(now: Date, timeZone: string | undefined): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return { year: read('year'), month: read('month') - 1, day: read('day') };
}

function resolveSpan(span: Span, { year, month, day }: Day): Days {
  // Calendar days, whatever the clock does: a day of 23 hours is a day.
  const on = (y: number, m: number, d: number) => dayOf(new Date(Date.UTC(y, m, d)));
  const weekday = (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;
  const quarter = month - (month % 3);
  const tomorrow = on(year, month, day + 1);
  switch (span) {
    case 'today':
      return { from: on(year, month, day), before: tomorrow };
    case 'yesterday':
      return { from: on(year, month, day - 1), before: on(year, month, day) };
    case 'last-7-days-now':
      return { from: on(year, month, day - 7), before: tomorrow };
    case 'this-week':
      return { from: on(year, month, day - weekday), before: on(year, month, day - weekday + 7) };
    case 'this-month':
      return { from: on(year, month, 1), before: on(year, month + 1, 1) };
    case 'month-to-date':
      return { from: on(year, month, 1), before: tomorrow };
    case 'last-month':
      return { from: on(year, month - 1, 1), before: on(year, month, 1) };
    case 'this-quarter':
      return { from: on(year, quarter, 1), before: on(year, quarter + 3, 1) };
    case 'this-year':
      return { from: on(year, 0, 1), before: on(year + 1, 0, 1) };
    default: {
      const count = Number(span.split('-')[1]);
      return { from: on(year, month, day - count), before: on(year, month, day) };
    }
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(date.getTime()) && dayOf(date) === text;
}
