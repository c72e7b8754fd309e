import type { z } from 'zod';
import type { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { isSystemPart, orderOf, orderSql } from '#platform/connectors/sql/keyset.ts';
import { withLiterals } from '#platform/connectors/sql/literals.ts';
import { conditionOf } from '#platform/connectors/sql/selection.ts';
import { nameOf, readColumn, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';

type StatementQuery = z.output<typeof tableRoutes.statement.query>;

/** The rows of a view as a statement that stands on its own, in the order they are shown. */
export async function writeStatement(
  services: Services,
  call: TableCall,
  query: StatementQuery,
): Promise<{ sql: string }> {
  const { table } = call;
  const condition = await conditionOf(services, call, query);
  const list = query.columns
    ? joinSql(
        query.columns.map((name) => identifier(readColumn(table, name).name)),
        ', ',
      )
    : sql`*`;
  const order = orderOf(table, query.sort).order.filter((part) => !isSystemPart(part));
  const parts = [
    sql`select ${list}`,
    sql`from ${nameOf(table)}`,
    ...(condition ? [whereSql([condition])] : []),
    ...(order.length > 0 ? [orderSql(order, false)] : []),
  ];
  return { sql: `${parts.map(withLiterals).join('\n')};` };
}
