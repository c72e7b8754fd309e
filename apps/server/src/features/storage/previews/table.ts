import { parseCsv } from '@causeway/contract/csv.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { extensionOf } from '@causeway/contract/file-types.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { readBytes } from '#platform/connectors/storage/read.ts';
import type { StorageCall } from '../call.ts';
import { isRawNumber, type TableWindow, textOf } from './cells.ts';
import { readParquet } from './parquet.ts';
import { decode } from './text.ts';
import { type OpenWorkbook, readWorkbook } from './workbook.ts';

/** Of a text format only its beginning is read: a preview never waits for a whole file. */
const MOST_READ = 4_000_000;

type Reader = (call: StorageCall, window: TableWindow) => Promise<TablePreview>;

const readers: Record<string, Reader> = {
  csv: readCsv,
  tsv: readCsv,
  json: readJsonTable,
  geojson: readJsonTable,
  ndjson: readLines,
  jsonl: readLines,
  parquet: readParquet,
};

export function readTable(
  call: StorageCall,
  window: TableWindow,
  openWorkbook: OpenWorkbook,
): Promise<TablePreview> {
  const extension = extensionOf(window.path);
  if (extension === 'xlsx') return readWorkbook(openWorkbook, call, window);
  const reader = readers[extension];
  if (!reader) throw new Failure('E_TABLE_UNREADABLE');
  return reader(call, window);
}

async function readStart({ bucket, signal }: StorageCall, path: string) {
  const { head, byteSize, bytes } = await readBytes(bucket, path, { most: MOST_READ, signal });
  const isWhole = bytes.length === byteSize;
  const { text, isBinary } = decode(bytes, { isStart: true, isEnd: isWhole });
  if (isBinary) throw new Failure('E_TABLE_UNREADABLE');
  return { text, etag: head.etag, isWhole };
}

async function readCsv(call: StorageCall, window: TableWindow): Promise<TablePreview> {
  const { text, etag, isWhole } = await readStart(call, window.path);
  const csv = parseCsv(isWhole ? text : withoutCutLine(text));
  const rows = csv.rows.slice(window.offset, window.offset + window.limit);
  return {
    format: 'csv',
    columns: csv.columns.map((name) => ({ name, type: null })),
    rows: rows.map((row) => csv.columns.map((_, index) => row[index] ?? null)),
    ...extentOf(csv.rows.length, window, isWhole),
    etag,
  };
}

async function readJsonTable(call: StorageCall, window: TableWindow): Promise<TablePreview> {
  const { text, etag, isWhole } = await readStart(call, window.path);
  if (!isWhole)
    throw new Failure('E_TABLE_UNREADABLE', 'The file is too large to be shown as a table.');
  const records = recordsOf(parse(text));
  return describeRecords(records, window, { format: 'json', etag, isWhole });
}

async function readLines(call: StorageCall, window: TableWindow): Promise<TablePreview> {
  const { text, etag, isWhole } = await readStart(call, window.path);
  const whole = isWhole ? text : withoutCutLine(text);
  const records = whole
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse);
  return describeRecords(records, window, { format: 'ndjson', etag, isWhole });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits) as unknown;
  } catch (error) {
    throw new Failure('E_TABLE_UNREADABLE', (error as Error).message);
  }
}

type RawJson = { rawJSON(text: string): unknown };

/** Numbers keep the digits they are written with. */
function keepDigits(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return (JSON as unknown as RawJson).rawJSON(source);
}

/** A list, the features of a map, or the one list an object holds. */
function recordsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const lists = Object.values(value ?? {}).filter((part) => Array.isArray(part));
  return lists.length === 1 ? (lists[0] as unknown[]) : [value];
}

function describeRecords(
  records: unknown[],
  window: TableWindow,
  { format, etag, isWhole }: { format: 'json' | 'ndjson'; etag: string; isWhole: boolean },
): TablePreview {
  const shown = records.slice(window.offset, window.offset + window.limit);
  const names = new Set(shown.flatMap((record) => (isRecord(record) ? Object.keys(record) : [])));
  const columns = names.size > 0 ? [...names] : ['value'];
  return {
    format,
    columns: columns.map((name) => ({ name, type: null })),
    rows: shown.map((record) => {
      if (!isRecord(record))
        return columns.map((_, index) => (index === 0 ? textOf(record) : null));
      return columns.map((name) => textOf(record[name]));
    }),
    ...extentOf(records.length, window, isWhole),
    etag,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}

function extentOf(read: number, { offset, limit }: TableWindow, isWhole: boolean) {
  return {
    totalRows: isWhole ? read : null,
    hasMore: offset + limit < read || !isWhole,
    sheets: null,
    sheet: null,
  };
}

function withoutCutLine(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
