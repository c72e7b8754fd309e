import { Failure } from '@causeway/contract/errors.ts';
import type {
  Nameable,
  SchemaObjects,
  TableStructure,
} from '@causeway/contract/tables/structure.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import { runAlone } from '#platform/connectors/sql/run-statement.ts';
import {
  nameableIn,
  objectsOfSchema,
  relationStructure,
} from '#platform/connectors/sql/structure-questions.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { TableCall } from '../open-table.ts';
import { type RawStructure, writeDdl } from './ddl.ts';

const ruleTypes: Record<string, TableStructure['constraints'][number]['type']> = {
  p: 'primary key',
  u: 'unique',
  f: 'foreign key',
  c: 'check',
  x: 'exclude',
};

export async function readStructure(
  { databases }: Services,
  { opened, table }: TableCall,
): Promise<TableStructure> {
  const { text, values } = relationStructure(table.oid);
  const { rows } = await databases.read(opened.target, text, values);
  const raw = JSON.parse(rows[0]?.[0] ?? 'null') as RawStructure | null;
  if (!raw) throw new Failure('E_TABLE_NOT_FOUND', `Table '${table.name}' not found`);
  const { size } = raw;
  return {
    ...raw,
    // What is too long for a row lies outside, as do the maps of free and visible room.
    size: size && { ...size, outside: Math.max(0, size.total - size.table - size.indexes) },
    constraints: raw.constraints.map((rule) => ({
      ...rule,
      type: ruleTypes[rule.type] ?? 'check',
    })),
    ddl: writeDdl(table, raw),
  };
}

const MOST_OBJECTS = 300;

const functionKinds: Record<string, SchemaObjects['functions'][number]['kind']> = {
  f: 'function',
  p: 'procedure',
  a: 'aggregate',
  w: 'window',
};
const typeKinds: Record<string, SchemaObjects['types'][number]['kind']> = {
  e: 'enum',
  d: 'domain',
  c: 'composite',
  r: 'range',
};

export async function listObjects(
  { databases }: Services,
  { target }: OpenedSql,
  schema: string,
): Promise<SchemaObjects> {
  const { text, values } = objectsOfSchema(schema, MOST_OBJECTS + 1);
  const { rows } = await databases.read(target, text, values);
  const none = { functions: [], sequences: [], types: [] };
  const raw = JSON.parse(rows[0]?.[0] ?? JSON.stringify(none)) as Omit<SchemaObjects, 'more'>;
  const cut = <Item>(items: Item[]) => items.slice(0, MOST_OBJECTS);
  return {
    functions: cut(raw.functions).map((one) => ({
      ...one,
      kind: functionKinds[one.kind] ?? 'function',
    })),
    sequences: cut(raw.sequences),
    types: cut(raw.types).map((one) => ({
      ...one,
      kind: typeKinds[one.kind] ?? 'enum',
      definition: one.definition ?? '',
    })),
    more: Object.values(raw).some((list) => list.length > MOST_OBJECTS),
  };
}

const MOST_NAMEABLE = 1_000;

export async function listNameable(
  { databases }: Services,
  { target }: OpenedSql,
  schema: string,
): Promise<Nameable> {
  const { text, values } = nameableIn(schema, MOST_NAMEABLE + 1);
  const { rows } = await databases.read(target, text, values);
  const raw = JSON.parse(rows[0]?.[0] ?? '') as Omit<Nameable, 'more'>;
  return {
    ...raw,
    roles: raw.roles.slice(0, MOST_NAMEABLE),
    triggerFunctions: raw.triggerFunctions.slice(0, MOST_NAMEABLE),
    more: Math.max(raw.roles.length, raw.triggerFunctions.length) > MOST_NAMEABLE,
  };
}

/** Whoever reads it meanwhile waits, unless it has a key by which rows can be exchanged one by one. */
export async function refreshView(
  { databases, sqlCatalog }: Services,
  { opened, table, signal }: TableCall,
): Promise<void> {
  if (table.kind !== 'materialized view') {
    throw new Failure('E_VALIDATION', 'Only a materialized view can be refreshed.');
  }
  const how = table.uniqueKeys.length > 0 ? sql`concurrently` : sql``;
  const { text } = sql`refresh materialized view ${how} ${nameOf(table)}`;
  await runAlone(databases, opened.target, text, signal);
  sqlCatalog.forget(opened.target.id);
}
