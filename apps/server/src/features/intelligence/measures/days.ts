import { ACROSS } from '@causeway/contract/intelligence/spoken-facts.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { identifier, type Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn } from '../catalog/picture.ts';
import { about, type Candidate } from '../checks/candidate.ts';
import type { Looked } from '../rows/looked.ts';
import { recordsPast } from '../rows/meaning.ts';
import { columnSql, isNumber, isTime, type Source } from '../rows/source.ts';
import type { ScanSession } from '../scanning/session.ts';
import { type DayValue, judgeDays, type JudgedDay, LEAST_DAYS, unusualDays } from './band.ts';
import { explainDifference, type Share } from './contributors.ts';
import { askOrStop, daySql, readDays, readNewestDays } from './read-days.ts';
import { judgeWeeks, toWeeks, WEEKS_A_YEAR } from './weeks.ts';

/** What happened earlier is history. */
const DAYS_TOLD = 35;
const DAYS_DRAWN = 56;
/** Fewer a day are judged by the week, and fewer a week not at all. */
const LEAST_A_DAY = 10;
const LEAST_A_WEEK = 10;
const LEAST_ROWS = 300;
/** Read whole for who contributed; of a large table, by its index. */
const MOST_EXPLAINED = 2_000_000;

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

type Asked = { clock: SeenColumn; timeZone: string };

/** Undefined where it is not known what is usual: too large, and no index leads to its newest rows. */
export async function judgeMeasures(
  session: ScanSession,
  looked: Looked,
  { clock, timeZone }: Asked,
): Promise<Candidate[] | undefined> {
  const { source, pass } = looked;
  const isLarge = !source.isPassWhole;
  if (!isLarge && pass.rows < LEAST_ROWS) return [];
  const [count, ...sums] = measuresOf(looked);
  if (!count) return [];
  const place = { column: clock, timeZone };
  const days = isLarge
    ? await readNewestDays(session, source, place)
    : await readDays(session, source, place, count.what);
  if (!days) return undefined;
  const aDay = meanOf(days.slice(-LEAST_DAYS));
  if (7 * aDay < LEAST_A_WEEK) return [];
  const isWeekly = aDay < LEAST_A_DAY;
  const told = judge(session, looked, { clock, timeZone, isWeekly });
  const found = await told(count, days);
  if (found || isLarge) return found ? [found] : [];
  for (const measure of sums) {
    const other = await told(measure, await readDays(session, source, place, measure.what));
    if (other) return [other];
  }
  return [];
}

/** The day, or the week, that is furthest off; the latest only. */
function judge(session: ScanSession, looked: Looked, asked: Asked & { isWeekly: boolean }) {
  const { isWeekly } = asked;
  return async (measure: Measure, days: readonly DayValue[]): Promise<Candidate | undefined> => {
    const judged = isWeekly ? judgeWeeks(toWeeks(days)) : judgeDays(days);
    const unusual = isWeekly ? unusualDays(judged, WEEKS_A_YEAR) : unusualDays(judged);
    const usual = judged.reduce((sum, one) => sum + one.expected, 0) / Math.max(1, judged.length);
    if (usual < (isWeekly ? LEAST_A_WEEK : LEAST_A_DAY)) return undefined;
    const recent = new Set(judged.slice(isWeekly ? -DAYS_TOLD / 7 : -DAYS_TOLD));
    const [worst] = unusual
      .filter((one) => recent.has(one))
      .toSorted((one, other) => Math.abs(other.sigmas) - Math.abs(one.sigmas));
    if (!worst) return undefined;
    const because = await explain(session, looked, { ...asked, measure, worst });
    return toCandidate(looked.source, { ...asked, measure, judged, worst, because });
  };
}

function meanOf(days: readonly DayValue[]): number {
  return days.reduce((sum, { value }) => sum + value, 0) / Math.max(1, days.length);
}

const DIMENSIONS = 6;

type Explained = Asked & { isWeekly: boolean; measure: Measure; worst: JudgedDay };

async function explain(
  session: ScanSession,
  looked: Looked,
  { clock, timeZone, isWeekly, measure, worst }: Explained,
): Promise<string> {
  const isLarge = !looked.source.isPassWhole;
  if (isLarge && worst.expected * DAYS_DRAWN > MOST_EXPLAINED) return '';
  const { schema, name: tableName } = looked.source.table;
  const rowsFrom = isLarge ? sql`${identifier(schema, tableName)} as t` : looked.source.passFrom;
  const ofDay = daySql({ column: clock, timeZone });
  const day = isWeekly ? sql`date_trunc('week', ${ofDay})::date` : ofDay;
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
    const rows = await askOrStop(
      session,
      sql`select value, coalesce(sum(amount) filter (where day = ${worst.day}::date), 0),
            coalesce(sum(amount) filter (where day < ${worst.day}::date), 0)
          from (select ${value} as value, ${day} as day, ${measure.what} as amount
            from ${rowsFrom} where ${columnSql(clock)} >= ${worst.day}::date - 58
              and ${columnSql(clock)} < ${worst.day}::date + ${isWeekly ? 9 : 2}::int group by 1, 2) days
          where day = any(select (${worst.day}::date - 7 * week)::date from generate_series(0, 8) week)
          group by 1 limit 300`,
    );
    if (!rows) break;
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

type Told = Explained & { judged: JudgedDay[]; because: string };

function toCandidate(
  { table }: Source,
  { clock, timeZone, isWeekly, measure, judged, worst, because }: Told,
): Candidate {
  const path = identifier(table.schema, table.name).text;
  const name = identifier(clock.name).text;
  // Whoever runs it counts the days by the clock of the project, as they were counted here.
  const isZoned = clock.base === 'timestamp with time zone' && timeZone !== 'UTC';
  const time = isZoned ? `(${name} at time zone ${literal(timeZone)})` : name;
  const today = isZoned ? `(now() at time zone ${literal(timeZone)})::date` : 'current_date';
  const drawn = judged.slice(isWeekly ? -DAYS_DRAWN / 2 : -DAYS_DRAWN);
  const span = isWeekly
    ? { day: `date_trunc('week', ${time})::date`, back: 196, until: `date_trunc('week', ${today})` }
    : { day: `${time}::date`, back: DAYS_DRAWN, until: today };
  const direction = worst.sigmas < 0 ? 'less' : 'more';
  return about(table, [clock.number], {
    check: 'unusual-day',
    severity: 'high',
    rule: `${measure.name} ${direction} ${worst.day}${isWeekly ? ' week' : ''}`,
    facts: {
      measure: measure.name,
      value: Math.round(worst.value),
      expected: Math.round(worst.expected),
      low: Math.round(worst.low),
      high: Math.round(worst.high),
      day: worst.day,
      contributors: because,
      ...(isWeekly && { span: 'week' }),
    },
    size: Math.abs(worst.sigmas),
    sql: `select ${span.day} as day, ${measure.text} from ${path}
where ${time} >= date '${worst.day}' - ${span.back} and ${time} < ${span.until} group by 1 order by 1`,
    chart: {
      kind: 'days',
      day: worst.day,
      days: drawn.map(({ day, value, low, high }) => ({ day, value, low, high })),
    },
  });
}
