import { z } from 'zod';
import { nothing, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';
import { tableIndex } from './details.ts';

const place = { schema: z.string(), name: z.string() };
/** It came from the table this one is a part of, and goes there only. */
const isInherited = z.boolean();

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
      isInherited,
    }),
  ),
  triggers: z.array(
    z.object({
      name: z.string(),
      definition: z.string(),
      isEnabled: z.boolean(),
      isInherited,
    }),
  ),
  /** The role of the database the table belongs to. */
  owner: z.string(),
  /** Whether who asks comes to the database as its owner, or as one who may do the same. */
  isOwn: z.boolean(),
  /** Whether rows are hidden from roles that no policy lets in. */
  hasRowSecurity: z.boolean(),
  /** Whether its owner too sees only what a policy allows. */
  isSecurityForced: z.boolean(),
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
  /** Who may do what, as it was granted; roles that are above all rights are not among them. */
  grants: z.array(
    z.object({
      role: z.string(),
      privilege: z.string(),
      /** Null where it is for the whole table. */
      column: z.string().nullable(),
      mayGrant: z.boolean(),
      grantor: z.string(),
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
    z.object({
      ...place,
      kind: z.enum(['view', 'materialized view', 'table', 'function']),
      /** Which of the columns; empty where that can't be told, as of functions. */
      columns: z.array(z.string()),
    }),
  ),
  /** What makes the same table again. */
  ddl: z.string(),
});
export type TableStructure = z.infer<typeof tableStructure>;

/** What a change can name that is none of the table's own. */
export const nameable = z.object({
  roles: z.array(
    z.object({
      name: z.string(),
      /** Without it, no right on a table of the schema is of use. */
      mayUseSchema: z.boolean(),
    }),
  ),
  triggerFunctions: z.array(z.object(place)),
  /** Supabase's `auth.uid()` is there, by which its policies know who asks. */
  hasAuthUid: z.boolean(),
  /** There are more than are listed. */
  more: z.boolean(),
});
export type Nameable = z.infer<typeof nameable>;

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
  nameable: route({
    method: 'GET',
    path: '/api/tables/v1/nameable',
    summary: 'Roles of the database and functions for triggers, for changes of tables of a schema',
    access: { action: 'sql.write', connector: 'sql' },
    effect: 'reads',
    query: z.object({ connector: sentConnector, schema }),
    answer: nameable,
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
