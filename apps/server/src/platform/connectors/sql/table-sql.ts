import { Failure } from '@causeway/contract/errors.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import type { CatalogColumn, CatalogTable } from './catalog-table.ts';

/** Pieces of SQL about a table of the catalog: names come from it, values are bound. */

export function nameOf(table: Pick<CatalogTable, 'schema' | 'name'>): Sql {
  return identifier(table.schema, table.name);
}

export function readColumn(table: CatalogTable, name: string): CatalogColumn {
  const column = table.columns.find((one) => one.name === name);
  if (column) return column;
  throw new Failure('E_COLUMN_NOT_FOUND', `Column '${name}' not found in '${table.name}'`, {
    column: name,
  });
}

/** A value of the column's type. */
export function typed(value: string | null, column: { castType: string }): Sql {
  return sql`${value}::${castOf(column)}`;
}

/** The type's name as the catalog gives it: it was quoted by the database itself. */
export function castOf({ castType }: { castType: string }): Sql {
  return new Sql([castType], []);
}

/** Their cast to text cuts blanks off, or adds a mask. */
const castOtherwise = new Set(['character', 'inet']);

/** A value as its type prints it, which is how rows are read everywhere else. */
export function printed({ baseType }: { baseType: string }, place: Sql): Sql {
  return castOtherwise.has(baseType)
    ? sql`case when ${place} is not null then pg_catalog.format('%s', ${place}) end`
    : sql`${place}::text`;
}

/** The rows that keys name, in brackets: `(1, 'a'), (2, 'b')`. */
export function keyRowsSql(
  table: CatalogTable,
  key: readonly string[],
  keys: readonly Record<string, unknown>[],
): Sql {
  const columns = key.map((name) => readColumn(table, name));
  const rows = keys.map((values) => {
    const cells = columns.map((column) => {
      const value = values[column.name];
      if (value === undefined) {
        throw new Failure('E_VALIDATION', `A key without '${column.name}' names no row.`);
      }
      return typed(String(value), column);
    });
    return sql`(${joinSql(cells, ', ')})`;
  });
  return joinSql(rows, ', ');
}

export function whereSql(parts: (Sql | undefined)[]): Sql {
  const some = parts.filter((part) => part !== undefined);
  return some.length > 0 ? sql`where ${joinSql(some, ' and ')}` : sql``;
}
