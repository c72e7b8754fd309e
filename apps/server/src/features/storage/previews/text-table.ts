import { parseCsv } from '@causeway/contract/csv.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { createShownRows, isRawNumber, MOST_CELLS, type TableWindow, textOf } from './cells.ts';
import { decode } from './text.ts';

/** The beginning of a text file, and which of its rows are wanted. */
export type TextTable = {
  format: 'csv' | 'json' | 'ndjson';
  bytes: Uint8Array;
  isWhole: boolean;
  window: Pick<TableWindow, 'offset' | 'limit'>;
};

type Read = Omit<TablePreview, 'etag'>;
type Window = TextTable['window'];

/** Text as a table: a few megabytes take longer than others should wait, so a thread does it. */
export function readTextTable({ format, bytes, isWhole, window }: TextTable): Read {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { text, isBinary } = decode(buffer, { isStart: true, isEnd: isWhole });
  if (isBinary) throw new Failure('E_TABLE_UNREADABLE');
  const whole = isWhole || format === 'json' ? text : withoutCutLine(text);
  const read = format === 'csv' ? readCsv : format === 'json' ? readJsonTable : readLines;
  return withFewerCells(read(whole, window, isWhole));
}

/** As many rows as can be shown at once; that there are more is told. */
function withFewerCells(table: Read): Read {
  if (table.columns.length > MOST_COLUMNS) {
    throw new Failure('E_TABLE_UNREADABLE', `The file has more than ${MOST_COLUMNS} columns.`);
  }
  const shown = createShownRows();
  const isWhole = table.rows.every((row) => shown.add(row));
  return { ...table, rows: shown.rows, hasMore: table.hasMore || !isWhole };
}

const MOST_COLUMNS = 16_384;

function readCsv(text: string, window: Window, isWhole: boolean): Read {
  const csv = parseCsv(text);
  const rows = csv.rows.slice(window.offset, window.offset + window.limit);
  const columns = csv.columns.slice(0, MOST_COLUMNS + 1);
  const most = Math.ceil(MOST_CELLS / Math.max(1, columns.length)) + 1;
  return {
    format: 'csv',
    columns: columns.map((name) => ({ name, type: null })),
    rows: rows.slice(0, most).map((row) => columns.map((_, index) => row[index] ?? null)),
    ...extentOf(csv.rows.length, window, isWhole),
  };
}

function readJsonTable(text: string, window: Window, isWhole: boolean): Read {
  if (!isWhole) {
    throw new Failure('E_TABLE_UNREADABLE', 'The file is too large to be shown as a table.');
  }
  return describeRecords(recordsOf(parse(text)), window, { format: 'json', isWhole });
}

function readLines(text: string, window: Window, isWhole: boolean): Read {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(window.offset, window.offset + window.limit).map(parse);
  const described = describeRecords(shown, { ...window, offset: 0 }, { format: 'ndjson', isWhole });
  return { ...described, ...extentOf(lines.length, window, isWhole) };
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
  window: Window,
  { format, isWhole }: { format: 'json' | 'ndjson'; isWhole: boolean },
): Read {
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
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
  );
}

function extentOf(read: number, { offset, limit }: Window, isWhole: boolean) {
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
