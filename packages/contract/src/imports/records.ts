import { z } from 'zod';
import { importPlan, readOptions } from './plan.ts';
import { id, instant } from '../route.ts';

/**
 * Data on its way in. An import is one of:
 * - uploading: parts of its file are still missing; they may come in any order and again
 * - ready: the file is there (or lies in a bucket), nothing was run yet
 * - queued, running: a worker checks the file, or writes it; leaving the page changes nothing
 * - checked: a dry run is over; nothing was written
 * - refused: rows were bad and nothing was written; the rejects tell which
 * - done: written, all in one transaction, and in the ledger
 * - failed, cancelled: ended before its commit; nothing was written
 * All but uploading, queued, running and done can be run (again). A worker that dies is noticed by
 * its silence, and its import is settled by asking the database what became of the transaction.
 */
export const importStates = [
  'uploading',
  'ready',
  'queued',
  'running',
  'checked',
  'refused',
  'done',
  'failed',
  'cancelled',
] as const;
export type ImportState = (typeof importStates)[number];

/** What a run is doing: reading the file into a staging table, looking for bad rows, writing. */
export const importPhases = ['reading', 'checking', 'writing', 'committing'] as const;

/** A file arrives in parts of this size, the last one smaller; a part that was lost is sent again. */
export const PART_SIZE = 4 * 1024 * 1024;
export const LARGEST_IMPORT = 64 * 1024 * 1024 * 1024;

const upload = z.strictObject({
  kind: z.literal('upload'),
  fileName: z.string().min(1).max(1_024),
  size: z.number().int().min(1).max(LARGEST_IMPORT),
});
export const bucketObject = z.strictObject({
  kind: z.literal('bucket'),
  /** A bucket of the same project. */
  connectorId: id,
  key: z.string().min(1).max(1_024),
});
/** Pasted text is a small upload. */
export const importSource = z.discriminatedUnion('kind', [upload, bucketObject]);
export type ImportSource = z.infer<typeof importSource>;

/** Why a row was refused: line and column as in the file, the value as it stood there. */
export const reject = z.object({
  /** The line of the file where the row starts, counted from 1; of a sheet or Parquet, its row. */
  line: z.number(),
  /** The column of the table; null where the row as a whole is at fault. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  rule: z.enum([
    'shape',
    'encoding',
    'type',
    'not-null',
    'unique-in-file',
    'unique-in-table',
    'reference',
    'check',
    'database',
  ]),
  /** The database's own words where it has some. */
  reason: z.string(),
});
export type Reject = z.infer<typeof reject>;
/** All are counted; so many are described. */
export const MOST_REJECTS = 100_000;

export const importProgress = z.object({
  phase: z.enum(importPhases),
  rowsRead: z.number(),
  bytesRead: z.number(),
  bytesTotal: z.number(),
});

export type ImportProgress = z.infer<typeof importProgress>;

export const importResult = z.object({
  rowsRead: z.number(),
  /** What was written, or what a dry run would write. */
  inserted: z.number(),
  updated: z.number(),
  /** Rows left out because their key was there already. */
  skipped: z.number(),
  rejected: z.number(),
  /**
   * Of a dry run that replaces rows: how many values that are there meet a cell that says nothing,
   * by column of the table, and whether they stay or give way to NULL or a default.
   */
  emptyCells: z
    .array(z.object({ column: z.string(), kept: z.number(), overwritten: z.number() }))
    .optional(),
  /** The set of the ledger by which it can be reverted. */
  changeSetId: id.nullable(),
  /** Whether the table was made by this import, and whether it was dropped after a revert. */
  createdTable: z.boolean(),
  droppedTable: z.boolean().default(false),
});
export type ImportResult = z.infer<typeof importResult>;

/** What the whole file holds, a column: the narrowest type that takes every value. */
export const columnAnalysis = z.object({
  name: z.string(),
  /** A type as `create table` takes it: bigint, numeric, date, timestamptz, jsonb, text … */
  type: z.string(),
  /** Values that are nothing under the rules given. */
  empty: z.number(),
  longest: z.number(),
  samples: z.array(z.string()),
  /** Words that look as if they meant nothing, such as NULL or n/a, and how often. */
  nullWords: z.array(z.object({ word: z.string(), count: z.number() })),
  /** The line of the first value that does not fit the type all before it had. */
  turnedAt: z.number().nullable(),
  /** That type: what the column would be if such values were refused. */
  turnedFrom: z.string().nullable().default(null),
});
export type ColumnAnalysis = z.infer<typeof columnAnalysis>;

export const importAnalysis = z.object({
  state: z.enum(['running', 'done', 'failed']),
  /** What it was read with: it says nothing about a file read otherwise. */
  read: readOptions,
  rows: z.number(),
  bytesRead: z.number(),
  columns: z.array(columnAnalysis),
  problems: z.array(reject),
  error: z.string().nullable(),
});
export type ImportAnalysis = z.infer<typeof importAnalysis>;

export const importRecord = z.object({
  id,
  state: z.enum(importStates),
  source: importSource,
  /** Bytes of the file; null while a bucket has not been asked. */
  size: z.number().nullable(),
  /** Parts that have arrived, counted from 0: an upload that was cut off goes on with the others. */
  partsReceived: z.array(z.number()),
  plan: importPlan.nullable(),
  dryRun: z.boolean(),
  progress: importProgress.nullable(),
  analysis: importAnalysis.nullable(),
  result: importResult.nullable(),
  /** Set once the run that made `result` was over; `result` of another run is gone. */
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    })
    .nullable(),
  startedBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type ImportRecord = z.infer<typeof importRecord>;

/** The first rows, raw beside parsed, and how they were read. */
export const importPreview = z.object({
  /** What was asked for, filled up with what was found out. */
  read: readOptions,
  detected: readOptions,
  raw: z.array(z.object({ line: z.number(), text: z.string() })),
  columns: z.array(z.string()),
  /** A guess from these rows; analysing reads all. */
  types: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string().nullable()) })),
  problems: z.array(reject),
  /** Of a workbook. */
  sheets: z.array(z.string()),
  /** Whether these rows are all there are. */
  isWhole: z.boolean(),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const importRecipe = z.object({
  id,
  name: z.string(),
  plan: importPlan,
  /** Where it reads from when it is run again without a file. */
  source: bucketObject.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ImportRecipe = z.infer<typeof importRecipe>;
