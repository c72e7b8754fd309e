import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { castOf, nameOf, readColumn } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import { keyIn, type RowState } from './cells.ts';

export const KEYS_A_STATEMENT = 2_000;

/** Rows by `keyText`: those that are there, held until the transaction ends. */
export async function lockRows(
  query: QueryInTransaction,
  table: CatalogTable,
  keys: readonly (readonly string[])[],
): Promise<Map<string, RowState>> {
  return collectRows(query, table, keys, sql` for update of t`);
}

/** The same, without holding them: for a reader beside the transaction that writes. */
export async function readRows(
  query: QueryInTransaction,
  table: CatalogTable,
  keys: readonly (readonly string[])[],
): Promise<Map<string, RowState>> {
  return collectRows(query, table, keys, sql``);
}

/** Values of columns of one table that rows of another refer to. */
export type Referred = { table: CatalogTable; columns: string[] };

/** Rows that refer to one of these values, each with its place among those, and no more than the limit. */
export async function readReferring(
  query: QueryInTransaction,
  table: CatalogTable,
  {
    columns,
    to,
    values,
    limit,
  }: {
    columns: string[];
    to: Referred;
    values: readonly (readonly (string | null)[])[];
    limit: number;
  },
): Promise<(RowState & { place: number })[]> {
  const found: (RowState & { place: number })[] = [];
  for (let start = 0; start < values.length; start += KEYS_A_STATEMENT) {
    const some = values.slice(start, start + KEYS_A_STATEMENT);
    const lists = columns.map((_, index) => some.map((value) => value[index] ?? null));
    const { rows } = await query(sql`select ${stateList(table)}, g.place
      from ${givenRows(lists)} join ${nameOf(table)} t on ${refersToGiven(columns, to)}
      limit ${limit - found.length}`);
    for (const row of rows) {
      found.push({ ...toState(table, row), place: start + Number(row.at(-1)) - 1 });
    }
    if (found.length >= limit) break;
  }
  return found;
}

/** A key as one text, to look rows up by. */
export function keyText(key: readonly string[]): string {
  return JSON.stringify(key);
}

/** Every column of a row, and its version where rows have one. */
export function stateList(table: CatalogTable): Sql {
  const columns = table.columns.map(({ name }) => sql`t.${identifier(name)}`);
  return joinSql(table.hasVersion ? [...columns, sql`t.xmin::text`] : columns, ', ');
}

export function toState(table: CatalogTable, cells: (string | null)[]): RowState {
  return {
    cells: cells.slice(0, table.columns.length),
    version: table.hasVersion ? (cells[table.columns.length] ?? null) : null,
  };
}

/** The columns of a list of given rows as one set of rows: `g(c1, c2, …, place)`. */
export function givenRows(lists: readonly (readonly (string | null)[])[]): Sql {
  const arrays = lists.map((list) => sql`${list}::text[]`);
  const names = lists.map((_, index) => identifier(`c${index + 1}`));
  return sql`unnest(${joinSql(arrays, ', ')})
    with ordinality as g(${joinSql([...names, sql`place`], ', ')})`;
}

/** The first columns of the given rows are the key of those of the table. */
export function isGivenKey(table: CatalogTable): Sql {
  const key = table.key ?? [];
  return refersToGiven(key, { table, columns: key });
}

/** The same of others, which may be of another type than what they refer to: not every value is one of theirs. */
export function refersToGiven(columns: readonly string[], to: Referred): Sql {
  const parts = columns.map((name, index) => {
    const given = identifier(`c${index + 1}`);
    const type = castOf(readColumn(to.table, to.columns[index] ?? name));
    return sql`t.${identifier(name)} = g.${given}::${type}`;
  });
  return joinSql(parts, ' and ');
}

async function collectRows(
  query: QueryInTransaction,
  table: CatalogTable,
  keys: readonly (readonly string[])[],
  lock: Sql,
): Promise<Map<string, RowState>> {
  const found = new Map<string, RowState>();
  // Everybody takes rows in the same order, so that two do not wait for each other.
  const sorted = keys.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  for (let start = 0; start < sorted.length; start += KEYS_A_STATEMENT) {
    const some = sorted.slice(start, start + KEYS_A_STATEMENT);
    const lists = (table.key ?? []).map((_, index) => some.map((key) => key[index] ?? null));
    const { rows } = await query(sql`select ${stateList(table)}, g.place
      from ${givenRows(lists)} join ${nameOf(table)} t on ${isGivenKey(table)}${lock}`);
    for (const row of rows) {
      const asked = some[Number(row.at(-1)) - 1];
      const state = toState(table, row);
      // By the key as it was asked for: another text may mean the same value.
      if (asked) found.set(keyText(asked), state);
      found.set(keyText(keyIn(table, state.cells) ?? []), state);
    }
  }
  return found;
}
