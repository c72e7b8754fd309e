import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { objectSource } from '#platform/connectors/storage/object-source.ts';
import { readXlsxRows } from './file/xlsx-rows.ts';

type Workbook = {
  sheets: string[];
  sheet: string;
  /** Known once the first row was read. */
  columns(): string[];
  rows: AsyncIterable<(string | null)[]>;
};

/** A workbook in a bucket, opened for whoever shows it; an empty name is the first sheet. */
export async function openWorkbook(
  bucket: Bucket,
  object: { path: string; byteSize: number; etag: string; signal: AbortSignal },
  wanted: string,
): Promise<Workbook> {
  const { path, byteSize: size, etag, signal } = object;
  const file = objectSource(bucket, path, { size, etag, signal });
  const options = { sheet: wanted, header: true, skipLines: 0 };
  const reader = await readXlsxRows(file, options, { kind: 'look', signal });
  return {
    sheets: reader.sheets,
    sheet: reader.sheet,
    columns: reader.columns,
    rows: (async function* () {
      for await (const { rows } of reader.batches) for (const { cells } of rows) yield cells;
    })(),
  };
}
