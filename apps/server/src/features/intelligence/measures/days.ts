import { ACROSS } from '@causeway/contract/intelligence/spoken-facts.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { about, type Candidate } from '../checks/candidate.ts';
import type { Looked } from '../rows/looked.ts';
import { recordsPast } from '../rows/meaning.ts';
import { columnSql, isNumber, isTime, type Source } from '../rows/source.ts';
import type { ScanSession } from '../scanning/session.ts';
import { type DayValue, judgeDays, type JudgedDay, unusualDays } from './band.ts';
import { explainDifference, type Share } from './contributors.ts';

/** A year for comparison, and what has to come before it. */
const DAYS_READ = 520;
/** What happened earlier is history. */
const DAYS_TOLD = 35;
const DAYS_DRAWN = 56;
const LEAST_A_DAY = 5;

const first = [
  'placed',
  'ordered',
  'occurred',
  'created',
  'opened',
  'paid',
  'logged',
  'recorded',
  'inserted',
  'registered',
];

/** The time by which a table grows: filled in every row, the verb that says when it came about. */
export function findClock({ source, pass }: Looked): SeenColumn | undefined {
  const filled = source.columns.filter((column) => {
    const counted = pass.byColumn.get(column.number);
    return isTime(column) && recordsPast(column.name) && counted?.filled === pass.rows;
  });
  const rank = ({ name }: SeenColumn) => {
    const place = first.findIndex((verb) => name.toLowerCase().includes(verb));
    return place === -1 ? first.length : place;
  };
  return filled.toSorted((one, other) => rank(one) - rank(other))[0];
}

type Measure = { name: string; what: Sql; text: string; column: SeenColumn | undefined };

/** How many rows there are, and the one column that is plainly a sum. */
function measuresOf({ source }: Looked): Measure[] {
  const amount = source.columns.find((column) => {
    return (
      isNumber(column) && /^(total|amount|total_amount|revenue|betrag|summe)$/i.test(column.name)
    );
  });
  const count = { name: 'count(*)', what: sql`count(*)`, text: 'count(*)', column: undefined };
  if (!amount) return [count];
  const text = `sum(${identifier(amount.name).text})`;
  return [
    count,
    { name: `sum(${amount.name})`, what: sql`sum(${columnSql(amount)})`, text, column: amount },
  ];
}

export async function judgeMeasures(
  session: ScanSession,
  looked: Looked,
  { clock, timeZone }: { clock: SeenColumn; timeZone: string },
): Promise<Candidate[]> {
  if (looked.pass.rows < 1_000) return [];
  const found: Candidate[] = [];
  const day = daySql(clock, timeZone);
  for (const measure of measuresOf(looked)) {
    const judged = judgeDays(
      await readDays(session, looked.source, { clock, day, measure, timeZone }),
    );
    const usual = judged.reduce((sum, one) => sum + one.expected, 0) / Math.max(1, judged.length);
    if (usual < LEAST_A_DAY) return found;
    const recent = new Set(judged.slice(-DAYS_TOLD));
    const [worst] = unusualDays(judged)
      .filter((one) => recent.has(one))
      .toSorted((one, other) => Math.abs(other.sigmas) - Math.abs(one.sigmas));
    if (!worst || found.length > 0) continue;
    const because = await explain(session, looked, { clock, day, measure, worst });
    found.push(toCandidate(looked.source, { clock, timeZone, measure, judged, worst, because }));
  }
  return found;
}

function daySql(clock: SeenColumn, timeZone: string): Sql {
  const value = columnSql(clock);
  return clock.base === 'timestamp with time zone'
    ? sql`(${value} at time zone ${timeZone}::text)::date`
    : sql`${value}::date`;
}

type Asked = { clock: SeenColumn; day: Sql; measure: Measure };

/** Only days that have ended; one without rows is a zero. */
async function readDays(
  session: ScanSession,
  { passFrom }: Source,
  { clock, day, measure, timeZone }: Asked & { timeZone: string },
): Promise<DayValue[]> {
  const rows = await session.ask(
    sql`with days as (select ${day} as day, ${measure.what} as value from ${passFrom}
          where ${columnSql(clock)} >= current_date - ${DAYS_READ}::int and ${columnSql(clock)} < current_date + 2
          group by 1)
        select all_days.day::date, coalesce(days.value, 0) from generate_series(
          (select min(day) from days)::timestamp,
          (now() at time zone ${timeZone}::text)::date - 1, interval '1 day') all_days(day)
        left join days on days.day = all_days.day::date order by 1`,
  );
  return rows.map(([date, value]) => ({ day: date ?? '', value: Number(value) }));
}

const DIMENSIONS = 6;

async function explain(
  session: ScanSession,
  looked: Looked,
  { clock, day, measure, worst }: Asked & { worst: JudgedDay },
): Promise<string> {
  const { source, texts, plains, personal } = looked;
  const dimensions = source.columns.filter((column) => {
    const distinct =
      texts.get(column.number)?.distinct ??
      (column.category === 'E' ? plains.get(column.number)?.distinct : undefined);
    return (
      distinct !== undefined && distinct >= 2 && distinct <= 200 && !personal.has(column.number)
    );
  });
  let best = { surprise: 0, text: '' };
  let isAcross = false;
  for (const column of dimensions.slice(0, DIMENSIONS)) {
    const value = sql`coalesce(left(${columnSql(column)}::text, 60), '∅')`;
    const rows = await session.ask(
      sql`select value, coalesce(sum(amount) filter (where day = ${worst.day}::date), 0),
            coalesce(sum(amount) filter (where day < ${worst.day}::date), 0)
          from (select ${value} as value, ${day} as day, ${measure.what} as amount
            from ${source.passFrom} where ${columnSql(clock)} >= ${worst.day}::date - 58
              and ${columnSql(clock)} < ${worst.day}::date + 2 group by 1, 2) days
          where day = any(select (${worst.day}::date - 7 * week)::date from generate_series(0, 8) week)
          group by 1 limit 300`,
    );
    const before = rows.reduce((sum, cells) => sum + Number(cells[2]), 0);
    const scale = before === 0 ? 0 : worst.expected / before;
    const shares: Share[] = rows.map(([name, actual, earlier]) => ({
      value: name ?? '',
      actual: Number(actual),
      expected: Number(earlier) * scale,
    }));
    const found = explainDifference(shares);
    if (found.kind === 'across') isAcross = true;
    if (found.kind !== 'values' || found.surprise <= best.surprise) continue;
    const list = found.values.map((one) => `${one.value} (${Math.round(one.share * 100)} %)`);
    best = { surprise: found.surprise, text: `${column.name}: ${list.join(', ')}` };
  }
  return best.text === '' && isAcross ? ACROSS : best.text;
}

type Told = {
  clock: SeenColumn;
  timeZone: string;
  measure: Measure;
  judged: JudgedDay[];
  worst: JudgedDay;
  because: string;
};

function toCandidate(
  { table }: Source,
  { clock, timeZone, measure, judged, worst, because }: Told,
): Candidate {
  const path = identifier(table.schema, table.name).text;
  const name = identifier(clock.name).text;
  // Whoever runs it counts the days by the clock of the project, as they were counted here.
  const isZoned = clock.base === 'timestamp with time zone' && timeZone !== 'UTC';
  const time = isZoned ? `(${name} at time zone ${literal(timeZone)})` : name;
  const today = isZoned ? `(now() at time zone ${literal(timeZone)})::date` : 'current_date';
  const drawn = judged.slice(-DAYS_DRAWN);
  const direction = worst.sigmas < 0 ? 'less' : 'more';
  return about(table, [clock.number], {
    check: 'unusual-day',
    severity: 'high',
    rule: `${measure.name} ${direction} ${worst.day}`,
    facts: {
      measure: measure.name,
      value: Math.round(worst.value),
      expected: Math.round(worst.expected),
      low: Math.round(worst.low),
      high: Math.round(worst.high),
      day: worst.day,
      contributors: because,
    },
    size: Math.abs(worst.sigmas),
    sql: `select ${time}::date as day, ${measure.text} from ${path}
where ${time} >= date '${worst.day}' - 56 and ${time} < ${today} group by 1 order by 1`,
    chart: {
      kind: 'days',
      day: worst.day,
      days: drawn.map(({ day, value, low, high }) => ({ day, value, low, high })),
    },
  });
}
