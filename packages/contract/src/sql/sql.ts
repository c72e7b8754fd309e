import { z } from 'zod';
import { id, queryNumber, route } from '../route.ts';

/**
 * Connector data as clients send it along. Only the id counts: the rest is compared with what is
 * stored, and a request that names another destination is refused.
 */
export const sentConnector = z.looseObject({
  id,
  name: z.string().optional(),
  implementation: z.string().optional(),
  config: z.record(z.string(), z.unknown()).optional(),
});
export type SentConnector = z.infer<typeof sentConnector>;

const bindings = z.union([z.array(z.unknown()).max(65_535), z.record(z.string(), z.unknown())]);

const statement = {
  sql: z.string().max(1_000_000),
  /** See sql-placeholders.ts for `?`, `??`, `$1`, `:name` and `:name:`. */
  bindings: bindings.optional(),
  connector: sentConnector,
};

/**
 * With a limit at most so many rows come back and `hasMore` says whether there were others; the
 * statement itself is never rewritten. Without one, a result beyond the cap is an error.
 */
export const MOST_ROWS = 100_000;
const rowLimit = z.number().int().min(1).max(MOST_ROWS).optional();

/** Where SQL comes from: what the ledger tells later; `api` unless it is said. */
const sqlScreen = z.enum(['sql', 'wizard', 'snippets', 'workflow', 'api']).optional();

export const sqlRequest = z.strictObject({ ...statement, rowLimit, screen: sqlScreen });
export type SqlRequest = z.infer<typeof sqlRequest>;

export const MOST_TOGETHER = 200;

/** Several that change rows: all of it happens or none, and only what the first gives back is answered. */
export const sqlRequestTogether = sqlRequest.extend({
  further: z
    .array(z.strictObject({ sql: statement.sql, bindings: statement.bindings }))
    .max(MOST_TOGETHER - 1)
    .optional(),
});
export type SqlRequestTogether = z.infer<typeof sqlRequestTogether>;

const sqlQuery = z.strictObject({
  ...statement,
  rowLimit: queryNumber.int().min(1).max(MOST_ROWS).optional(),
});

export const sqlField = z.object({
  name: z.string(),
  /** As Postgres calls it: int4, text, timestamptz, int4[] … */
  type: z.string(),
  oid: z.number(),
  /** The table and column number a result column comes from unchanged. */
  tableOid: z.number().optional(),
  columnNumber: z.number().optional(),
});

/** null, a boolean, a number (int2, int4, finite float4 and float8), else the text Postgres prints. */
export const sqlCell = z.union([z.null(), z.boolean(), z.number(), z.string()]);

export const sqlResult = z.object({
  fields: z.array(sqlField),
  rows: z.array(z.array(sqlCell)),
  /** Rows read or changed. */
  rowCount: z.number(),
  /** SELECT, INSERT, CREATE TABLE … */
  command: z.string(),
  /** Only when a row limit was asked for. */
  hasMore: z.boolean().optional(),
});
export type SqlResult = z.infer<typeof sqlResult>;

/** Lines of a streamed result: the fields, then a row a line, then the end or what went wrong. */
export const sqlStreamLine = z.union([
  z.object({ fields: z.array(sqlField) }),
  z.array(sqlCell),
  z.object({ rowCount: z.number(), command: z.string() }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }).loose() }),
]);

const path = '/api/sql/v1';

export const sqlRoutes = {
  get: route({
    method: 'GET',
    path,
    summary: 'Run a statement that only reads, in a read-only transaction',
    access: { action: 'sql.read', connector: 'sql' },
    query: sqlQuery,
    answer: sqlResult,
    raw: true,
  }),
  post: route({
    method: 'POST',
    path,
    summary: 'Run a statement; viewers, and everybody on a read-only connector, may only read',
    access: { action: 'sql.read', connector: 'sql' },
    body: sqlRequestTogether,
    answer: sqlResult,
    raw: true,
    write: 'outside',
  }),
  patch: route({
    method: 'PATCH',
    path,
    summary: 'Run a statement that changes rows',
    access: { action: 'sql.write', connector: 'sql' },
    body: sqlRequest,
    answer: sqlResult,
    raw: true,
    write: 'outside',
  }),
  delete: route({
    method: 'DELETE',
    path,
    summary: 'Run a statement that deletes rows',
    access: { action: 'sql.write', connector: 'sql' },
    query: sqlQuery.partial(),
    body: sqlRequest.optional(),
    answer: sqlResult,
    raw: true,
    write: 'outside',
  }),
  read: route({
    method: 'POST',
    path: '/api/sql/v1/read',
    summary: 'Like GET, for statements too long for an address',
    access: { action: 'sql.read', connector: 'sql' },
    effect: 'reads',
    body: sqlRequest,
    answer: sqlResult,
    raw: true,
    write: 'repeatable',
  }),
  stream: route({
    method: 'POST',
    path: '/api/sql/v1/stream',
    summary: 'Like read, a row a line, for results of any size',
    access: { action: 'sql.read', connector: 'sql' },
    effect: 'reads',
    body: sqlRequest.omit({ rowLimit: true, screen: true }),
    answer: sqlStreamLine,
    raw: 'application/x-ndjson',
    write: 'repeatable',
  }),
};
