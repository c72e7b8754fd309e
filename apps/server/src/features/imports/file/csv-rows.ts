import type { Reject } from '@causeway/contract/imports/records.ts';
import { readCells } from './csv-scanner.ts';
import { type CsvOptions, CsvTable } from './csv-table.ts';
import type { Batch, FileRow, RowReader } from './rows.ts';

/** CSV as values, for looking at: what is only passed on goes through csv-copy.ts. */
export function readCsvRows(text: AsyncIterable<Buffer>, options: CsvOptions): RowReader {
  let rows: FileRow[] = [];
  let problems: Reject[] = [];
  const table = new CsvTable(
    options,
    (bytes, start, end, line) => {
      const cells = readCells(bytes.toString('utf8', start, end), options);
      rows.push({ line, cells });
    },
    (problem) => problems.push(problem),
  );
  const take = (): Batch => {
    const batch = { rows, problems };
    rows = [];
    problems = [];
    return batch;
  };
  const batches = async function* () {
    for await (const piece of text) {
      // A large piece at once would make the values of all its rows at once.
      for (let at = 0; at < piece.length; at += PIECE) {
        table.push(piece.subarray(at, at + PIECE));
        if (rows.length + problems.length > 0) yield take();
      }
    }
    table.end();
    yield take();
  };
  return { columns: () => table.columns, batches: batches() };
}

const PIECE = 262_144;
