import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import type { Looked } from '../rows/looked.ts';
import { columnSql, isLedBy, WHOLE_ROWS } from '../rows/source.ts';
import type { ScanSession } from '../scanning/session.ts';
import { HALF_HOUR, learnRhythm, type Learnt, type Slot } from './open-hours.ts';

/** How rows of a table usually follow each other, and for how long none had come when it was looked at. */
export type Rhythm = Learnt & { column: string; number: number };

const DAY = 86_400;
const WEEKS_READ = 8 * 7 * DAY;
/** Of a table that is younger nobody knows its nights and weekends; an import fills one in seconds. */
const LEAST_HISTORY = 7 * DAY;
/** A table that fell silent long ago is no news. */
export const SILENT_SECONDS = 60 * DAY;

type Asked = { clock: SeenColumn; timeZone: string; now: number };

/**
 * Of each half hour of eight weeks the first and the last row: where an index leads to them that is as
 * quick in a table of any size, elsewhere all rows are read once.
 */
export async function readRhythm(
  session: ScanSession,
  { source }: Pick<Looked, 'source'>,
  { clock, timeZone, now }: Asked,
): Promise<Rhythm | undefined> {
  const isIndexed = isLedBy(source.table, clock);
  if (!isIndexed && !source.isPassWhole) return undefined;
  const own = ownClock(clock, { timeZone, now });
  const path = identifier(source.table.schema, source.table.name);
  const value = columnSql(clock);
  const [ends] = await session.ask(
    sql`select extract(epoch from max(${value})), extract(epoch from min(${value})),
          extract(epoch from ${own.now}) from ${path} as t where ${value} <= ${own.now}`,
  );
  if (!ends?.[0]) return undefined;
  const [newest, oldest, today] = [Number(ends[0]), Number(ends[1]), Number(ends[2])];
  if (newest - oldest < LEAST_HISTORY || today - newest > SILENT_SECONDS) return undefined;
  const from = Math.max(oldest, newest - WEEKS_READ);
  const start = from - (from % own.width);
  const asked = { own, path, value, start };
  const rows = await session.ask(
    isIndexed && source.rows > WHOLE_ROWS ? probe(asked) : readOnce(asked),
  );
  const slots = rows.map(([at, local, utc, first, last]): Slot => ({
    at: Number(at),
    local: Number(local),
    utc: Number(utc),
    first: first ? Number(first) : null,
    last: last ? Number(last) : null,
  }));
  const learnt = learnRhythm(slots, { newest, now: today, isOfDays: own.width === DAY });
  return learnt && { column: clock.name, number: clock.number, ...learnt };
}

type OwnClock = {
  now: Sql;
  /** Where slots begin, as the column has times. */
  instant: (epoch: number) => Sql;
  width: number;
  step: Sql;
  after: (at: Sql) => Sql;
  before: (at: Sql) => Sql;
  local: Sql;
  utc: Sql;
};

/**
 * Times without a zone go by a clock on some wall, and so do the weeks made of them: only of instants
 * it is known what time that was here. Compared in the type of the column, or no index would help.
 */
function ownClock(
  clock: SeenColumn,
  { timeZone, now }: { timeZone: string; now: number },
): OwnClock {
  const asked = sql`${new Date(now).toISOString()}::timestamptz`;
  const utc = placeInWeek(sql`slot.at at time zone 'UTC'`);
  const half = { width: HALF_HOUR, step: sql`interval '30 minutes'` };
  const bounds = {
    after: (at: Sql) => at,
    before: (at: Sql) => sql`${at} + interval '30 minutes'`,
  };
  const instant = (epoch: number) => sql`to_timestamp(${epoch}::float8)`;
  const plain = (epoch: number) => sql`(to_timestamp(${epoch}::float8) at time zone 'UTC')`;
  const same = { local: placeInWeek(sql`slot.at`), utc: placeInWeek(sql`slot.at`) };
  if (clock.base === 'date') {
    return {
      now: sql`(${asked} at time zone ${timeZone}::text)::date`,
      instant: plain,
      width: DAY,
      step: sql`interval '1 day'`,
      after: (at) => sql`${at}::date`,
      before: (at) => sql`${at}::date + 1`,
      ...same,
    };
  }
  if (clock.base === 'timestamp with time zone') {
    const local = placeInWeek(sql`slot.at at time zone ${timeZone}::text`);
    return { now: asked, instant, ...half, ...bounds, local, utc };
  }
  return { now: sql`${asked}::timestamp`, instant: plain, ...half, ...bounds, ...same };
}

/** Which half hour of its week it is. */
function placeInWeek(time: Sql): Sql {
  return sql`(extract(isodow from ${time})::int - 1) * 48
    + extract(hour from ${time})::int * 2 + extract(minute from ${time})::int / 30`;
}

type Reading = { own: OwnClock; path: Sql; value: Sql; start: number };

function probe({ own, path, value, start }: Reading): Sql {
  const at = sql`slot.at`;
  const within = sql`from ${path} as t where ${value} >= ${own.after(at)}
    and ${value} < ${own.before(at)} and ${value} <= ${own.now}`;
  return sql`select extract(epoch from slot.at), ${own.local}, ${own.utc},
      extract(epoch from early.at), extract(epoch from late.at)
    from generate_series(${own.instant(start)}, ${own.now}, ${own.step}) slot(at)
    left join lateral (select ${value} as at ${within} order by ${value} limit 1) early on true
    left join lateral (select ${value} as at ${within} order by ${value} desc limit 1) late on true
    order by 1`;
}

function readOnce({ own, path, value, start }: Reading): Sql {
  return sql`with filled as (
      select floor((extract(epoch from ${value}) - ${start}::float8) / ${own.width}::float8) as place,
        min(${value}) as early, max(${value}) as late
      from ${path} as t where ${value} >= ${own.instant(start)} and ${value} <= ${own.now} group by 1)
    select extract(epoch from slot.at), ${own.local}, ${own.utc},
      extract(epoch from filled.early), extract(epoch from filled.late)
    from generate_series(${own.instant(start)}, ${own.now}, ${own.step})
      with ordinality slot(at, number)
    left join filled on filled.place = slot.number - 1
    order by 1`;
}
