import { z } from 'zod';
import { cellText, screen, textKey } from './tables/edits.ts';
import { id, instant, pageOf, pageQuery, route } from './route.ts';
import { sentConnector } from './sql/sql.ts';
import { keyInAddress } from './tables/tables.ts';

/**
 * The change ledger: every write made in the product, with the rows as they were before and after
 * it. What was written together is one change set; a set can be reverted as long as its rows still
 * are what it made them.
 */

/** What wrote it: one row through the API, a draft, one change for all rows that match, and so on. */
export const changeSetKinds = [
  'row',
  'draft',
  'matching',
  'import',
  'replace',
  'sql',
  'revert',
] as const;
export type ChangeSetKind = (typeof changeSetKinds)[number];

/** pending: not known yet whether it took effect. unknown: nobody can tell any more. */
export const changeSetStatus = z.enum(['pending', 'done', 'unknown']);

/** Why a set can not be reverted. */
export const notRevertibleReasons = [
  /** The rows of the table can not be told apart. */
  'no-key',
  /** More rows than images are kept of. */
  'too-many-rows',
  /** The statement changes keys, several tables, or something else than rows. */
  'statement',
  /** A trigger or rule of the database did something else than was asked. */
  'database-rule',
  /** Rows were deleted, or went along, of which not all was seen: columns or rows that may not be read. */
  'partly-seen',
  /** It was so long ago that what the rows were was forgotten. */
  'expired',
] as const;
export type NotRevertibleReason = (typeof notRevertibleReasons)[number];

export const changeSet = z.object({
  id,
  connectorId: id,
  at: instant,
  who: z.object({
    /** Null when the account is gone. */
    id: id.nullable(),
    name: z.string(),
    /** The member of staff who acted as this user. */
    impersonator: z.string().nullable(),
  }),
  screen,
  kind: z.enum(changeSetKinds),
  status: changeSetStatus,
  inserted: z.number(),
  updated: z.number(),
  deleted: z.number(),
  tables: z.array(z.object({ schema: z.string(), table: z.string() })),
  /** The statement, where somebody wrote one. */
  sql: z.string().nullable(),
  /** Null when it can be reverted, as far as its own images go. */
  notRevertible: z.enum(notRevertibleReasons).nullable(),
  /** The set this one took back, and the one that took this one back. */
  revertsId: id.nullable(),
  revertedById: id.nullable(),
});
export type ChangeSet = z.infer<typeof changeSet>;

const image = z.record(z.string(), cellText).nullable();

export const recordedChange = z.object({
  schema: z.string(),
  table: z.string(),
  kind: z.enum(['insert', 'update', 'delete']),
  keyBefore: textKey.nullable(),
  keyAfter: textKey.nullable(),
  /** All columns; null where there was no row, or its image was not kept (a large import). */
  before: image,
  after: image,
});
export type RecordedChange = z.infer<typeof recordedChange>;

/** One change of one row, with the set it was part of. */
export const rowHistoryEntry = recordedChange.extend({
  set: changeSet.pick({
    id: true,
    at: true,
    who: true,
    screen: true,
    kind: true,
    status: true,
    revertsId: true,
    revertedById: true,
  }),
});
export type RowHistoryEntry = z.infer<typeof rowHistoryEntry>;

/** `details` of the 412 when rows changed since: nothing was written. */
export const changedSince = z.object({
  changed: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      key: textKey,
      /** What the set made of it; null where it deleted the row. */
      expected: image,
      /** What it is now; null when it is gone. */
      current: image,
    }),
  ),
  /** Only the first are listed. */
  total: z.number(),
});
export type ChangedSince = z.infer<typeof changedSince>;
export const MOST_CHANGED_LISTED = 200;

const read = { action: 'sql.read', connector: 'sql' } as const;
const write = { action: 'sql.write', connector: 'sql' } as const;
const setParams = z.object({ id });

export const ledgerRoutes = {
  list: route({
    method: 'GET',
    path: '/api/ledger/v1/sets',
    summary: 'What was written to a database through the product, newest first',
    access: read,
    query: pageQuery.extend({
      connector: sentConnector,
      /** Only sets that touched this table; `public` unless a schema is named. */
      table: z.string().max(300).optional(),
      schema: z.string().min(1).max(300).default('public'),
    }),
    answer: pageOf(changeSet).extend({
      /** After so many days it is forgotten what the rows were. */
      keptDays: z.number(),
    }),
  }),
  show: route({
    method: 'GET',
    path: '/api/ledger/v1/sets/:id',
    summary: 'One change set with a page of its changes, in the order they were made',
    access: read,
    params: setParams,
    query: pageQuery.extend({ connector: sentConnector }),
    answer: z.object({ set: changeSet, changes: pageOf(recordedChange) }),
  }),
  revert: route({
    method: 'POST',
    path: '/api/ledger/v1/sets/:id/revert',
    summary: 'Take a change set back in one transaction; 412 when its rows changed since',
    access: write,
    params: setParams,
    body: z.strictObject({
      connector: sentConnector,
      screen: screen.default('api'),
      /** Take back the rows that are untouched, and leave the others. */
      skipChanged: z.boolean().default(false),
    }),
    answer: z.object({
      /** The set that took it back; null when every row was left. */
      changeSetId: id.nullable(),
      inserted: z.number(),
      updated: z.number(),
      deleted: z.number(),
      /** Rows that changed since and were left as they are. */
      left: z.number(),
    }),
    write: 'outside',
  }),
  rowHistory: route({
    method: 'GET',
    path: '/api/tables/v1/tables/:table/history',
    summary: 'What was written to one row through the product, newest first, across new keys',
    access: read,
    params: z.object({ table: z.string().min(1).max(300) }),
    query: pageQuery.extend({
      connector: sentConnector,
      schema: z.string().min(1).max(300).default('public'),
      key: keyInAddress,
      /** Holds the key the row had then. */
      cursor: z.string().max(30_000).optional(),
    }),
    answer: pageOf(rowHistoryEntry),
  }),
};
