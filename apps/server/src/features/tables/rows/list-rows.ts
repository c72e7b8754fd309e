import type { z } from 'zod';
import type { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import {
  afterSql,
  type Order,
  orderSql,
  readCursor,
  writeCursor,
} from '#platform/connectors/sql/keyset.ts';
import { conditionOf, type Selection } from '#platform/connectors/sql/selection.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { nameOf, whereSql } from '#platform/connectors/sql/table-sql.ts';
import type { TableCall } from '../open-table.ts';
import { layOutPages, type PageLayout } from './page-layout.ts';
import { runReading } from './run-reading.ts';

type RowsQuery = z.output<typeof tableRoutes.rows.query>;

/** A page of rows as JSON text. */
export async function listRows(
  services: Services,
  call: TableCall,
  query: RowsQuery,
): Promise<Buffer> {
  const condition = await conditionOf(services, call, query);
  const plan = planPage(call.table, await fromTheEnd(services, call, query));
  const guess = condition && plan.isFirst ? await estimate(services, call, condition) : undefined;
  const statement = isSelective(call.table, guess)
    ? countingStatement(plan, condition)
    : pageStatement(plan, condition);
  const completed = await runReading(services, call, statement, {
    rowLimit: query.limit,
    isForeign: query.where !== undefined,
  });
  return encodePage(services, call, {
    plan,
    completed,
    guess: condition ? guess : call.table.rowCount,
    counts: statement.counts ?? false,
  });
}

/** Nothing is read backwards where the order is not stable, so the rows before the last page are counted. */
async function fromTheEnd(
  services: Services,
  call: TableCall,
  query: RowsQuery,
): Promise<RowsQuery> {
  if (!query.last || layOutPages(call.table, query).isStable) return query;
  const { total } = await countRows(services, call, query);
  return { ...query, last: false, offset: Math.max(0, total - query.limit) };
}

export async function countRows(
  services: Services,
  call: TableCall,
  selection: Selection,
): Promise<{ total: number; totalIsExact: true }> {
  const condition = await conditionOf(services, call, selection);
  const { rows } = await runReading(
    services,
    call,
    { text: sql`select count(*) from ${nameOf(call.table)} ${whereSql([condition])}` },
    { rowLimit: 1, isForeign: selection.where !== undefined },
  );
  return { total: Number(rows.last()[0]), totalIsExact: true };
}

/** The planner's guess of how many rows fit, without reading any. */
async function estimate(services: Services, call: TableCall, condition: Sql): Promise<number> {
  const { rows } = await runReading(
    services,
    call,
    { text: sql`explain (format json) select from ${nameOf(call.table)} ${whereSql([condition])}` },
    { rowLimit: 1_000, isForeign: true },
  );
  const [plan] = JSON.parse(rows.last()[0] ?? '[]') as { Plan?: { 'Plan Rows'?: number } }[];
  return plan?.Plan?.['Plan Rows'] ?? 0;
}

// The page ---------------------------------------------------------------------------------------

type Plan = PageLayout & {
  table: CatalogTable;
  /** Where it continues; a view without a key counts rows instead. */
  from:
    | { values: (string | null)[]; isReversed: boolean }
    | { offset: number }
    | { isEnd: true; isReversed: true }
    | undefined;
  limit: number;
  isFirst: boolean;
  /** By a column that somebody chose. */
  isSorted: boolean;
};

function planPage(table: CatalogTable, query: RowsQuery): Plan {
  const layout = layOutPages(table, query);
  const from = startOf(layout.order, layout.isStable, query);
  return {
    ...layout,
    table,
    from,
    limit: query.limit,
    isFirst: from === undefined,
    isSorted: query.sort.length > 0 && table.kind === 'table',
  };
}

function startOf(order: Order, isStable: boolean, query: RowsQuery): Plan['from'] {
  const { after, before, offset, last } = query;
  if (last) return { isEnd: true, isReversed: true };
  if (offset !== undefined && offset > 0) return { offset };
  const cursor = after ?? before;
  if (cursor === undefined) return undefined;
  if (isStable) return { values: readCursor(order, cursor), isReversed: after === undefined };
  const [place] = readCursor([{ ...unstable }], cursor);
  return { offset: Math.max(0, Number(place) || 0) };
}

/** Stands for the order of a view, which has none: a cursor is the number of rows before it. */
const unstable = {
  name: 'offset',
  place: sql`offset`,
  castType: 'int8',
  isDescending: false,
  isNullable: false,
};

type PageStatement = { text: Sql; counts?: boolean };

function pageStatement(plan: Plan, condition: Sql | undefined): PageStatement {
  const { table, name, list, order, ordered, from, limit, isSorted } = plan;
  if (from && 'offset' in from) return { text: offsetSql(plan, condition, from.offset) };
  const isReversed = from?.isReversed ?? false;
  const bound = from && 'values' in from && afterSql(order, from.values, isReversed);
  const window = sql`${whereSql([condition, bound || undefined])}
    ${isReversed ? orderSql(order, true) : ordered} ${limitSql(isReversed ? limit : limit + 1)}`;
  if (isSorted && table.key && !table.hasHeirs) {
    const found = isWhole(plan) ? wholeRowsFirst : keysFirst;
    return { text: found(plan, table.key, window) };
  }
  const rows = sql`select ${list} from ${name} ${window}`;
  if (!isReversed) return { text: rows };
  return { text: sql`select * from (${rows}) page ${byNumbers(plan)}` };
}

function offsetSql(plan: Plan, condition: Sql | undefined, offset: number): Sql {
  const { table, name, list, ordered, limit } = plan;
  const window = sql`${whereSql([condition])} ${ordered} offset ${offset} ${limitSql(limit + 1)}`;
  return table.key && !table.hasHeirs
    ? keysFirst(plan, table.key, window)
    : sql`select ${list} from ${name} ${window}`;
}

/**
 * Finds the keys first and only then the rows: much quicker far down a wide table, and where rows are
 * sorted without an index, since their columns and version are read of one page instead of all.
 */
function keysFirst({ name, list, ordered }: Plan, keyColumns: string[], window: Sql): Sql {
  const key = listOf(keyColumns);
  return sql`select ${list} from ${name} where (${key}) in (select ${key} from ${name} ${window})
    ${ordered}`;
}

/**
 * The same, where all columns are wanted and none is computed: rows are sorted as they lie in the table.
 * To take but the keys out of each costs a quarter more than to sort them whole, and left to itself the
 * planner does so, hence the materialized part.
 */
function wholeRowsFirst({ name, list, ordered }: Plan, keyColumns: string[], window: Sql): Sql {
  const key = listOf(keyColumns);
  return sql`with page as materialized (select * from ${name} ${window})
    select ${list} from ${name} where (${key}) in (select ${key} from page) ${ordered}`;
}

function listOf(columns: string[]): Sql {
  return joinSql(
    columns.map((column) => identifier(column)),
    ', ',
  );
}

/** Whoever may read only some columns, or hid some, asks for those. */
function isWhole({ table, columns }: Plan): boolean {
  if (!table.hasVersion) return false;
  const asked = new Set(columns.filter(({ role }) => !role).map(({ name }) => name));
  return table.columns.every(({ name, generated }) => generated !== 'virtual' && asked.has(name));
}

/**
 * Few rows fit, so all of them are found first, then sorted and counted: left to itself the planner
 * would walk the whole key in order, hoping to meet fifty of them soon.
 */
function countingStatement(plan: Plan, condition: Sql | undefined): PageStatement {
  return {
    text: sql`with matching as materialized (
        select ${plan.list} from ${plan.name} ${whereSql([condition])})
      select *, (select count(*) from matching) from matching
      ${byNumbers(plan)} ${limitSql(plan.limit + 1)}`,
    counts: true,
  };
}

const FEW_ROWS = 20_000;
const LARGE_TABLE = 50_000;

function isSelective(table: CatalogTable, guess: number | undefined): boolean {
  return guess !== undefined && guess <= FEW_ROWS && (table.rowCount ?? 0) > LARGE_TABLE;
}

/** In the text, since a plan that is kept for any limit would be made for a tenth of the table. */
function limitSql(limit: number): Sql {
  return new Sql([`limit ${Math.trunc(limit)}`], []);
}

function byNumbers({ columns, order }: Plan): Sql {
  if (order.length === 0) return sql``;
  const numbers = order.map(({ name, isDescending }) => {
    const number = columns.findIndex((column) => column.name === name) + 1;
    return new Sql([`${number}${isDescending ? ' desc' : ''}`], []);
  });
  return sql`order by ${joinSql(numbers, ', ')}`;
}

// The answer -------------------------------------------------------------------------------------

type Page = {
  plan: Plan;
  completed: Completed;
  /** What is known of the total without counting. */
  guess: number | null | undefined;
  counts: boolean;
};

async function encodePage(services: Services, { opened }: TableCall, page: Page): Promise<Buffer> {
  const { plan, completed, counts } = page;
  const oids = completed.fields.map((field) => field.dataTypeID);
  const kind = `${counts} ${opened.target.updatedAt} ${oids.join(' ')}`;
  const head =
    plan.heads.get(kind) ?? (await writeHead(services, opened.target, { plan, oids, counts }));
  plan.heads.set(kind, head);
  const tail = { ...cursorsOf(page), ...totalOf(page) };
  return completed.rows.enclose(head, `],${JSON.stringify(tail).slice(1)}`);
}

async function writeHead(
  { typeNames }: Services,
  target: SqlTarget,
  { plan, oids, counts }: { plan: Plan; oids: number[]; counts: boolean },
): Promise<string> {
  const names = await typeNames.of(target, oids);
  const fields = oids.map((oid, index) => {
    const role = counts && index === plan.columns.length ? 'extra' : plan.columns[index]?.role;
    return {
      name: plan.columns[index]?.name ?? 'total',
      type: names.get(oid) ?? '',
      oid,
      ...(role && { role }),
    };
  });
  return `{"fields":${JSON.stringify(fields)},"rows":[`;
}

function cursorsOf({ plan, completed: { rows } }: Page) {
  const { order, columns, from, limit, isStable } = plan;
  const offset = from && 'offset' in from ? from.offset : 0;
  if (!isStable) {
    const at = (place: number) => writeCursor([unstable], [String(place)]);
    return {
      nextCursor: rows.hasMore ? at(offset + rows.count) : null,
      previousCursor: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    };
  }
  const cursorOf = (cells: (string | null)[]) => {
    const values = order.map(
      ({ name }) => cells[columns.findIndex((column) => column.name === name)] ?? null,
    );
    return cells.length > 0 ? writeCursor(order, values) : null;
  };
  const isReversed = from !== undefined && 'isReversed' in from && from.isReversed;
  const isEnd = from !== undefined && 'isEnd' in from;
  const mayHaveBefore = isReversed ? rows.count === limit : from !== undefined;
  return {
    nextCursor: rows.hasMore || (isReversed && !isEnd) ? cursorOf(rows.last()) : null,
    previousCursor: mayHaveBefore ? cursorOf(rows.first()) : null,
  };
}

function totalOf({ plan, completed: { rows }, guess, counts }: Page) {
  if (counts && rows.count > 0) return { total: Number(rows.last().at(-1)), totalIsExact: true };
  if (plan.isFirst && !rows.hasMore) return { total: rows.count, totalIsExact: true };
  return { total: guess ?? null, totalIsExact: false };
}
