import { identifier, Sql, sql } from '#platform/db/sql.ts';
import type { SeenColumn, SeenTable } from '../catalog/picture.ts';
import type { ScanSession } from '../scanning/session.ts';

/** Up to here every row is read for every question. */
export const WHOLE_ROWS = 50_000;
/** Up to here one pass over all rows is fair. */
const PASS_ROWS = 2_000_000;
const SAMPLE_ROWS = 30_000;
/** Rows of one page are alike, so a sample is worth what its pages are. */
const SAMPLE_PAGES = 300;
/** Wider tables are looked at in part. */
const MOST_COLUMNS = 60;

/** A table and how its rows are read. */
export type Source = {
  table: SeenTable;
  columns: SeenColumn[];
  rows: number;
  isWhole: boolean;
  /** All rows, or a sample where there are too many for a pass. */
  passFrom: Sql;
  isPassWhole: boolean;
  sampleFrom: Sql;
};

export async function openSource(session: ScanSession, table: SeenTable): Promise<Source> {
  const path = identifier(table.schema, table.name);
  const rows = await countRoughly(session, table, path);
  const isWhole = rows <= WHOLE_ROWS;
  const sampleFrom = isWhole
    ? sql`${path} as t`
    : sql`(select * from ${path} tablesample system (${asText(percentOf(table, rows))})
        repeatable (${asText(seedOf(table))}) limit ${asText(SAMPLE_ROWS)}) as t`;
  const isPassWhole = rows <= PASS_ROWS;
  return {
    table,
    columns: table.columns.slice(0, MOST_COLUMNS),
    rows,
    isWhole,
    passFrom: isPassWhole ? sql`${path} as t` : sampleFrom,
    isPassWhole,
    sampleFrom,
  };
}

/** The planner's count may be missing or of long ago: small tables are counted. */
async function countRoughly(session: ScanSession, table: SeenTable, path: Sql): Promise<number> {
  const known = Math.max(table.rows ?? 0, table.live);
  if (known > WHOLE_ROWS) return known;
  const [row] = await session.ask(
    sql`select count(*) from (select from ${path} limit ${asText(WHOLE_ROWS + 1)}) few`,
  );
  return Math.max(Number(row?.[0] ?? 0), known > WHOLE_ROWS ? known : 0);
}

function percentOf({ pages }: SeenTable, rows: number): number {
  const share = Math.max(SAMPLE_ROWS / rows, SAMPLE_PAGES / Math.max(pages, 1));
  // A little more, since pages are drawn by chance; the limit cuts what is too much.
  return Math.min(100, Math.max(0.01, Math.round(share * 120 * 1_000) / 1_000));
}

const WEEK_MS = 7 * 86_400_000;

/** The same rows all week, so that two looks can be compared; others the next. */
function seedOf({ oid }: SeenTable): number {
  return (oid * 31 + Math.floor(Date.now() / WEEK_MS)) % 2_147_483_647;
}

/** An index finds its rows by this column, in order: as quick in a table of any size. */
export function isLedBy({ indexes }: SeenTable, { number }: SeenColumn): boolean {
  return indexes.some(({ columns, isValid, predicate, method }) => {
    return isValid && predicate === null && method === 'btree' && columns[0] === number;
  });
}

/** A number of our own, written into the text: these places take no parameters. */
function asText(number: number): Sql {
  return new Sql([String(number)], []);
}

export function columnSql({ name }: Pick<SeenColumn, 'name'>): Sql {
  return sql`t.${identifier(name)}`;
}

export function isText({ category, base }: SeenColumn): boolean {
  return category === 'S' && base !== 'name';
}

export function isNumber({ category, base }: SeenColumn): boolean {
  return category === 'N' && base !== 'money' && !/^(oid|reg)/.test(base);
}

/** A day or an instant; not a time of day. */
export function isTime({ base }: SeenColumn): boolean {
  return /^(date|timestamp)/.test(base);
}
