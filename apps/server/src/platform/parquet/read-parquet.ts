import zlib from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';
import { Failure } from '@causeway/contract/errors.ts';
import { columnNames } from '@causeway/contract/unique-names.ts';
import { type ByteSource, readBytes } from '#platform/bytes/byte-source.ts';
import { parsers } from './cells.ts';
import { columnReader } from './nested.ts';

/** Rows from 0 on, before `to`; the columns named, or all. */
export type ParquetTask = {
  columns: readonly string[] | undefined;
  from: number;
  to: number | undefined;
};

export type ParquetHead = { columns: { name: string; type: string | null }[]; rows: number };
/** Values are the text Postgres reads. */
export type ParquetItem = ParquetHead | { cells: (string | null)[][] };

const MB = 1024 * 1024;
/** What a file may say of itself: its footer, the columns and groups in it, one page unpacked. */
const LARGEST_FOOTER = 16 * MB;
const MOST_COLUMNS = 16_384;
const MOST_GROUPS = 50_000;
const LARGEST_PAGE = 64 * MB;
/** What may be held for one window of rows, as it lies in the file and unpacked. */
const WINDOW_BYTES = 256 * MB;
const WINDOW_UNPACKED = 512 * MB;
/** A group is read at once where it is small; else its pages are gone through window by window. */
const SMALL_GROUP = { rows: 100_000, bytes: 32 * MB };
const ROWS_A_WINDOW = 5_000;
/** What is handed over at once: others wait while it is taken. */
const CELLS_A_BATCH = 20_000;
const CHARACTERS_A_BATCH = 2_000_000;

/** What a Parquet file has in it, then its rows, some at a time. Runs in a thread that can be ended. */
export async function* readParquet(
  task: ParquetTask,
  source: ByteSource,
): AsyncGenerator<ParquetItem> {
  try {
    yield* readAll(task, source);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw unreadable(`The file can not be read: ${(error as Error).message}`);
  }
}

async function* readAll(
  { columns: wanted, from, to = Infinity }: ParquetTask,
  source: ByteSource,
): AsyncGenerator<ParquetItem> {
  const isWanted = wanted && new Set(wanted);
  const budget = createBudget();
  const file = await openFile(source, budget);
  const metadata = await readMetadata(file);
  const columns = parquetSchema(metadata).children;
  const names = columnNames(columns.map(({ element }) => element.name));
  const chosen = columns
    .map((column, index) => ({ column, name: names[index] ?? column.element.name }))
    .filter(({ name }) => isWanted?.has(name) ?? true)
    // What a column's values are is taken off its element by its reader, so it is told before.
    .map(({ column, name }) => ({
      head: { name, type: typeOf(column.element) },
      key: column.element.name,
      read: columnReader(column),
    }));
  yield { columns: chosen.map(({ head }) => head), rows: Number(metadata.num_rows) };
  const keys = chosen.map(({ key }) => key);
  for (const { rowStart, rowEnd } of windowsOf(metadata, from, to)) {
    budget.renew();
    const rows = await readRows({ file, metadata, columns: keys, rowStart, rowEnd, budget });
    yield* inBatches(rows, (row) => chosen.map(({ key, read }) => read(row[key])));
  }
}

type Row = Record<string, unknown>;
type Wanted = { file: AsyncBuffer; metadata: FileMetaData; columns: string[] };
type Window = { rowStart: number; rowEnd: number };

async function readRows({ budget, ...wanted }: Wanted & Window & { budget: Budget }) {
  let rows: Row[] = [];
  await parquetRead({
    ...wanted,
    rowFormat: 'object',
    utf8: false,
    parsers,
    compressors: budget.compressors,
    onComplete: (found) => {
      rows = found as Row[];
    },
  });
  return rows;
}

function* windowsOf(metadata: FileMetaData, from: number, to: number): Generator<Window> {
  let start = 0;
  for (const { num_rows: count, total_byte_size: size } of metadata.row_groups) {
    const end = start + Number(count);
    const isSmall = end - start <= SMALL_GROUP.rows && Number(size) <= SMALL_GROUP.bytes;
    const step = isSmall ? SMALL_GROUP.rows : ROWS_A_WINDOW;
    const last = Math.min(end, to);
    for (let rowStart = Math.max(start, from); rowStart < last; rowStart += step) {
      yield { rowStart, rowEnd: Math.min(last, rowStart + step) };
    }
    start = end;
  }
}

function* inBatches(
  rows: readonly Row[],
  read: (row: Row) => (string | null)[],
): Generator<ParquetItem> {
  let cells: (string | null)[][] = [];
  let size = 0;
  let characters = 0;
  for (const row of rows) {
    const values = read(row);
    cells.push(values);
    size += values.length;
    for (const value of values) characters += value?.length ?? 0;
    if (size < CELLS_A_BATCH && characters < CHARACTERS_A_BATCH) continue;
    yield { cells };
    cells = [];
    size = 0;
    characters = 0;
  }
  if (cells.length > 0) yield { cells };
}

type Budget = ReturnType<typeof createBudget>;

/** Counts what is held for a window of rows, by what the file says before any of it is unpacked. */
function createBudget() {
  let read = 0;
  let unpacked = 0;
  const room = (size: number): number => {
    unpacked += size;
    if (size > LARGEST_PAGE || unpacked > WINDOW_UNPACKED) throw tooLarge();
    return Math.max(1, size);
  };
  const compressors: Compressors = {
    SNAPPY: (input, size) => {
      const output = new Uint8Array(room(size)).subarray(0, size);
      snappyUncompress(input, output);
      return output;
    },
    GZIP: (input, size) => zlib.gunzipSync(input, { maxOutputLength: room(size) }),
    BROTLI: (input, size) => zlib.brotliDecompressSync(input, { maxOutputLength: room(size) }),
    ZSTD: (input, size) => zlib.zstdDecompressSync(input, { maxOutputLength: room(size) }),
  };
  return {
    compressors,
    renew: () => {
      read = 0;
      unpacked = 0;
    },
    take: (size: number) => {
      read += size;
      if (read > WINDOW_BYTES) throw tooLarge();
    },
  };
}

async function openFile(source: ByteSource, budget: Budget): Promise<AsyncBuffer> {
  const { size } = source;
  const tail = await readBytes(source, Math.max(0, size - 8), size);
  if (tail.length < 8 || tail.toString('latin1', 4) !== 'PAR1') throw damaged();
  if (tail.readUInt32LE(0) > LARGEST_FOOTER) throw unreadable('The footer is too large.');
  return {
    byteLength: size,
    slice: async (start: number, end = size) => {
      const first = start < 0 ? size + start : start;
      if (!(first >= 0 && end <= size)) throw damaged();
      budget.take(end - first);
      const bytes = await readBytes(source, first, end);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    },
  };
}

async function readMetadata(file: AsyncBuffer): Promise<FileMetaData> {
  // A stranger sized and filled the file: whatever the reader stumbles over, it is no Parquet.
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw damaged();
  });
  const { schema, row_groups: groups, num_rows: rows } = metadata;
  if (schema.length > MOST_COLUMNS) throw unreadable(`It has more than ${MOST_COLUMNS} columns.`);
  if (groups.length > MOST_GROUPS) throw unreadable(`It has more than ${MOST_GROUPS} row groups.`);
  const counted = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (counted !== rows || groups.some((group) => group.num_rows < 0n)) throw damaged();
  return metadata;
}

function typeOf(element: ReturnType<typeof parquetSchema>['element']): string | null {
  return element.logical_type?.type ?? element.converted_type ?? element.type ?? null;
}

function damaged(): Failure {
  return unreadable('The Parquet file is damaged or cut off.');
}

function tooLarge(): Failure {
  return unreadable('The pages of the file are too large to be read.');
}

function unreadable(message: string): Failure {
  return new Failure('E_IMPORT_UNREADABLE', message);
}
