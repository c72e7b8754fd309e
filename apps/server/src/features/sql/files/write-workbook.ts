import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@causeway/contract/errors.ts';
import { uniqueNames } from '@causeway/contract/unique-names.ts';
import type { Done } from '#platform/files/worker/protocol.ts';
import { type SheetRow, writeBook } from '#platform/xlsx/write-book.ts';

type Workbook = {
  name: string;
  columns: Done['exportCells'];
  /** Lines of JSON lists, as the worker left them. */
  from: string;
  to: string;
  signal: AbortSignal;
};

/** The whole file before its first byte is sent: a cell that is too long is an answer, not a broken download. */
export async function writeWorkbook({ name, columns, from, to, signal }: Workbook): Promise<void> {
  const names = uniqueNames(columns.map((column) => column.name));
  const { body } = writeBook({
    name,
    columns: columns.map(({ type, scale }, index) => ({
      name: names[index] ?? '',
      typeName: type,
      scale,
    })),
    batches: batchesOf(from),
  });
  try {
    await pipeline(body, createWriteStream(to), { signal });
  } catch (error) {
    throw signal.aborted ? new Failure('E_QUERY_CANCELLED') : error;
  }
}

const ROWS_A_BATCH = 500;
const BYTES_A_BATCH = 1024 * 1024;
/** As exports of tables have it: no more than one row of this size is held. */
const ROW_BYTES = 16 * 1024 * 1024;

async function* batchesOf(path: string): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = [];
  let bytes = 0;
  for await (const line of linesOf(path)) {
    const cells = JSON.parse(line.toString()) as (string | number | boolean | null)[];
    batch.push(cells.map((cell) => (cell === null ? null : String(cell))));
    bytes += line.length;
    if (batch.length < ROWS_A_BATCH && bytes < BYTES_A_BATCH) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let row = 1;
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...held, piece.subarray(start, end)]);
      row += 1;
      held = [];
      size = 0;
      start = end + 1;
    }
    held.push(piece.subarray(start));
    size += piece.length - start;
    if (size > ROW_BYTES) {
      const why = `Row ${row} has more than ${ROW_BYTES} bytes, too many for a sheet.`;
      throw new Failure('E_RESULT_TOO_LARGE', `${why} Leave columns out or choose CSV.`, { row });
    }
  }
  if (size > 0) yield Buffer.concat(held);
}
