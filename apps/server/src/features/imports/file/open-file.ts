import { Failure } from '@causeway/contract/errors.ts';
import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import { readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './json-rows.ts';
import { readParquetRows } from './parquet-rows.ts';
import type { RowReader } from './rows.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { ReadingKind } from '#platform/threads/reading.ts';
import { readText } from './text.ts';
import { readXlsxRows } from './xlsx-rows.ts';

type OpenOptions = {
  columns?: readonly string[];
  /** Whether rows say where a null stands, as far as the file can. */
  tellsNull?: boolean;
  onBytes?: (bytes: number) => void;
  /** Whether somebody waits for the first rows, or all of it is read in the background. */
  kind?: ReadingKind;
};

/** The rows of a file of any kind; with columns given, those that it keeps only if they are named. */
export async function openFile(
  source: ByteSource,
  read: ReadOptions,
  { columns, tellsNull = false, onBytes, kind = 'work' }: OpenOptions = {},
): Promise<RowReader> {
  checkOptions(read);
  switch (read.format) {
    case 'csv':
      return readCsvRows(readText(source, read, onBytes), read);
    case 'json':
    case 'ndjson':
      return readJsonRows(readText(source, read, onBytes), {
        format: read.format,
        tellsNull,
        ...(columns && { columns }),
      });
    case 'xlsx':
      return readXlsxRows(counted(source, onBytes), read, { kind });
    default:
      return readParquetRows(counted(source, onBytes), { columns, kind });
  }
}

/** Read here and there rather than from its beginning to its end: told is how much it was in all. */
function counted(source: ByteSource, onBytes: (bytes: number) => void = () => {}): ByteSource {
  let bytes = 0;
  return {
    size: source.size,
    read: async function* (start, end) {
      for await (const piece of source.read(start, end)) {
        bytes = Math.min(source.size, bytes + piece.length);
        onBytes(bytes);
        yield piece;
      }
    },
  };
}

/** A byte has to tell a value's end. */
export function checkOptions({ format, delimiter, quote }: ReadOptions): void {
  if (format !== 'csv') return;
  const isByte = (text: string) => /^[\t\x20-\x7e]?$/.test(text);
  const isRight = isByte(delimiter) && isByte(quote) && delimiter !== quote;
  if (!isRight) {
    throw new Failure('E_VALIDATION', 'Delimiter and quote are two different ASCII characters.');
  }
}
