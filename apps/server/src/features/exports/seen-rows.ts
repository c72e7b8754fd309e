import type { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import type { sqlCell } from '@causeway/contract/sql/sql.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf, readColumn, typed } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';

type SeenRow = Record<string, z.infer<typeof sqlCell>>;

/**
 * Rows of a table without a key, found again by everything that was seen of them. A place on disk would
 * name another row after the next write, so it is not used. Rows that look the same are the same file:
 * of each look as many are taken as were named.
 */
export function seenRowsSql(
  table: CatalogTable,
  rows: readonly SeenRow[],
  exported: readonly string[],
): Sql {
  const seen = Object.keys(rows[0] ?? {});
  const unseen = exported.find((name) => !seen.includes(name));
  if (unseen !== undefined) {
    throw new Failure('E_VALIDATION', `'${unseen}' was not seen of these rows.`);
  }
  const columns = seen.map((name) => readColumn(table, name));
  const looks = rows.map((row) => sql`(array[${joinSql(columns.map(textOf(row)), ', ')}]::text[])`);
  const look = columns.map(({ name }) => sql`known.${identifier(name)}::text`);
  return sql`(select known.*, wanted.times as "times wanted",
      row_number() over (partition by wanted.look) as "time found"
    from ${nameOf(table)} known
    join (select look, count(*) as times from (values ${joinSql(looks, ', ')}) as named(look)
      group by look) wanted on wanted.look = array[${joinSql(look, ', ')}]) as seen`;
}

/** As the database prints it, however it was printed for the screen: a float as 1e-06. */
function textOf(row: SeenRow) {
  return (column: ReturnType<typeof readColumn>): Sql => {
    const value = row[column.name];
    if (value === undefined) {
      throw new Failure('E_VALIDATION', `A row without '${column.name}' can not be found again.`);
    }
    return sql`${typed(value === null ? null : String(value), column)}::text`;
  };
}

export const onlyWantedTimes: Sql = sql`"time found" <= "times wanted"`;
