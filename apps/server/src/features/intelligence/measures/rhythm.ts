import type { SeenColumn, SeenTable } from '../catalog/picture.ts';
import type { Candidate } from '../checks/candidate.ts';
import type { Looked } from '../rows/looked.ts';
import { columnSql, WHOLE_ROWS } from '../rows/source.ts';
import type { ScanSession } from '../scanning/session.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { median } from './band.ts';

/** How rows of a table usually follow each other, and when the last one came. */
export type Rhythm = {
  column: string;
  number: number;
  newest: string;
  usualSeconds: number;
  longestSeconds: number;
};

const GAPS_READ = 500;
const LEAST_GAPS = 50;
const LEAST_SECONDS = 1_800;
/** Of a table that is younger nobody knows its nights and weekends; an import fills one in seconds. */
const LEAST_HISTORY = 7 * 86_400;

/** Read by the index, or where the table is small: nobody sorts a large one for this. */
export async function readRhythm(
  session: ScanSession,
  { source }: Looked,
  clock: SeenColumn,
): Promise<Rhythm | undefined> {
  const { table, rows } = source;
  const isIndexed = table.indexes.some(
    ({ columns, isValid }) => isValid && columns[0] === clock.number,
  );
  if (!isIndexed && rows > WHOLE_ROWS) return undefined;
  const value = columnSql(clock);
  const found = await session.ask(
    sql`select extract(epoch from last - lag(last) over (order by last)), last::text from (
          select ${value}::timestamptz as last from ${identifier(table.schema, table.name)} as t
          where ${value} <= now() order by ${value} desc limit ${GAPS_READ}) newest order by last`,
  );
  const gaps = found.map(([gap]) => Number(gap)).filter((gap) => gap > 0);
  const newest = found.at(-1)?.[1];
  if (gaps.length < LEAST_GAPS || !newest) return undefined;
  const [history] = await session.ask(
    sql`select extract(epoch from ${newest}::timestamptz - min(${value})::timestamptz)
        from ${identifier(table.schema, table.name)} as t`,
  );
  if (Number(history?.[0]) < LEAST_HISTORY) return undefined;
  const sorted = gaps.toSorted((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const middle = median(gaps);
  const spread = median(gaps.map((gap) => Math.abs(gap - middle)));
  return {
    column: clock.name,
    number: clock.number,
    newest,
    usualSeconds: Math.max(LEAST_SECONDS, usual + 3 * spread),
    longestSeconds: sorted.at(-1) ?? 0,
  };
}

export type Kept = { table: Pick<SeenTable, 'oid' | 'schema' | 'name'>; rhythm: Rhythm };

/** A table that fell silent long ago is no news. */
const SILENT_SECONDS = 60 * 86_400;

/**
 * Tables nothing came into for longer than ever. Where all stopped together it is one finding: what
 * stopped is what feeds them.
 */
export function judgeRhythms(kept: readonly Kept[], now = Date.now()): Candidate[] {
  const ages = kept.map((one) => ({ ...one, age: (now - Date.parse(one.rhythm.newest)) / 1_000 }));
  const late = ages.filter(({ age, rhythm }) => {
    const limit = Math.max(rhythm.usualSeconds, 1.5 * rhythm.longestSeconds);
    return age > limit && age < SILENT_SECONDS;
  });
  const [first, ...others] = late.toSorted((one, other) => one.age - other.age);
  if (!first) return [];
  const alike = [first, ...others.filter((one) => stoppedWith(first, one))];
  const stopped = alike.length >= 3 && alike.length >= 0.3 * ages.length ? alike : [];
  const alone = late.filter((one) => !stopped.includes(one)).map(toCandidate);
  return stopped.length > 0 ? [together(stopped, first), ...alone] : alone;
}

type Late = Kept & { age: number };

/** Their last rows came as near to each other as rows of theirs usually do. */
function stoppedWith(first: Late, other: Late): boolean {
  const near = Math.max(first.rhythm.usualSeconds, other.rhythm.usualSeconds, first.age / 4);
  return other.age - first.age <= near;
}

function toCandidate({ table, rhythm, age }: Late): Candidate {
  return {
    check: 'late',
    severity: 'high',
    schema: table.schema,
    table: table.name,
    columns: [rhythm.column],
    objects: [table.oid, rhythm.number],
    facts: {
      age: span(age),
      usual: span(rhythm.usualSeconds),
      usualMinutes: Math.ceil(Math.max(rhythm.usualSeconds, rhythm.longestSeconds) / 60),
    },
    size: age,
    sql: `select max(${identifier(rhythm.column).text}) from ${identifier(table.schema, table.name).text}`,
  };
}

function together(late: readonly Late[], first: Late): Candidate {
  const names = late.map(({ table }) => table.name);
  return {
    check: 'late',
    severity: 'high',
    schema: null,
    table: null,
    columns: [first.rhythm.column],
    objects: ['together'],
    facts: {
      table: `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
      age: span(first.age),
      usual: span(first.rhythm.usualSeconds),
    },
    size: first.age,
  };
}

/** In units that are written alike in our languages. */
function span(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} d`;
  return seconds >= 7_200 ? `${Math.floor(seconds / 3_600)} h` : `${Math.ceil(seconds / 60)} min`;
}
