import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ExportSource } from '@causeway/contract/exports.ts';
import type { RowKey } from '@causeway/contract/tables/tables.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { readTimeZone } from '#platform/access/time-zone.ts';
import { asReader, type OpenedSql } from '#platform/connectors/opened.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { orderSql } from '#platform/connectors/sql/keyset.ts';
import { withLiterals } from '#platform/connectors/sql/literals.ts';
import {
  judgeReading,
  refuseTooPowerful,
  refuseSystemTables,
} from '#platform/connectors/sql/reading.ts';
import { conditionOf } from '#platform/connectors/sql/selection.ts';
import { keyRowsSql, nameOf, readColumn, whereSql } from '#platform/connectors/sql/table-sql.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { onlyWantedTimes, seenRowsSql } from './seen-rows.ts';

/** What is read, as one SELECT without parameters: all that is left to do is to run it. */
export type PlannedSource = {
  select: string;
  /** What a file of it is called, without ending. */
  name: string;
  /** Where the rows came from, for statements that put them back. */
  table: { schema: string; name: string } | undefined;
  /** Where days begin elsewhere than in UTC. */
  timeZone?: string;
  /** Asked for by who may only read: it is read as the role of readers, whenever that is. */
  isForReader?: boolean;
};

type Call = { opened: OpenedSql; actor: ProjectActor };

export async function planSource(
  services: Services,
  call: Call,
  source: ExportSource,
): Promise<PlannedSource> {
  const planned =
    source.kind === 'table'
      ? await planTable(services, call, source)
      : await planQuery(services, call, source);
  return { ...planned, isForReader: !can(call.actor.project.role, 'sql.write') };
}

/** The database it is read from, perhaps long after it was asked for. */
export function targetOf({ isForReader }: PlannedSource, opened: OpenedSql): SqlTarget {
  return (isForReader ? asReader(opened) : opened).target;
}

async function planTable(
  services: Services,
  call: Call,
  source: Extract<ExportSource, { kind: 'table' }>,
): Promise<PlannedSource> {
  const name = { schema: source.schema, table: source.table };
  await refuseSystemTables(services, call, source.schema);
  const table = await services.sqlCatalog.readTable(call.opened.target, name, 'checked');
  const condition = await conditionOf(services, { ...call, table }, source);
  const columns = source.columns ?? table.columns.map((column) => column.name);
  const list = columns.map((column) => identifier(readColumn(table, column).name));
  const chosen = source.keys && keysSql(table, source.keys);
  // Without a wish the table's own order: sorting a whole table would only delay its first row.
  const order = source.sort.map(({ column, direction }) => ({
    ...readColumn(table, column),
    place: identifier(column),
    isDescending: direction === 'desc',
  }));
  const from = source.rows ? seenRowsSql(table, source.rows, columns) : nameOf(table);
  const select = sql`select ${joinSql(list, ', ')} from ${from}
    ${whereSql([condition, chosen, source.rows && onlyWantedTimes])} ${orderSql(order, false)}
    ${source.limit === undefined ? sql`` : sql`limit ${source.limit}`}`;
  return { select: withLiterals(select), name: table.name, table };
}

function keysSql(table: CatalogTable, keys: RowKey[]): Sql {
  const { key } = table;
  if (!key) throw new Failure('E_TABLE_READ_ONLY', 'Rows of this table can not be told apart.');
  const names = key.map((name) => identifier(name));
  return sql`(${joinSql(names, ', ')}) in (${keyRowsSql(table, key, keys)})`;
}

/** A query runs as it is, inside brackets; only what the parser knows to read gets that far. */
async function planQuery(
  services: Services,
  call: Call,
  source: Extract<ExportSource, { kind: 'query' }>,
): Promise<PlannedSource> {
  const { sqlParser } = services;
  await refuseTooPowerful(services, call);
  const inspection = await sqlParser.inspect(source.sql);
  if (inspection.statements === 0) throw new Failure('E_SQL_EMPTY');
  if (inspection.statements > 1) throw new Failure('E_SQL_MULTIPLE_STATEMENTS');
  const { refusal } = await judgeReading(services, call.opened, inspection);
  if (refusal) throw new Failure('E_SQL_READ_ONLY', refusal);
  if (inspection.kind !== 'SelectStmt') {
    throw new Failure('E_SQL_READ_ONLY', 'Only the rows of a query can be exported.');
  }
  // A semicolon in brackets would close them: only the statement itself goes inside.
  const [statement, another] = await sqlParser.read('statements', { sql: source.sql });
  if (!statement || another) throw new Failure('E_SQL_MULTIPLE_STATEMENTS');
  const select = `select * from (\n${statement.text}\n) as exported`;
  const wrapped = await sqlParser.inspect(select);
  if (wrapped.statements !== 1 || wrapped.refusal) {
    throw new Failure('E_SQL_SYNTAX', 'This query can not be exported.');
  }
  const timeZone = source.isInProjectZone
    ? await readTimeZone(services.db, call.actor.project)
    : undefined;
  return {
    select,
    name: source.name ?? 'query',
    table: undefined,
    ...(timeZone !== undefined && { timeZone }),
  };
}
