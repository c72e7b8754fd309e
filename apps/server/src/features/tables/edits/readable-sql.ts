import type { DraftChange, StagedValue } from '@causeway/contract/tables/edits.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { readColumn } from '#platform/connectors/sql/table-sql.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { OrderedChange } from '#platform/rows/order-changes.ts';
import { listParked } from '#platform/rows/park-rows.ts';

/** A change as somebody would write it: the same effect as what runs, with its values in place. */
export function readableSql(table: CatalogTable, change: DraftChange): string {
  const name = `${plainName(table.schema)}.${plainName(table.name)}`;
  if (change.kind === 'insert') return `INSERT INTO ${name}${insertedRow(table, change.values)};`;
  const where = isRow(table, change);
  if (change.kind === 'delete') return `DELETE FROM ${name} WHERE ${where};`;
  const settings = Object.entries(change.values)
    .map(([column, value]) => `${plainName(column)} = ${written(table, column, value)}`)
    .join(',\n    ');
  return `UPDATE ${name}\nSET ${settings}\nWHERE ${where};`;
}

/** How a row gives unique values up before others take them. */
export function readableParking(
  table: CatalogTable,
  ordered: OrderedChange,
): { ref: string; sql: string }[] {
  const settings = listParked(table, ordered).map(({ column, text }) => {
    return `${plainName(column)} = ${text}`;
  });
  if (settings.length === 0) return [];
  const { change } = ordered;
  const name = `${plainName(table.schema)}.${plainName(table.name)}`;
  const set = settings.join(',\n    ');
  return [{ ref: change.ref, sql: `UPDATE ${name}\nSET ${set}\nWHERE ${isRow(table, change)};` }];
}

function isRow(table: CatalogTable, change: DraftChange): string {
  return Object.entries(change.kind === 'insert' ? {} : change.key)
    .map(([column, text]) => `${plainName(column)} = ${literal(readColumn(table, column), text)}`)
    .join(' AND ');
}

function insertedRow(table: CatalogTable, values: Record<string, StagedValue>): string {
  const given = Object.entries(values).filter(([, value]) => !('default' in value));
  if (given.length === 0) return ' DEFAULT VALUES';
  const names = given.map(([column]) => plainName(column)).join(', ');
  const texts = given.map(([column, value]) => written(table, column, value)).join(', ');
  return ` (${names})\nVALUES (${texts})`;
}

function written(table: CatalogTable, column: string, value: StagedValue): string {
  if ('default' in value) return 'DEFAULT';
  return 'null' in value ? 'NULL' : literal(readColumn(table, column), value.set);
}

const numbers = new Set(['int2', 'int4', 'int8', 'numeric', 'float4', 'float8', 'oid']);

function literal({ typeName }: CatalogColumn, text: string): string {
  if (numbers.has(typeName) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  if (typeName === 'bool' && /^(t|true)$/.test(text)) return 'true';
  if (typeName === 'bool' && /^(f|false)$/.test(text)) return 'false';
  return `'${text.replaceAll("'", "''")}'`;
}

/** Without quotes where the name needs none. */
function plainName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : quoteIdentifier(name);
}

/** Words Postgres takes for something else than a column or table. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean
  both case cast char character check coalesce collate collation column concurrently constraint create
  cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user dec decimal default deferrable desc distinct do else end except exists extract false
  fetch float for foreign freeze from full grant greatest group grouping having ilike in initially
  inner inout int integer intersect interval into is isnull join lateral leading least left like limit
  localtime localtimestamp merge_action national natural nchar none normalize not notnull null nullif
  numeric offset on only or order out outer overlaps overlay placing position precision primary real
  references returning right row select session_user setof similar smallint some substring symmetric
  system_user table tablesample then time timestamp to trailing treat trim true union unique user using
  values varchar variadic verbose when where window with`.split(/\s+/),
);
