import { z } from 'zod';
import { nothing, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { tableIndex } from './details.ts';

const place = { schema: z.string(), name: z.string() };

/** How a table is made, what it weighs and what hangs on it, beyond its columns. */
export const tableStructure = z.object({
  /** Bytes; null where nothing is kept, as of a view. */
  size: z
    .object({ table: z.number(), indexes: z.number(), outside: z.number(), total: z.number() })
    .nullable(),
  /** Counted by the database since its statistics began; null where it counts none. */
  reads: z.object({ whole: z.number(), byIndex: z.number(), deadRows: z.number() }).nullable(),
  indexes: z.array(
    tableIndex.extend({
      sizeBytes: z.number(),
      /** How often it was used; null where that is not counted. */
      scans: z.number().nullable(),
    }),
  ),
  constraints: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['primary key', 'unique', 'foreign key', 'check', 'exclude']),
      definition: z.string(),
    }),
  ),
  triggers: z.array(z.object({ name: z.string(), definition: z.string(), isEnabled: z.boolean() })),
  /** Whether rows are hidden from roles that no policy lets in. */
  hasRowSecurity: z.boolean(),
  policies: z.array(
    z.object({
      name: z.string(),
      command: z.string(),
      roles: z.array(z.string()),
      using: z.string().nullable(),
      check: z.string().nullable(),
      isPermissive: z.boolean(),
    }),
  ),
  /** By what rows are spread, and where this table itself belongs. */
  partitionKey: z.string().nullable(),
  partitionOf: z.object({ ...place, bound: z.string() }).nullable(),
  partitions: z.array(
    z.object({
      ...place,
      bound: z.string(),
      rowCount: z.number().nullable(),
      sizeBytes: z.number(),
    }),
  ),
  /** Views that read it, tables that refer to it, functions that speak of it. */
  usedBy: z.array(
    z.object({ ...place, kind: z.enum(['view', 'materialized view', 'table', 'function']) }),
  ),
  /** What makes the same table again. */
  ddl: z.string(),
});
export type TableStructure = z.infer<typeof tableStructure>;

/** What a schema has besides tables and views; what extensions brought is left out. */
export const schemaObjects = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['function', 'procedure', 'aggregate', 'window']),
      arguments: z.string(),
      result: z.string(),
      language: z.string(),
      definition: z.string().nullable(),
    }),
  ),
  sequences: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      lastValue: z.string().nullable(),
      increment: z.string(),
      max: z.string(),
      /** `table.column` it numbers. */
      ownedBy: z.string().nullable(),
    }),
  ),
  types: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['enum', 'domain', 'composite', 'range']),
      definition: z.string(),
    }),
  ),
  /** There are more than are listed. */
  more: z.boolean(),
});
export type SchemaObjects = z.infer<typeof schemaObjects>;

const schema = z.string().min(1).max(300).default('public');
const read = { action: 'sql.read', connector: 'sql' } as const;
const table = z.object({ table: z.string().min(1).max(300) });

export const tableStructureRoutes = {
  structure: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/structure',
    summary:
      'Indexes, rules, triggers, policies and partitions of a table, and the SQL that makes it',
    access: read,
    params: table,
    query: z.object({ connector: sentConnector, schema }),
    answer: tableStructure,
  }),
  objects: route({
    method: 'GET',
    path: '/api/tables/v1/objects',
    summary: 'Functions, sequences and types of a schema',
    access: read,
    query: z.object({ connector: sentConnector, schema }),
    answer: schemaObjects,
  }),
  refreshView: route({
    method: 'POST',
    path: '/api/tables/v1/tables/:table/refresh',
    summary: 'Compute a materialized view anew',
    access: { action: 'sql.write', connector: 'sql' },
    params: table,
    body: z.strictObject({ connector: sentConnector, schema }),
    answer: nothing,
    write: 'repeatable',
  }),
};
