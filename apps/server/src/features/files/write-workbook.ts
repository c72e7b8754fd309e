import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
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

async function* batchesOf(path: string): AsyncGenerator<SheetRow[]> {
  const input = createReadStream(path);
  let batch: SheetRow[] = [];
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const cells = JSON.parse(line) as (string | number | boolean | null)[];
      batch.push(cells.map((cell) => (cell === null ? null : String(cell))));
      if (batch.length < ROWS_A_BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    input.destroy();
  }
}
