import type { StagedValue } from '@causeway/contract/tables/edits.ts';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import type { GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import { spanFilters, stillGoingFilters } from './calendar-days.ts';
import { stackedValue, storedValue } from './stacks.ts';
import { addDays, type Clock, type Day, daysBetween, momentOf, onDay } from './wall-time.ts';

export type Dates = { start: ShownColumn; end: ShownColumn | undefined; clock: Clock };

/** A row on one of its days; `isLater` on those after its first. */
export type DayCard = { row: GridRow; time: string; isLater: boolean };

/** What is longer than a screen of days is drawn on so many. */
const MOST_DAYS = 60;

type DealInput = Dates & {
  days: readonly Day[];
  refOf: (row: GridRow) => string | undefined;
};

/** Rows on the days they are to be on, in the order of the day. */
export function dealDays(
  rows: readonly GridRow[],
  { days, refOf, ...dates }: DealInput,
): ReadonlyMap<Day, DayCard[]> {
  const dealt = new Map<Day, DayCard[]>(days.map((day) => [day, []]));
  const seen = new Set<string>();
  for (const row of rows) {
    const ref = refOf(row);
    const first = dayOf(row, dates);
    // After a save a row may have been read for two days until both are read again.
    if (!first || (ref !== undefined && seen.has(ref))) continue;
    if (ref !== undefined) seen.add(ref);
    for (const day of daysOf(row, first.day, { days, ...dates })) {
      const isLater = day !== first.day;
      dealt.get(day)?.push({ row, time: isLater ? '' : first.time, isLater });
    }
  }
  for (const cards of dealt.values()) cards.sort(byTime);
  return dealt;
}

/** What goes on from before stands first, where it is looked for. */
function byTime(one: DayCard, other: DayCard): number {
  return Number(other.isLater) - Number(one.isLater) || one.time.localeCompare(other.time);
}

/** When a row is to begin; what somebody is still typing leaves it where it was. */
export function dayOf(
  row: GridRow,
  { start, clock }: Pick<Dates, 'start' | 'clock'>,
): { day: Day; time: string } | undefined {
  const wanted = stackedValue(row, start);
  if (wanted === null) return undefined;
  return (
    (wanted === undefined ? undefined : momentOf(wanted, clock)) ?? storedDay(row, start, clock)
  );
}

function storedDay(row: GridRow, start: ShownColumn, clock: Clock) {
  const stored = storedValue(row, start);
  return stored == null ? undefined : momentOf(stored, clock);
}

function daysOf(
  row: GridRow,
  first: Day,
  { end, clock, days }: Dates & { days: readonly Day[] },
): Day[] {
  const ending = end && stackedValue(row, end);
  const last = ending == null ? undefined : momentOf(ending, clock)?.day;
  if (last === undefined || last <= first) return [first];
  // Whatever lies before the days on screen is not walked through.
  const shown = days[0] !== undefined && first < days[0] ? days[0] : first;
  const length = Math.min(MOST_DAYS, daysBetween(shown, last));
  return Array.from({ length: length + 1 }, (_, at) => addDays(shown, at));
}

/** The rows that a day shows: those that begin on it, and those that go on from before. */
export function dayFilters({ start, end, clock }: Dates, day: Day): Filter[] {
  const begins = spanFilters(start, { from: day, to: day }, clock);
  if (!end) return begins;
  const goesOn = stillGoingFilters(start, end, { day, clock });
  return [{ or: [{ and: begins }, { and: goesOn }] }];
}

/** Rows more or fewer that begin on each day once what is staged is saved. */
export function stagedDays(
  rows: readonly GridRow[],
  { start, clock }: Dates,
): ReadonlyMap<Day, number> {
  const differences = new Map<Day, number>();
  const add = (day: Day | undefined, count: number) => {
    if (day !== undefined) differences.set(day, (differences.get(day) ?? 0) + count);
  };
  const seen = new Set<string>();
  for (const row of rows) {
    // A row that was moved may have been read for where it was and for where it is.
    if (!row.change || seen.has(row.change.ref)) continue;
    seen.add(row.change.ref);
    if (row.change.kind !== 'delete') add(dayOf(row, { start, clock })?.day, 1);
    if (row.change.kind !== 'insert') add(storedDay(row, start, clock)?.day, -1);
  }
  return differences;
}

/** The edits that bring a row to another day: the time stays, and so does how long it takes. */
export function editsToDay(
  row: GridRow,
  day: Day,
  { start, end, clock }: Dates,
): { column: string; value: StagedValue }[] {
  const from = dayOf(row, { start, clock });
  if (!from) return [];
  const shift = daysBetween(from.day, day);
  return [start, end].flatMap((column) => {
    const text = column && stackedValue(row, column);
    const now = text == null ? undefined : momentOf(text, clock);
    const moved = text != null && now && onDay(text, addDays(now.day, shift), clock);
    return column && moved ? [{ column: column.name, value: { set: moved } }] : [];
  });
}
