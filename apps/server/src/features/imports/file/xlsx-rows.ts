import type { ReadOptions } from '@causeway/contract/imports/plan.ts';
import { columnNames } from '@causeway/contract/unique-names.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { ReadingKind } from '#platform/threads/reading.ts';
import { openWorkbook } from '#platform/xlsx/open-workbook.ts';
import type { ReadRow } from '#platform/xlsx/read-sheet.ts';
import { type Batch, type FileRow, type RowReader, shapeProblem } from './rows.ts';

type XlsxOptions = Pick<ReadOptions, 'sheet' | 'header' | 'skipLines'>;

/** The rows of a sheet; the first one that is not empty tells how many columns there are. */
export async function readXlsxRows(
  source: ByteSource,
  options: XlsxOptions,
  reading: { kind: ReadingKind; signal?: AbortSignal },
): Promise<RowReader & { sheets: string[]; sheet: string }> {
  const book = await openWorkbook(source, options.sheet, reading);
  let columns: string[] | undefined;

  const place = ({ line, cells, width }: ReadRow, { problems }: Batch): FileRow | undefined => {
    if (line <= options.skipLines || cells.length === 0) return undefined;
    if (columns === undefined) {
      const given = Array.from({ length: width }, (_, index) => cells[index] ?? null);
      columns = columnNames(options.header ? given : given.map(() => null));
      if (options.header) return undefined;
    }
    const { length } = columns;
    if (cells.some((cell, index) => index >= length && cell !== null && cell !== '')) {
      const shown = cells.map((cell) => cell ?? '').join('\t');
      problems.push(shapeProblem(line, `${cells.length} values instead of ${length}.`, shown));
      return undefined;
    }
    return { line, cells: Array.from({ length }, (_, index) => cells[index] ?? null) };
  };
  const batches = async function* (): AsyncGenerator<Batch> {
    for await (const rows of book.batches) {
      // Rows are as wide as the first one: a few of many columns are as much as many of a few.
      const most = Math.max(1, Math.floor(CELLS_A_BATCH / (columns?.length || 1_000)));
      for (let at = 0; at < rows.length; at += most) {
        const batch: Batch = { rows: [], problems: [] };
        for (const row of rows.slice(at, at + most)) {
          const placed = place(row, batch);
          if (placed) batch.rows.push(placed);
        }
        yield batch;
      }
    }
  };
  const { sheets, sheet } = book;
  return { columns: () => columns ?? [], batches: batches(), sheets, sheet };
}

const CELLS_A_BATCH = 50_000;
