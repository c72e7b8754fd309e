import { z } from 'zod';
import { id, route } from './route.ts';
import { sentConnector } from './sql/sql.ts';
import { filter } from './tables/filters.ts';
import { type RowKey, rowKey } from './tables/tables.ts';

/**
 * Find and replace in a table. Counting, looking and replacing use the very same expression, made
 * by the server and run by the database; a preview therefore shows what will be written, not what
 * another engine thinks of it.
 */

/** What is looked for, where, and what takes its place. */
export const replacement = z.strictObject({
  schema: z.string().min(1).max(300).default('public'),
  table: z.string().min(1).max(300),
  /** Columns of text, lists of text and JSON; all the table has when none are named. In JSON only values change. */
  columns: z.array(z.string()).min(1).max(1_600).optional(),
  find: z.string().min(1).max(10_000),
  replaceWith: z.string().max(100_000).default(''),
  /** A regular expression of Postgres; then `\1` and `\&` in the replacement stand for groups. */
  isRegex: z.boolean().default(false),
  matchCase: z.boolean().default(true),
  wholeWord: z.boolean().default(false),
  /** Only in rows that meet these too. */
  filter: filter.optional(),
  where: z.string().max(50_000).optional(),
});
export type Replacement = z.infer<typeof replacement>;

const columnCount = z.object({ column: z.string(), rows: z.number(), matches: z.number() });

/** A value in pieces: what stays, what goes, what comes. Read in order they are before and after. */
export const markedText = z.array(
  z.object({ kind: z.enum(['same', 'removed', 'inserted']), text: z.string() }),
);

export const conflictKinds = ['unique', 'length', 'reference', 'check', 'exclude', 'json'] as const;

export const previewCell = z.object({
  column: z.string(),
  before: z.string(),
  after: z.string(),
  /** Long values are cut around what changes; `same` then has an ellipsis of its own. */
  marks: markedText,
  matches: z.number(),
  /** Why the database would refuse this value; null when nothing is known against it. */
  conflict: z.enum(conflictKinds).nullable(),
});

export const previewRow = z.object({
  key: z.record(z.string(), z.string()),
  /** What a human knows the row by: the first short text column that is not replaced in. */
  label: z.string().nullable(),
  cells: z.array(previewCell),
});
export type PreviewRow = z.infer<typeof previewRow>;

export const replaceConflict = z.object({
  kind: z.enum(conflictKinds),
  /** The rule of the database: a constraint, an index, or the column whose length is too small. */
  rule: z.string(),
  columns: z.array(z.string()),
  /** Rows that would break it, and the first of them. */
  rows: z.number(),
  keys: z.array(z.record(z.string(), z.string())),
});
export type ReplaceConflict = z.infer<typeof replaceConflict>;

export const MOST_EXCLUDED_ROWS = 10_000;

/** Which of the rows that were found: all but some, or some only, whether they are on screen or not. */
const chosenRows = {
  excluded: z.array(rowKey).max(MOST_EXCLUDED_ROWS).default([]),
  only: z.array(rowKey).min(1).max(MOST_EXCLUDED_ROWS).optional(),
};
export type ChosenRows = { excluded: RowKey[]; only?: RowKey[] | undefined };

const asked = z.strictObject({ connector: sentConnector, replacement });
const write = { action: 'sql.write', connector: 'sql' } as const;

export const replaceRoutes = {
  count: route({
    method: 'POST',
    path: '/api/replace/v1/count',
    summary: 'How often and in how many rows it is found; quick enough to ask while typing',
    access: { action: 'sql.read', connector: 'sql' },
    effect: 'reads',
    body: asked,
    answer: z.object({ rows: z.number(), matches: z.number(), columns: z.array(columnCount) }),
    write: 'repeatable',
  }),
  preview: route({
    method: 'POST',
    path: '/api/replace/v1/preview',
    summary: 'A page of rows as they are and as they would be, with what goes and comes marked',
    access: write,
    sparesData: true,
    effect: 'reads',
    body: asked.extend({
      after: z.string().max(20_000).optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ rows: z.array(previewRow), nextCursor: z.string().nullable() }),
    write: 'repeatable',
  }),
  check: route({
    method: 'POST',
    path: '/api/replace/v1/check',
    summary: 'What the database would refuse: keys met twice, values too long, rules broken',
    access: write,
    sparesData: true,
    effect: 'reads',
    body: asked.extend(chosenRows),
    answer: z.object({
      /** What would change, of the rows that are chosen. */
      rows: z.number(),
      conflicts: z.array(replaceConflict),
      /** Rules that only the write can ask; it changes nothing where one is broken. */
      unforeseen: z.array(z.string()),
    }),
    write: 'repeatable',
  }),
  run: route({
    method: 'POST',
    path: '/api/replace/v1/run',
    summary: 'Replace in one transaction; 412 when other rows than expected would change',
    access: write,
    body: asked.extend({
      ...chosenRows,
      /** The number the button named, from `check`. */
      expectedRows: z.number().int().min(1),
    }),
    answer: z.object({
      rows: z.number(),
      matches: z.number(),
      /** The set of the ledger by which it is undone and found again. */
      changeSetId: id.nullable(),
    }),
    write: 'outside',
  }),
};
