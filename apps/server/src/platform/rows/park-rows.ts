import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf, readColumn, typed } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import { identifier, joinSql, quoteIdentifier, Sql, sql } from '#platform/db/sql.ts';
import { keyValues } from './cells.ts';
import type { OrderedChange } from './order-changes.ts';

/**
 * Rows that swap values of a unique column: whichever is written first takes what another still has.
 * One of them gives its value up for a moment, for one that no row has.
 */

/** Keys under which parked rows are found until they are written. */
export type ParkedKeys = ReadonlyMap<DraftChange, string[]>;

export async function parkRows(
  query: QueryInTransaction,
  table: CatalogTable,
  ordered: readonly OrderedChange[],
): Promise<Map<DraftChange, string[]>> {
  const parked = new Map<DraftChange, string[]>();
  for (const { change, parks } of ordered) {
    const statement = parkStatement(table, change, parks);
    if (!statement) continue;
    const { rows } = await query(statement).catch((error: unknown) => {
      throw error instanceof Failure ? aboutParking(error, change) : error;
    });
    if (rows[0])
      parked.set(
        change,
        rows[0].map((cell) => cell ?? ''),
      );
  }
  return parked;
}

/** What a row is given in between, to be read by people. */
export function listParked(
  table: CatalogTable,
  { change, parks }: OrderedChange,
): { column: string; text: string }[] {
  return findColumns(table, change, parks).map((column) => ({
    column: column.name,
    text: shownValue(table, column),
  }));
}

function parkStatement(
  table: CatalogTable,
  change: DraftChange,
  parks: OrderedChange['parks'],
): Sql | undefined {
  const settings = findColumns(table, change, parks).map((column) => {
    return sql`${identifier(column.name)} = ${madeUpValue(table, column) ?? sql`null`}`;
  });
  if (settings.length === 0 || change.kind === 'insert') return undefined;
  const keys = table.key ?? [];
  const values = keyValues(table, change.key);
  const isRow = keys.map((name, index) => {
    return sql`t.${identifier(name)} = ${typed(values[index] ?? '', readColumn(table, name))}`;
  });
  const key = keys.map((name) => sql`t.${identifier(name)}`);
  return sql`update ${nameOf(table)} t set ${joinSql(settings, ', ')}
    where ${joinSql(isRow, ' and ')} returning ${joinSql(key, ', ')}`;
}

/** A column of each key that is changed anyway; best one that may be empty. */
function findColumns(
  table: CatalogTable,
  change: DraftChange,
  parks: OrderedChange['parks'],
): CatalogColumn[] {
  if (change.kind !== 'update') return [];
  const found = parks.flatMap((key) => {
    const changed = key
      .filter((name) => Object.hasOwn(change.values, name))
      .map((name) => readColumn(table, name));
    const empty = changed.find(({ isNullable }) => isNullable);
    return empty ?? changed.find((column) => madeUpValue(table, column)) ?? [];
  });
  return [...new Map(found.map((column) => [column.name, column])).values()];
}

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']);
const instants = new Set(['date', 'timestamp', 'timestamptz']);

function madeUpValue(table: CatalogTable, column: CatalogColumn): Sql | undefined {
  const name = identifier(column.name);
  const exact = new Sql([column.exactType], []);
  if (column.isNullable) return sql`null`;
  if (numbers.has(column.typeName)) {
    // Above: places and amounts are seldom allowed to be below one.
    return sql`(select max(other.${name}) + 1 from ${nameOf(table)} other)`;
  }
  if (instants.has(column.typeName)) {
    return sql`(select (max(other.${name}) + interval '1 day')::${exact} from ${nameOf(table)} other)`;
  }
  if (column.typeName === 'uuid') return sql`gen_random_uuid()`;
  return column.category === 'S' ? sql`md5(random()::text)::${exact}` : undefined;
}

function shownValue(table: CatalogTable, column: CatalogColumn): string {
  if (column.isNullable) return 'NULL';
  if (column.typeName === 'uuid') return 'gen_random_uuid()';
  if (column.category === 'S') return `md5(random()::text)::${column.exactType}`;
  const name = quoteIdentifier(column.name);
  const from = `FROM ${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;
  return numbers.has(column.typeName)
    ? `(SELECT max(${name}) + 1 ${from})`
    : `(SELECT max(${name}) + interval '1 day' ${from})`;
}

function aboutParking(error: Failure, { ref }: DraftChange): Failure {
  return new Failure(
    error.code,
    `These rows swap values, and the database refuses another one in between: ${error.message}`,
    { ...error.details, ref },
  );
}
