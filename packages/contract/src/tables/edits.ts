import { z } from 'zod';
import { id, instant, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';

/**
 * Staged edits. A draft belongs to one user and one table; it lives on the server, so that it
 * survives sort, filter, reload and another device. Every value is the text Postgres prints and
 * reads, so that nothing is lost on the way.
 */

/** Where a write was made: what the ledger tells people later. */
export const screens = [
  'explore',
  'edit',
  'import',
  'replace',
  'sql',
  'wizard',
  'snippets',
  'history',
  'workflow',
  'intelligence',
  'api',
] as const;
export const screen = z.enum(screens);
export type Screen = z.infer<typeof screen>;

const columnName = z.string().min(1).max(300);
/** The text of a value, as Postgres prints it; null is SQL's NULL. */
export const cellText = z.string().nullable();
export const rowImage = z.record(columnName, cellText);
export type RowImage = z.infer<typeof rowImage>;

/** A row's key as text: a value for each column of the key. */
export const textKey = z.record(columnName, z.string());
export type TextKey = z.infer<typeof textKey>;

/** NULL, an empty text and the column's default are three things. */
export const stagedValue = z.union([
  z.strictObject({ set: z.string() }),
  z.strictObject({ null: z.literal(true) }),
  z.strictObject({ default: z.literal(true) }),
]);
export type StagedValue = z.infer<typeof stagedValue>;

const stagedValues = z.record(columnName, stagedValue);
const ref = z.string().min(1).max(20_000);
const version = z.string().max(20).nullable();

/** A row to be added. What is not named takes its default. */
const stagedInsert = z.object({
  kind: z.literal('insert'),
  /** Made by the client, a uuid. */
  ref,
  values: stagedValues,
  /** Where it stands in a grid: the ref, or the key's `refOfKey`, of the row above it. */
  after: ref.optional(),
});

const stagedUpdate = z.object({
  kind: z.literal('update'),
  /** `refOfKey` of the row's key as it is in the database. */
  ref,
  key: textKey,
  /** What was seen when the edit began: the row's version, and the old values of what is changed. */
  version,
  base: rowImage,
  values: stagedValues,
});

const stagedDelete = z.object({
  kind: z.literal('delete'),
  ref,
  key: textKey,
  version,
  /** Every column, as it was seen. */
  base: rowImage,
});

export const draftChange = z.discriminatedUnion('kind', [stagedInsert, stagedUpdate, stagedDelete]);
export type DraftChange = z.infer<typeof draftChange>;
export type StagedInsert = z.infer<typeof stagedInsert>;
export type StagedUpdate = z.infer<typeof stagedUpdate>;
export type StagedDelete = z.infer<typeof stagedDelete>;

/** The ref of a change to an existing row: the same for everybody who means that row. */
export function refOfKey(key: TextKey): string {
  const names = Object.keys(key).toSorted();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, key[name]])));
}

/** The key that a ref stands for; undefined for that of a new row. */
export function keyOfRef(text: string): TextKey | undefined {
  return text.startsWith('{') ? (JSON.parse(text) as TextKey) : undefined;
}

/** How many changes a draft may have, and how many travel in one call. */
export const MOST_STAGED = 50_000;
export const MOST_STAGED_AT_ONCE = 10_000;

/** Bytes of one call: a row may have large documents in it. */
export const LARGEST_EDIT = 16 * 1024 * 1024;

/** By which numbers the database knew a table and its columns when names of them were used. */
export const seenColumns = z.strictObject({
  oid: z.number().int(),
  columns: z.record(columnName, z.number().int()),
});
export type SeenColumns = z.infer<typeof seenColumns>;

export const draft = z.object({
  /** Rises with every change of the draft; 0 when there is none. */
  revision: z.number(),
  changes: z.array(draftChange),
  /** What the names in it stand for; left out where the database could not be asked. */
  seen: seenColumns.optional(),
});
export type Draft = z.infer<typeof draft>;

/**
 * One row that is not what the writer saw: `details.conflicts` of a 412. To go on, stage the change
 * again with `theirs` (of its columns) as its base, `version`, and the values that shall be.
 */
export const editConflict = z.object({
  ref,
  key: textKey,
  base: rowImage,
  /** Empty when the row was to be deleted. */
  mine: stagedValues,
  /** The row as it is now, all columns; null when it is gone. */
  theirs: rowImage.nullable(),
  version,
});
export type EditConflict = z.infer<typeof editConflict>;
export const editConflicts = z.object({
  conflicts: z.array(editConflict),
  /** How many there are in all: only the first are listed. */
  total: z.number(),
});
export type EditConflicts = z.infer<typeof editConflicts>;
export const MOST_CONFLICTS_LISTED = 200;

/** `details` when the database refused a change: which one, and why in its own words. */
export const refusedChange = z.object({
  ref,
  column: z.string().optional(),
  sqlState: z.string().optional(),
  constraint: z.string().optional(),
  detail: z.string().optional(),
  hint: z.string().optional(),
});
export type RefusedChange = z.infer<typeof refusedChange>;

export const MOST_ROWS_ANSWERED = 2_000;

export const appliedDraft = z.object({
  /** Null when nothing had to be written. */
  changeSetId: id.nullable(),
  inserted: z.number(),
  updated: z.number(),
  deleted: z.number(),
  /**
   * The rows as they are called now; a deleted one is not among them. Empty where more than
   * MOST_ROWS_ANSWERED were written: whoever shows them reads again.
   */
  rows: z.array(z.object({ ref, key: textKey.nullable(), version })),
});
export type AppliedDraft = z.infer<typeof appliedDraft>;

const schema = z.string().min(1).max(300).default('public');
const tableParams = z.object({ table: z.string().min(1).max(300) });
const inTable = z.strictObject({ connector: sentConnector, schema });
/** Only these changes; all of the draft when none are named. */
const refs = z.array(ref).max(MOST_STAGED).optional();

const path = '/api/tables/v1/tables/:table/draft';
const read = { action: 'sql.read', connector: 'sql' } as const;
const write = { action: 'sql.write', connector: 'sql' } as const;

export const draftRoutes = {
  list: route({
    method: 'GET',
    path: '/api/tables/v1/drafts',
    summary: 'Tables of a database in which the caller has staged edits',
    access: read,
    query: z.object({ connector: sentConnector }),
    answer: z.array(
      z.object({
        schema: z.string(),
        table: z.string(),
        inserts: z.number(),
        updates: z.number(),
        deletes: z.number(),
        changedAt: instant,
      }),
    ),
  }),
  show: route({
    method: 'GET',
    path,
    summary: "The caller's staged edits of a table, in the order they were staged",
    access: read,
    params: tableParams,
    query: z.object({ connector: sentConnector, schema }),
    answer: draft,
  }),
  stage: route({
    method: 'PATCH',
    path,
    summary: 'Stage, replace and take back edits; nothing reaches the database yet',
    access: write,
    params: tableParams,
    body: inTable.extend({
      put: z.array(draftChange).max(MOST_STAGED_AT_ONCE).default([]),
      drop: z.array(ref).max(MOST_STAGED).default([]),
      /** As the table was when these were made: they stay with their columns, whatever becomes of names. */
      seen: seenColumns.optional(),
    }),
    largestBody: LARGEST_EDIT,
    answer: z.object({ revision: z.number() }),
  }),
  discard: route({
    method: 'DELETE',
    path,
    summary: 'Throw the draft away; answers with what it was, so that it can be staged again',
    access: write,
    sparesData: true,
    params: tableParams,
    body: inTable,
    answer: draft,
  }),
  preview: route({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'The SQL that applying would run, in its order, readable and complete',
    access: write,
    effect: 'reads',
    params: tableParams,
    body: inTable.extend({ refs }),
    answer: z.object({ statements: z.array(z.object({ ref, sql: z.string() })) }),
    write: 'repeatable',
  }),
  apply: route({
    method: 'POST',
    path: `${path}/apply`,
    summary: 'Write the draft in one transaction, or nothing at all; 412 lists rows that changed',
    access: write,
    params: tableParams,
    body: inTable.extend({ refs, screen: screen.default('api') }),
    answer: appliedDraft,
    write: 'recorded',
  }),
};
