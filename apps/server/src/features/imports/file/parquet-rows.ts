import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { openParquet } from '#platform/parquet/open-parquet.ts';
import type { ReadingKind } from '#platform/threads/reading.ts';
import type { Batch, RowReader } from './rows.ts';

/** A Parquet file, some rows at a time; only the columns asked for are read. */
export async function readParquetRows(
  source: ByteSource,
  { columns, kind }: { columns?: readonly string[] | undefined; kind: ReadingKind },
): Promise<RowReader> {
  const file = await openParquet(source, { columns, from: 0, to: undefined }, { kind });
  const batches = async function* (): AsyncGenerator<Batch> {
    let line = 0;
    for await (const rows of file.batches) {
      yield { rows: rows.map((cells) => ({ line: (line += 1), cells })), problems: [] };
    }
  };
  return { columns: () => file.columns.map(({ name }) => name), batches: batches() };
}
