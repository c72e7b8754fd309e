import { z } from 'zod';
import { id, route } from '../route.ts';
import { MOST_ROWS, sentConnector, sqlRequest } from './sql.ts';
import { DEFAULT_ROW_LIMIT, runResult, statementCheck } from './editor.ts';

/**
 * Files of a bucket as tables. A statement names a file by its path, in either kind of quotes
 * ('orders/2024.parquet'), several by a pattern ('events/*.csv'), a sheet behind a hash
 * ('book.xlsx#Sheet 2'), and a table of a database of the same project by its connector
 * (shop.public.orders). It is DuckDB's SQL, and it only reads.
 */
export const tableFormats = ['csv', 'parquet', 'json', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

const formatByEnding: Record<string, TableFormat> = {
  csv: 'csv',
  tsv: 'csv',
  parquet: 'parquet',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
  xlsx: 'xlsx',
};

/** What a file is read as; undefined where it is no table. Text may be packed: `a.csv.gz`. */
export function tableFormatOf(path: string): TableFormat | undefined {
  const [, ending = '', packed] = /\.([^./]+?)(\.gz)?$/i.exec(path) ?? [];
  const format = formatByEnding[ending.toLowerCase()];
  return packed && (format === 'parquet' || format === 'xlsx') ? undefined : format;
}

/** A name that stands for several files: `*` and `?` within a folder, `**` across folders. */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** How far a run has come before it can begin. */
export const filesProgress = z.object({
  step: z.enum(['fetching', 'preparing', 'copying', 'running']),
  /** The file or table it is at. */
  name: z.string(),
  /** Bytes fetched of all that have to be; what is cached already does not count. */
  bytes: z.number(),
  totalBytes: z.number(),
  /** Rows copied from databases. */
  rows: z.number(),
});
export type FilesProgress = z.infer<typeof filesProgress>;

/** Lines of a run: how it goes, and at last what came of it. */
export const filesRunLine = z.union([
  z.object({ progress: filesProgress }),
  z.object({ result: runResult }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }).loose() }),
]);
export type FilesRunLine = z.infer<typeof filesRunLine>;

export const fileEntry = z.object({
  path: z.string(),
  byteSize: z.number(),
  format: z.enum(tableFormats),
});
export type FileEntry = z.infer<typeof fileEntry>;

/** A name as a statement writes it, with its columns; null where reading them would take a while. */
export const fileColumns = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).nullable(),
});
export type FileColumns = z.infer<typeof fileColumns>;

export const exportedFormats = ['csv', 'xlsx', 'json', 'ndjson', 'parquet'] as const;
export type ExportedFormat = (typeof exportedFormats)[number];

const read = { action: 'sql.read', connector: 's3' } as const;
const path = '/api/files/v1';
const statement = sqlRequest.pick({ sql: true, bindings: true, connector: true });

export const fileRoutes = {
  run: route({
    method: 'POST',
    path: `${path}/run`,
    summary: 'Run a statement over files of a bucket, alone or joined with tables of the project',
    access: read,
    effect: 'reads',
    body: statement.extend({
      tabId: id.optional(),
      queryId: id.optional(),
      rowLimit: z.number().int().min(1).max(MOST_ROWS).default(DEFAULT_ROW_LIMIT),
    }),
    answer: filesRunLine,
    raw: 'application/x-ndjson',
    write: 'repeatable',
  }),
  check: route({
    method: 'POST',
    path: `${path}/check`,
    summary: 'What is wrong with a statement, as far as can be told without reading any file',
    access: read,
    effect: 'reads',
    body: statement,
    answer: statementCheck,
    write: 'repeatable',
  }),
  plan: route({
    method: 'POST',
    path: `${path}/plan`,
    summary:
      'The plan of a statement over files, as DuckDB tells it; analyzed, the statement is run',
    access: read,
    effect: 'reads',
    body: statement.extend({ analyze: z.boolean().default(false) }),
    answer: z.object({ plan: z.unknown() }),
    write: 'repeatable',
  }),
  list: route({
    method: 'GET',
    path: `${path}/files`,
    summary: 'Folders and files that can be read as tables, below a folder',
    access: { action: 'storage.read', connector: 's3' },
    query: z.object({
      connector: sentConnector,
      folder: z.string().max(1_024).default(''),
      /** Given, even empty: all files below the folder whose path has it, at any depth. */
      search: z.string().max(300).optional(),
    }),
    answer: z.object({
      folders: z.array(z.string()),
      files: z.array(fileEntry),
      /** There are more than are looked at. */
      isCut: z.boolean(),
    }),
  }),
  columns: route({
    method: 'POST',
    path: `${path}/columns`,
    summary: 'Columns of files and tables, for those that are small or read before',
    access: read,
    effect: 'reads',
    body: z.strictObject({
      connector: sentConnector,
      names: z.array(z.string().min(1).max(1_200)).max(20),
    }),
    answer: z.array(fileColumns),
    write: 'repeatable',
  }),
  export: route({
    method: 'POST',
    path: `${path}/export`,
    summary: 'All rows of a statement over files, as a file',
    access: read,
    effect: 'reads',
    body: statement.omit({ bindings: true }).extend({
      format: z.enum(exportedFormats),
      /** Of CSV: text that a spreadsheet would take for a formula gets a `'` in front. */
      spreadsheetSafe: z.boolean().default(false),
      /** What the sheet of a workbook is called. */
      title: z.string().max(200).default(''),
    }),
    answer: z.unknown(),
    raw: 'file',
    write: 'repeatable',
  }),
};

/** A file as a statement names it. */
export function writtenFile(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}

/** A connector's name as one word of SQL: `Sample shop` is sample_shop. */
export function connectorWord(name: string): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^\p{N}/u.test(word) ? `_${word}` : word;
}
