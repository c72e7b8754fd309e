import { parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { Failure } from '@causeway/contract/errors.ts';
import { columnNames } from './csv-table.ts';
import { columnReader } from './parquet-nested.ts';
import type { Batch, RowReader } from './rows.ts';
import { type ByteSource, readBytes } from '#platform/bytes/byte-source.ts';

const ROWS_A_BATCH = 5_000;

/** A Parquet file, a few thousand rows at a time; only the columns asked for are read. */
export async function readParquetRows(
  source: ByteSource,
  wanted?: readonly string[],
): Promise<RowReader> {
  const file = {
    byteLength: source.size,
    slice: async (start: number, end = source.size) => {
      const bytes = await readBytes(source, start < 0 ? source.size + start : start, end);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    },
  };
  const metadata = await readMetadata(file);
  const columns = parquetSchema(metadata).children;
  const names = columnNames(columns.map(({ element }) => element.name));
  const chosen = columns
    .map((column, index) => ({ column, name: names[index] ?? column.element.name }))
    .filter(({ name }) => wanted === undefined || wanted.includes(name))
    .map(({ column, name }) => ({ name, key: column.element.name, read: columnReader(column) }));
  const rows = Number(metadata.num_rows);

  const batches = async function* (): AsyncGenerator<Batch> {
    for (let rowStart = 0; rowStart < rows; rowStart += ROWS_A_BATCH) {
      const rowEnd = Math.min(rows, rowStart + ROWS_A_BATCH);
      let read: Record<string, unknown>[] = [];
      await parquetRead({
        file,
        metadata,
        columns: chosen.map(({ key }) => key),
        rowStart,
        rowEnd,
        rowFormat: 'object',
        utf8: false,
        onComplete: (found) => {
          read = found as Record<string, unknown>[];
        },
      }).catch((error: unknown) => {
        throw new Failure('E_IMPORT_UNREADABLE', `The file can not be read: ${String(error)}`);
      });
      yield {
        rows: read.map((row, index) => ({
          line: rowStart + index + 1,
          cells: chosen.map(({ key, read: cell }) => cell(row[key])),
        })),
        problems: [],
      };
    }
  };
  return { columns: () => chosen.map(({ name }) => name), batches: batches() };
}

async function readMetadata(file: Parameters<typeof parquetMetadataAsync>[0]) {
  try {
    return await parquetMetadataAsync(file);
  } catch {
    throw new Failure('E_IMPORT_UNREADABLE', 'The Parquet file is damaged or cut off.');
  }
}
