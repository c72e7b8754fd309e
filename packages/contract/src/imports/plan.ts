import { z } from 'zod';

/** How a file is read, which columns go where, and what happens to rows that do not fit. */

export const importFormats = ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;

/** One flat set for all formats; a format leaves alone what it has no use for. */
export const readOptions = z.strictObject({
  format: z.enum(importFormats),
  compression: z.enum(['none', 'gzip']),
  encoding: z.enum(encodings),
  /** CSV: one character that separates values, one that quotes them; '' where nothing is quoted. */
  delimiter: z.string().length(1),
  quote: z.string().max(1),
  /** CSV and sheets: whether the first line names the columns; otherwise they are column_1 … */
  header: z.boolean(),
  /** CSV and sheets: lines before the header, or before the first row where there is none. */
  skipLines: z.number().int().min(0).max(1_000_000),
  /** Take away space around values that are not quoted. */
  trim: z.boolean(),
  /** Words that mean NULL besides a value that is not there at all; as written, in every column. */
  nullWords: z.array(z.string().max(100)).max(20),
  /** What separates the fraction in numbers; with a comma, dots group thousands. */
  decimal: z.enum(['.', ',']),
  /** How 01/02/2024 is read; a date that begins with the year is clear anyway. */
  dateOrder: z.enum(dateOrders),
  /** The sheet of a workbook by name; '' is the first. */
  sheet: z.string().max(100),
});
export type ReadOptions = z.infer<typeof readOptions>;

export const plainReadOptions: ReadOptions = {
  format: 'csv',
  compression: 'none',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  header: true,
  skipLines: 0,
  trim: false,
  nullWords: [],
  decimal: '.',
  dateOrder: 'ymd',
  sheet: '',
};

/**
 * What NULL means for one column, beyond the words of the file.
 * - asRead: a value that is not there is NULL, an empty text is an empty text
 * - emptyIsNull: an empty text is NULL too
 * - nullIsEmpty: what is not there is an empty text
 * - default: what is not there takes the column's default
 */
export const nullRules = ['asRead', 'emptyIsNull', 'nullIsEmpty', 'default'] as const;

/**
 * What a cell that says nothing does to the value of a row that is there already, when rows are
 * replaced: an empty cell, a key that a row of JSON leaves out. What is said is written in any case:
 * a null of JSON, a word for NULL. Only where a column takes its default in place of NULL, they say
 * nothing as well.
 */
export const existingRules = ['keep', 'overwrite'] as const;

export const columnMapping = z.strictObject({
  /** A column of the file, as the preview calls it: twice the same name is `a` and `a_2`. */
  from: z.string(),
  /** A column of the table. */
  to: z.string().min(1).max(63),
  nulls: z.enum(nullRules).optional(),
  existing: z.enum(existingRules).optional(),
});
export type ColumnMapping = z.infer<typeof columnMapping>;

type Rules = { nulls: (typeof nullRules)[number]; existing: (typeof existingRules)[number] };

/**
 * The rules of a column in full. Nothing is lost unless somebody says so; a rule for NULL without one
 * for rows that are there is how it was said before there was another, and counts for all rows.
 */
export function rulesOf({ nulls, existing }: Pick<ColumnMapping, 'nulls' | 'existing'>): Rules {
  return {
    nulls: nulls ?? 'asRead',
    existing: existing ?? (nulls === undefined ? 'keep' : 'overwrite'),
  };
}

const newColumn = z.strictObject({
  name: z.string().min(1).max(63),
  /** A type the database knows, such as numeric(10,2). */
  type: z.string().min(1).max(200),
  isNullable: z.boolean().default(true),
});

export const importTarget = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('existing'),
    schema: z.string().min(1).max(63).default('public'),
    table: z.string().min(1).max(63),
  }),
  z.strictObject({
    kind: z.literal('new'),
    schema: z.string().min(1).max(63).default('public'),
    table: z.string().min(1).max(63),
    columns: z.array(newColumn).min(1).max(1_600),
    /** Of those columns; none makes a table without one. */
    primaryKey: z.array(z.string()).max(32).default([]),
    /** Adds `id bigint generated always as identity` as key, when no column of the file is one. */
    addId: z.boolean().default(false),
  }),
]);
export type ImportTarget = z.infer<typeof importTarget>;

/** What happens to a row whose key is there already: it is bad, is left out, or replaces the old. */
export const importMode = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('insert') }),
  z.strictObject({
    kind: z.enum(['upsert', 'insertNew']),
    /** Columns of the table that have a unique key together. */
    key: z.array(z.string()).min(1).max(32),
  }),
]);

export const importPlan = z.strictObject({
  read: readOptions,
  target: importTarget,
  columns: z.array(columnMapping).min(1).max(1_600),
  mode: importMode.default({ kind: 'insert' }),
  /** Bad rows stop everything, or are left out while the good ones are written. */
  onBadRows: z.enum(['stop', 'skip']).default('stop'),
});
export type ImportPlan = z.infer<typeof importPlan>;
