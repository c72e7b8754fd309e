import { Failure } from '@causeway/contract/errors.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import type { StorageCall } from '../call.ts';
import { createShownRows, type TableWindow } from './cells.ts';

/** How a workbook is read is known where workbooks are imported; app.ts hands it in. */
export type OpenWorkbook = (
  bucket: Bucket,
  object: { path: string; byteSize: number; etag: string; signal: AbortSignal },
  sheet: string,
) => Promise<{
  sheets: string[];
  sheet: string;
  columns(): string[];
  rows: AsyncIterable<(string | null)[]>;
}>;

/** Read row by row, and no further than the last row that is shown and one more. */
export async function readWorkbook(
  openWorkbook: OpenWorkbook,
  { bucket, signal }: StorageCall,
  { path, offset, limit, sheet = '' }: TableWindow,
): Promise<TablePreview> {
  const head = await readHead(bucket, path, { signal });
  try {
    const { byteSize, etag } = head;
    const book = await openWorkbook(bucket, { path, byteSize, etag, signal }, sheet);
    const shown = createShownRows();
    let seen = 0;
    let hasMore = false;
    for await (const row of book.rows) {
      seen += 1;
      hasMore = seen > offset + limit || (seen > offset && !shown.add(row));
      if (hasMore) break;
    }
    return {
      format: 'xlsx',
      columns: book.columns().map((name) => ({ name, type: null })),
      rows: shown.rows,
      totalRows: hasMore ? null : seen,
      hasMore,
      sheets: book.sheets,
      sheet: book.sheet,
      etag,
    };
  } catch (error) {
    if (error instanceof Failure && error.status !== 422) throw error;
    throw new Failure('E_TABLE_UNREADABLE', (error as Error).message);
  }
}
