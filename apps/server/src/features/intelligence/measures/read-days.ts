import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { columnSql, type Source } from '../rows/source.ts';
import { isOfTable, type ScanSession } from '../scanning/session.ts';
import { type DayValue, LEAST_DAYS } from './band.ts';

/** A year for comparison, and what has to come before it. */
const DAYS_READ = 520;
/** What is read of a large table by its index: pieces that a statement has time for, from today back. */
const ROWS_AT_ONCE = 1_000_000;
const ROWS_READ = 8_000_000;
const SPENT_MS = 6_000;
const MOST_AT_ONCE = 120;

export type Clock = { column: SeenColumn; timeZone: string };

export function daySql({ column, timeZone }: Clock): Sql {
  const value = columnSql(column);
  return column.base === 'timestamp with time zone'
    ? sql`(${value} at time zone ${timeZone}::text)::date`
    : sql`${value}::date`;
}

/** Only days that have ended; one without rows is a zero. */
export async function readDays(
  session: ScanSession,
  { passFrom }: Source,
  clock: Clock,
  what: Sql,
): Promise<DayValue[]> {
  const value = columnSql(clock.column);
  const rows = await session.ask(
    sql`with days as (select ${daySql(clock)} as day, ${what} as value from ${passFrom}
          where ${value} >= current_date - ${DAYS_READ}::int and ${value} < current_date + 2
          group by 1)
        select all_days.day::date, coalesce(days.value, 0) from generate_series(
          (select min(day) from days)::timestamp,
          (now() at time zone ${clock.timeZone}::text)::date - 1, interval '1 day') all_days(day)
        left join days on days.day = all_days.day::date order by 1`,
  );
  return rows.map(([date, counted]) => ({ day: date ?? '', value: Number(counted) }));
}

/**
 * How many rows a day, of a table too large to be read: the newest days by the index its time leads,
 * as many as there is time for. Undefined where those are too few to know what is usual.
 */
export async function readNewestDays(
  session: ScanSession,
  { table }: Source,
  clock: Clock,
): Promise<DayValue[] | undefined> {
  const path = identifier(table.schema, table.name);
  const began = session.spentMs();
  const [ends = []] = await session.ask(
    sql`select (now() at time zone ${clock.timeZone}::text)::date,
          greatest(min(${columnSql(clock.column)})::date, current_date - ${DAYS_READ}::int)
        from ${path} as t`,
  );
  const [today, oldest] = [ends[0] ?? '', ends[1] ?? ''];
  const counts = new Map<string, number>();
  let [from, width, read] = [today, 1, 0];
  while (from > oldest && read < ROWS_READ && session.spentMs() - began < SPENT_MS) {
    const until = from;
    const next = addDays(until, -width);
    const rows = await askOrStop(session, piece(path, clock, { from: next, until }));
    if (!rows) break;
    for (const [day, count] of rows) counts.set(day ?? '', Number(count));
    const counted = rows.reduce((sum, [, count]) => sum + Number(count), 0);
    read += counted;
    from = next;
    width = Math.floor(ROWS_AT_ONCE / Math.max(1, counted / width));
    width = Math.min(MOST_AT_ONCE, Math.max(1, width));
  }
  const days: DayValue[] = [];
  for (let day = from > oldest ? from : oldest; day < today; day = addDays(day, 1)) {
    days.push({ day, value: counts.get(day) ?? 0 });
  }
  return from > oldest && days.length <= LEAST_DAYS ? undefined : days;
}

function piece(path: Sql, clock: Clock, { from, until }: { from: string; until: string }): Sql {
  const value = columnSql(clock.column);
  const isZoned = clock.column.base === 'timestamp with time zone';
  const at = (day: string) =>
    isZoned
      ? sql`(${day}::timestamp at time zone ${clock.timeZone}::text)`
      : sql`${day}::timestamp`;
  const bound = (day: string) => (clock.column.base === 'date' ? sql`${day}::date` : at(day));
  return sql`select ${daySql(clock)}, count(*) from ${path} as t
    where ${value} >= ${bound(from)} and ${value} < ${bound(until)} group by 1`;
}

/** What takes too long is not read, and what was read before stays good. */
export async function askOrStop(session: ScanSession, statement: Sql) {
  try {
    return await session.ask(statement);
  } catch (error) {
    if (isOfTable(error)) return undefined;
    throw error;
  }
}

function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
