import { z } from 'zod';
import { id, instant, nothing, queryNumber, route } from '../route.ts';
import { MOST_ROWS, sentConnector, sqlCell, sqlField, sqlRequest } from './sql.ts';

/**
 * What the SQL editor asks: run one statement and keep its result, look at a result page by page,
 * and look at a statement without letting it happen.
 */

/** Rows that come with the answer of a run, and with every page asked for later. */
export const RESULT_PAGE_ROWS = 500;
export const DEFAULT_ROW_LIMIT = 1_000;

/** What a statement would destroy beyond what its words name one by one. */
export const dangers = [
  'update-all',
  'delete-all',
  'truncate',
  'drop',
  'drop-column',
  'drop-database',
] as const;
export const danger = z.object({ code: z.enum(dangers), target: z.string() });
export type Danger = z.infer<typeof danger>;

/**
 * A transaction somebody works in by hand, on a session of its own.
 * - open: statements run in it
 * - failed: a statement failed, so only a rollback is left
 * It is rolled back by itself when nobody used it for a while or nobody looks any more.
 */
export const openTransaction = z.object({
  id,
  state: z.enum(['open', 'failed']),
  startedAt: instant,
  statements: z.number(),
  /** Seconds until it is rolled back unless it is used. */
  idleSecondsLeft: z.number(),
});
export type OpenTransaction = z.infer<typeof openTransaction>;

export const runMessage = z.object({
  /** NOTICE, WARNING, INFO … as Postgres says it. */
  severity: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  hint: z.string().optional(),
});
export type RunMessage = z.infer<typeof runMessage>;

/** The one table behind a result whose rows can be told apart: its cells can be edited. */
export const resultSource = z.object({
  schema: z.string(),
  table: z.string(),
  key: z.array(z.string()),
  /** By the place of the result's column: the column of the table; null where it is computed. */
  columns: z.array(z.string().nullable()),
});
export type ResultSource = z.infer<typeof resultSource>;

export const runResult = z.object({
  /** Pages of the result are asked for by it, and a snapshot is made of it. */
  runId: id,
  fields: z.array(sqlField),
  /** The first page. */
  rows: z.array(z.array(sqlCell)),
  /** Rows that can be looked at: those of every page. */
  loadedRows: z.number(),
  /** Rows read or changed. */
  rowCount: z.number(),
  command: z.string(),
  /** The limit cut the result. */
  hasMore: z.boolean(),
  milliseconds: z.number(),
  messages: z.array(runMessage),
  source: resultSource.nullable(),
  transaction: openTransaction.nullable(),
});
export type RunResult = z.infer<typeof runResult>;

const statement = sqlRequest.pick({ sql: true, bindings: true, connector: true });

/** Where a run came from, for the history. */
const origin = { tabId: id.optional(), queryId: id.optional() };

/** Looked at from inside a transaction by hand, with what it has done so far; it goes on as it was. */
const inTransaction = { transactionId: id.optional() };

export const statementCheck = z.object({
  /** SELECT, UPDATE, CREATE TABLE …; empty where there is nothing to read. */
  kind: z.string(),
  /** It only reads: safe to run again and again. */
  isReading: z.boolean(),
  dangers: z.array(danger),
  /** A write to one table whose effect can be looked at before it happens. */
  isPreviewable: z.boolean(),
  parameters: z.array(z.object({ name: z.string(), type: z.string() })),
  /** The planner's guess; null where it has none. */
  estimate: z.object({ rows: z.number(), cost: z.number() }).nullable(),
  /** Positions count from 1. */
  problem: z
    .object({ code: z.string(), message: z.string(), position: z.number().optional() })
    .nullable(),
});
export type StatementCheck = z.infer<typeof statementCheck>;

const cells = z.array(z.string().nullable());

export const effectPreview = z.object({
  command: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  table: z.string(),
  rowCount: z.number(),
  columns: z.array(z.object({ name: z.string(), isKey: z.boolean() })),
  /**
   * The first rows, as text. Before is null where there was none or it can not be told, after is
   * null when deleted.
   */
  rows: z.array(z.object({ before: cells.nullable(), after: cells.nullable() })),
});
export type EffectPreview = z.infer<typeof effectPreview>;
export const MOST_PREVIEWED = 100;

/** Names a completion is made of, in lists rather than objects: there may be tens of thousands. */
export const schemaNames = z.object({
  /** Schemas whose tables need no schema in front. */
  path: z.array(z.string()),
  /** oid, schema, name, kind as one letter (r table, v view, m materialized view, f foreign). */
  tables: z.array(z.tuple([z.number(), z.string(), z.string(), z.string()])),
  /** Foreign keys: oid and columns of the table that refers, then of the one referred to. */
  references: z.array(z.tuple([z.number(), z.array(z.string()), z.number(), z.array(z.string())])),
  /** name, arguments, what it returns. */
  functions: z.array(z.tuple([z.string(), z.string(), z.string()])),
});
export type SchemaNames = z.infer<typeof schemaNames>;

export const MOST_TABLES_ASKED = 1_000;
/** oid of the table, then name and type of each column, and the values it is limited to if it is. */
export const columnNames = z.array(
  z.tuple([z.number(), z.array(z.tuple([z.string(), z.string(), z.array(z.string()).optional()]))]),
);
export type ColumnNames = z.infer<typeof columnNames>;

const read = { action: 'sql.read', connector: 'sql' } as const;
const path = '/api/sql/v1';

export const sqlEditorRoutes = {
  run: route({
    method: 'POST',
    path: `${path}/run`,
    summary: 'Run a statement and keep its result for a while, page by page',
    access: read,
    body: statement.extend({
      ...origin,
      rowLimit: z.number().int().min(1).max(MOST_ROWS).default(DEFAULT_ROW_LIMIT),
      /** The tab is locked: nothing may be written, whoever runs it. */
      readOnly: z.boolean().default(false),
      /** Somebody saw what the statement would destroy and wants it. */
      confirmed: z.boolean().default(false),
      /** `begin` opens one, and says so in its answer. */
      transactionId: id.optional(),
    }),
    answer: runResult,
    raw: true,
    write: 'judged',
  }),
  rows: route({
    method: 'GET',
    path: `${path}/runs/:runId/rows`,
    summary: 'A page of the result of a run, or of a snapshot',
    // What ran may have been over the files of a bucket.
    access: { ...read, connector: 'any' },
    params: z.object({ runId: id }),
    query: z.object({ connector: sentConnector, page: queryNumber.int().min(0).max(1_000) }),
    answer: z.array(z.array(sqlCell)),
    raw: true,
  }),
  check: route({
    method: 'POST',
    path: `${path}/check`,
    summary:
      'What a statement would do, what it costs and what is wrong with it, by what is committed; nothing is run',
    access: read,
    effect: 'reads',
    body: statement,
    answer: statementCheck,
    write: 'repeatable',
  }),
  plan: route({
    method: 'POST',
    path: `${path}/plan`,
    summary: 'The plan of a statement; analyzed, it is run and rolled back',
    access: read,
    body: statement.extend({ analyze: z.boolean().default(false), ...inTransaction }),
    answer: z.object({ plan: z.unknown(), milliseconds: z.number() }),
    write: 'repeatable',
  }),
  preview: route({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'What an UPDATE or DELETE does to which rows: it is run and rolled back',
    access: { action: 'sql.write', connector: 'sql' },
    body: statement.extend(inTransaction),
    answer: effectPreview,
    write: 'repeatable',
  }),
  schema: route({
    method: 'GET',
    path: `${path}/schema`,
    summary: 'Names of tables and functions, and how tables refer to each other',
    access: read,
    query: z.object({ connector: sentConnector }),
    answer: schemaNames,
    raw: true,
  }),
  columns: route({
    method: 'POST',
    path: `${path}/columns`,
    summary: 'Columns of some tables',
    access: read,
    effect: 'reads',
    body: z.strictObject({
      connector: sentConnector,
      tables: z.array(z.number().int().min(1)).max(MOST_TABLES_ASKED),
    }),
    answer: columnNames,
    write: 'repeatable',
  }),
  transaction: route({
    method: 'GET',
    path: `${path}/transactions/:transactionId`,
    summary: 'How a transaction stands; asking tells that somebody still looks',
    access: read,
    params: z.object({ transactionId: id }),
    query: z.object({ connector: sentConnector }),
    answer: openTransaction,
  }),
  endTransaction: route({
    method: 'POST',
    path: `${path}/transactions/:transactionId/end`,
    summary: 'Commit or roll back a transaction',
    access: read,
    params: z.object({ transactionId: id }),
    body: z.strictObject({
      connector: sentConnector,
      how: z.enum(['commit', 'rollback']),
      /** The tab is locked: nothing may be written, so nothing is committed. */
      readOnly: z.boolean().default(false),
    }),
    answer: nothing,
    write: 'outside',
  }),
};
