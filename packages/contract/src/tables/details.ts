import { z } from 'zod';
import { columnLayout } from './layouts.ts';

export const tableKinds = ['table', 'view', 'materialized view', 'partitioned', 'foreign'] as const;

/** A table as it is listed; counts and sizes are estimates of the planner. */
export const tableSummary = z.object({
  name: z.string(),
  /** The alias people read, else the name. */
  label: z.string(),
  kind: z.enum(tableKinds),
  description: z.string().nullable(),
  /** Null where the database has not counted yet, as for views. */
  rowCount: z.number().nullable(),
  sizeBytes: z.number(),
  oid: z.number(),
  hidden: z.boolean(),
  /** The assistant is not told of it. */
  isWithheld: z.literal(true).optional(),
});
export type TableSummary = z.infer<typeof tableSummary>;

export const tableIndex = z.object({
  name: z.string(),
  definition: z.string(),
  isUnique: z.boolean(),
  isPrimary: z.boolean(),
  isValid: z.boolean(),
});

export const tableColumn = z.object({
  name: z.string(),
  /** By which the database knows it, whatever its name becomes. */
  number: z.number(),
  /** The alias people read, else the name. */
  label: z.string(),
  /** Without its length: character varying, numeric, integer[]. */
  type: z.string(),
  /** With its length: character varying(20), numeric(10,2). */
  exactType: z.string(),
  /** The catalog's own name: varchar, int4, _int4. */
  typeName: z.string(),
  /** What a domain is made of; the type itself otherwise. */
  baseType: z.string(),
  /** Postgres' letter for the kind of type: N number, S text, B boolean, D date, A array, E enum … */
  category: z.string(),
  isNullable: z.boolean(),
  defaultValue: z.string().nullable(),
  /** Of the rules on the column the one that matters most: key, then unique, reference, check. */
  constraintName: z.string().nullable(),
  constraintType: z.enum(['PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY', 'CHECK', 'EXCLUDE']).nullable(),
  description: z.string().nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  generated: z.enum(['stored', 'virtual']).nullable(),
  /** What a generated column is computed from. */
  expression: z.string().nullable(),
  enumValues: z.array(z.string()).nullable(),
});
export type TableColumn = z.infer<typeof tableColumn>;

const reference = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) });
const action = z.enum(['no action', 'restrict', 'cascade', 'set null', 'set default']);

export const tableDetails = z.object({
  schema: z.string(),
  name: z.string(),
  label: z.string(),
  kind: z.enum(tableKinds),
  description: z.string().nullable(),
  rowCount: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  oid: z.number(),
  /** The assistant is not told of it. */
  isWithheld: z.literal(true).optional(),
  /** In which instants are printed, as the database session has it. */
  timeZone: z.string(),
  columns: z.array(tableColumn),
  primaryKey: z.object({ name: z.string(), columns: z.array(z.string()) }).nullable(),
  uniqueKeys: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  foreignKeys: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      references: reference,
      onUpdate: action,
      onDelete: action,
    }),
  ),
  /** References of other tables to this one. */
  referencedBy: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      from: reference,
      onUpdate: action,
      onDelete: action,
    }),
  ),
  checks: z.array(z.object({ name: z.string(), definition: z.string() })),
  indexes: z.array(tableIndex),
  /** The column people know a row by; null where it is only known by its key. */
  labelColumn: z.string().nullable(),
  /** What tells rows apart: the primary key, else a unique key without nulls; null is read-only. */
  key: z.array(z.string()).nullable(),
  /** Why rows can not be changed; null when they can. */
  readOnlyReason: z.enum(['no-key', 'not-updatable', 'connector']).nullable(),
  /** Names columns had when the table was opened before, and what they are called now. */
  earlierColumns: z.record(z.string(), z.string()),
  /** How the caller arranged the columns, in whatever browser; left out where nobody did. */
  layout: columnLayout.optional(),
});
export type TableDetails = z.infer<typeof tableDetails>;
