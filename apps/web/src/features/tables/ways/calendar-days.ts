import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { ShownColumn } from '../table-columns.ts';
import { isInstant } from './way-columns.ts';
import { addDays, type Clock, type Day, firstMoment, startOf } from './wall-time.ts';

/** The Monday of a day's week. */
function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(startOf(day)).getUTCDay() + 6) % 7));
}

export function listWeek(day: Day): Day[] {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at));
}

/** Whole weeks, from the one the month begins in to the one it ends in. */
export function listMonth(day: Day): Day[] {
  const month = day.slice(0, 7);
  const days = listWeek(`${month}-01`);
  while (addDays(days.at(-1) ?? day, 1).startsWith(month)) {
    days.push(...listWeek(addDays(days.at(-1) ?? day, 1)));
  }
  return days;
}

/** The same day of another month, or that one's last. */
export function addMonths(day: Day, count: number): Day {
  const first = new Date(startOf(`${day.slice(0, 7)}-01`));
  const last = new Date(first);
  // Of the years 0 to 99 a date is made by no other way: elsewhere they are those of our century.
  last.setUTCMonth(first.getUTCMonth() + count + 1, 0);
  const number = Math.min(Number(day.slice(8)), last.getUTCDate());
  return last.toISOString().slice(0, 8) + String(number).padStart(2, '0');
}

export function clockOf(column: ShownColumn, timeZone: string): Clock {
  return isInstant(column) ? { timeZone } : 'as-written';
}

/** Days that are read together. */
export type Span = { from: Day; to: Day; rowCount: number };

/** So many rows of a calendar are read at once; of a day that has more, only its first. */
export const SPAN_ROWS = 300;

/** As few reads as show something of every day: days with few rows together, those with many alone. */
export function planSpans(days: readonly Day[], counts: ReadonlyMap<Day, number>): Span[] {
  const spans: Span[] = [];
  for (const day of days) {
    const count = counts.get(day) ?? 0;
    const last = spans.at(-1);
    if (last && last.rowCount + count <= SPAN_ROWS) {
      last.to = day;
      last.rowCount += count;
    } else {
      spans.push({ from: day, to: day, rowCount: count });
    }
  }
  return spans.filter(({ rowCount }) => rowCount > 0);
}

/** What begins on these days. */
export function spanFilters(
  { name }: ShownColumn,
  { from, to }: Pick<Span, 'from' | 'to'>,
  clock: Clock,
): Filter[] {
  return [
    { column: name, operator: 'gte', value: firstMoment(from, clock) },
    { column: name, operator: 'lt', value: firstMoment(addDays(to, 1), clock) },
  ];
}

/** What began before a day and has not ended by then. */
export function stillGoingFilters(
  start: ShownColumn,
  end: ShownColumn,
  { day, clock }: { day: Day; clock: Clock },
): Filter[] {
  const value = firstMoment(day, clock);
  return [
    { column: start.name, operator: 'lt', value },
    { column: end.name, operator: 'gte', value },
  ];
}
