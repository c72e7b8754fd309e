import { resolveDates } from '@causeway/contract/dashboards/filter-dates.ts';
import { type Chosen, unitFor } from './suggest-tiles.ts';

const DAY = 86_400_000;
/** In the zone a day begins in first, today has come already: a database may print it so. */
const FIRST_ZONE = 14 * 3_600_000;
export const RANGE_DAYS = 90;
/** Data that is brought every week is still of now. */
const STILL_NEW_DAYS = 7;
/** With fewer rows in the range, pictures have nothing to show: then all of it is shown. */
const FEWEST_ROWS = 30;

/** What a date tells of a table: over how many days it goes, and up to which, as far as is known. */
export type DateFacts = { days: number; newest: string | undefined };

export type DefaultRange =
  | { kind: 'all' }
  /** The last ninety days, whenever one looks. */
  | { kind: 'last' }
  /** Nothing came in for a while: the ninety days up to the newest row, and what comes after it. */
  | { kind: 'since'; from: string; newest: string };

/**
 * The time a dashboard begins with. `rows` is how many the table has, about; where that or the newest
 * row is not known, as of a file, it is all of it: nothing may be hidden by a guess.
 */
export function defaultRange(
  facts: DateFacts | undefined,
  rows: number | undefined,
  now: Date,
): DefaultRange {
  const newest = facts?.newest;
  if (!facts || newest === undefined || rows === undefined) return { kind: 'all' };
  if (facts.days <= RANGE_DAYS) return { kind: 'all' };
  if ((rows / facts.days) * RANGE_DAYS < FEWEST_ROWS) return { kind: 'all' };
  const last = Date.parse(`${newest}T00:00:00Z`);
  // Bookings, plans: the last days would hide what is to come.
  if (newest > dayOf(now.getTime() + FIRST_ZONE)) return { kind: 'all' };
  if (now.getTime() - last <= STILL_NEW_DAYS * DAY) return { kind: 'last' };
  return { kind: 'since', from: dayOf(last - (RANGE_DAYS - 1) * DAY), newest };
}

/** What the filter says where the address says nothing. */
export function initialOf(range: DefaultRange): string {
  if (range.kind === 'all') return '';
  return range.kind === 'last' ? 'last-90-days' : `${range.from}..`;
}

/** The same for the queries that are looked at before it is made; null asks for all. */
export function periodOf(range: DefaultRange, now: Date, zone: string): string | null {
  const days = resolveDates(initialOf(range), now, zone);
  return days ? JSON.stringify(days) : null;
}

/** So many rows a day make a picture by days. */
const ENOUGH_A_DAY = 5;

/**
 * By what pictures are cut. Ninety days seldom begin with a week: by weeks the first would always look
 * like a fall, so days are shown where there are rows enough for each.
 */
export function unitOf(
  range: DefaultRange,
  facts: DateFacts | undefined,
  rows: number | undefined,
): Chosen['unit'] {
  const days = facts?.days ?? 0;
  if (range.kind === 'all') return unitFor(days);
  return (rows ?? 0) / days >= ENOUGH_A_DAY ? 'day' : unitFor(RANGE_DAYS);
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
