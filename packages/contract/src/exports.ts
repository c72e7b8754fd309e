import { z } from 'zod';
import { id, instant, pageOf, pageQuery, route } from './route.ts';
import { sentConnector, sqlCell } from './sql/sql.ts';
import { filter } from './tables/filters.ts';
import { isReachable } from './storage/objects.ts';
import { rowKey, sort } from './tables/tables.ts';

/**
 * Data on its way out. An export is one of:
 * - ready: asked for as a download that nobody has fetched yet; forgotten after a while
 * - queued: asked for in the background, waiting for a worker; again when its worker died
 * - running: rows are read and written at the pace of whoever takes them
 * - done, failed, cancelled: over. A file is whole only when its export is done: a download that
 *   breaks is cut off on purpose, and in a bucket or among the kept files nothing appears before the
 *   last byte is there
 */
export const exportStates = ['ready', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

export const exportFormats = ['json', 'ndjson', 'csv', 'xlsx', 'parquet', 'sql'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const delimiters = [',', ';', '\t', '|'] as const;

/** How many chosen rows an export takes; more are better told by a filter. */
export const MOST_CHOSEN_ROWS = 10_000;

/** How long a kept file can be fetched, and how much room the kept files of a project have. */
export const KEPT_DAYS = 3;
export const KEPT_BYTES = 5_000_000_000;

/** What is exported: of a table all, or what is filtered, sorted, chosen; or what a query finds. */
export const exportSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('table'),
    schema: z.string().min(1).max(300).default('public'),
    table: z.string().min(1).max(300),
    /** All when none are named, in the order named. */
    columns: z.array(z.string()).min(1).max(1_600).optional(),
    filter: filter.optional(),
    where: z.string().max(50_000).optional(),
    sort: z.array(sort).max(20).default([]),
    /** Only these rows: what is selected in the grid. */
    keys: z.array(rowKey).min(1).max(MOST_CHOSEN_ROWS).optional(),
    /**
     * Only these rows, where a table has no key: all that was seen of each. Of rows that look the same
     * as many are taken as are named. No column is exported that was not seen: it might differ.
     */
    rows: z.array(z.record(z.string(), sqlCell)).min(1).max(MOST_CHOSEN_ROWS).optional(),
    limit: z.number().int().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('query'),
    /** One statement that only reads. */
    sql: z.string().min(1).max(1_000_000),
    /** What the file is called, without ending. */
    name: z.string().max(200).optional(),
    /** Days begin and times are printed by the zone of the project, as on its dashboards. */
    isInProjectZone: z.boolean().optional(),
  }),
]);
export type ExportSource = z.infer<typeof exportSource>;

const gzip = z.boolean().default(false);

/**
 * JSON keeps every digit: int8 and numeric are text, as everywhere on our wire, unless numbers are
 * asked for. JSON columns are nested; where their value is itself text or null, it is JSON text, so
 * that it can't be taken for something else. Arrays of one dimension are nested too.
 */
const jsonOptions = { numbers: z.enum(['text', 'number']).default('number'), gzip };

export const exportFile = z.discriminatedUnion('format', [
  z.strictObject({ format: z.literal('json'), ...jsonOptions }),
  z.strictObject({ format: z.literal('ndjson'), ...jsonOptions }),
  z.strictObject({
    format: z.literal('csv'),
    /** Raw tells NULL (nothing) from an empty text (`""`) and reads back as it was. */
    delimiter: z.enum(delimiters).default(','),
    header: z.boolean().default(true),
    /** Text that a spreadsheet would take for a formula gets a `'` in front. */
    spreadsheetSafe: z.boolean().default(false),
    /** Excel needs it to see that a file is UTF-8. */
    byteOrderMark: z.boolean().default(false),
    gzip,
  }),
  z.strictObject({ format: z.literal('xlsx') }),
  z.strictObject({ format: z.literal('parquet') }),
  z.strictObject({
    format: z.literal('sql'),
    /** The table that the statements name; the exported one unless another is wanted. */
    table: z.string().min(1).max(300).optional(),
    rowsPerStatement: z.number().int().min(1).max(10_000).default(500),
    gzip,
  }),
]);
export type ExportFile = z.infer<typeof exportFile>;

export const exportDestination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('download') }),
  /** Written behind the answer into a file that its owner fetches when it is ready, for some days. */
  z.strictObject({ kind: z.literal('kept') }),
  z.strictObject({
    kind: z.literal('bucket'),
    /** A bucket of the same project. */
    connectorId: id,
    key: z.string().min(1).max(1_024),
    /** Otherwise an object of that name is left alone and the export fails. */
    overwrite: z.boolean().default(false),
  }),
]);
export type ExportDestination = z.infer<typeof exportDestination>;

export const exportRecord = z.object({
  id,
  state: z.enum(exportStates),
  source: exportSource,
  file: exportFile,
  destination: exportDestination,
  fileName: z.string(),
  /** Rows and bytes written so far; bytes as they arrive, after compression. */
  rows: z.number(),
  bytes: z.number(),
  /** The planner's estimate, to show how far it is; null where there is none. */
  expectedRows: z.number().nullable(),
  startedBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Of a kept file for as long as it can be fetched; null otherwise. */
  expiresAt: instant.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ExportRecord = z.infer<typeof exportRecord>;

const request = z.strictObject({
  connector: sentConnector,
  source: exportSource,
  file: exportFile,
});
const about = { params: z.object({ exportId: id }), query: z.object({ connector: sentConnector }) };
const read = { action: 'sql.read', connector: 'sql' } as const;

export const exportRoutes = {
  estimate: route({
    method: 'POST',
    path: '/api/exports/v1/estimate',
    summary: 'What an export would hold: columns, a guess of its rows, the name of its file',
    access: read,
    effect: 'reads',
    body: request,
    answer: z.object({
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.number().nullable(),
      fileName: z.string(),
    }),
    write: 'repeatable',
  }),
  stream: route({
    method: 'POST',
    path: '/api/exports/v1/stream',
    summary: 'The file itself, for programs; the connection is cut where the export fails midway',
    access: read,
    effect: 'reads',
    body: request,
    answer: z.unknown(),
    raw: 'file',
    write: 'repeatable',
  }),
  create: route({
    method: 'POST',
    path: '/api/exports/v1/exports',
    summary: 'Start an export in the background, or prepare one that a browser downloads',
    access: read,
    body: request.extend({
      destination: exportDestination.refine((to) => to.kind !== 'bucket' || isReachable(to.key), {
        path: ['key'],
        message: 'Not the key of an object one could open',
      }),
    }),
    answer: exportRecord.extend({
      /** Where a browser fetches the file, once, within minutes; null when it is written behind. */
      downloadPath: z.string().nullable(),
    }),
    costs: true,
  }),
  download: route({
    method: 'GET',
    path: '/api/exports/v1/exports/:exportId/file',
    summary: 'The file of a prepared export; its ticket opens it once',
    // A browser saves a file by following a link, which carries no token: the ticket stands for it.
    access: 'public',
    params: z.object({ exportId: id }),
    query: z.object({ ticket: z.string().min(20).max(100) }),
    answer: z.unknown(),
    raw: 'file',
  }),
  ticket: route({
    method: 'POST',
    path: '/api/exports/v1/exports/:exportId/ticket',
    summary: 'Where a browser fetches a kept file, once, within minutes; for whoever asked for it',
    access: read,
    effect: 'reads',
    ...about,
    answer: z.object({ downloadPath: z.string() }),
    write: 'repeatable',
  }),
  list: route({
    method: 'GET',
    path: '/api/exports/v1/exports',
    summary: 'Recent exports of a connector, newest first',
    access: read,
    query: pageQuery.extend({ connector: sentConnector }),
    answer: pageOf(exportRecord),
  }),
  show: route({
    method: 'GET',
    path: '/api/exports/v1/exports/:exportId',
    summary: 'One export and how far it is',
    access: read,
    ...about,
    answer: exportRecord,
  }),
  cancel: route({
    method: 'POST',
    path: '/api/exports/v1/exports/:exportId/cancel',
    summary: 'Stop an export; what is over stays as it is',
    access: read,
    ...about,
    answer: exportRecord,
    write: 'repeatable',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/exports/v1/exports/:exportId',
    summary: 'Forget an export that is over, and its kept file; what it wrote elsewhere stays',
    access: read,
    ...about,
    answer: z.null(),
    write: 'repeatable',
  }),
};
