import { Failure } from '@causeway/contract/errors.ts';
import type { TablePreview } from '@causeway/contract/storage/previews.ts';
import { objectSource } from '#platform/connectors/storage/object-source.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { openParquet } from '#platform/parquet/open-parquet.ts';
import type { StorageCall } from '../call.ts';
import { createShownRows, type TableWindow } from './cells.ts';

/** Reads the footer and the rows asked for, by ranges: never the whole file. */
export async function readParquet(
  { bucket, signal }: StorageCall,
  { path, offset, limit }: TableWindow,
): Promise<TablePreview> {
  const { byteSize: size, etag } = await readHead(bucket, path, { signal });
  try {
    const source = objectSource(bucket, path, { size, etag, signal });
    const task = { columns: undefined, from: offset, to: offset + limit };
    const file = await openParquet(source, task, { kind: 'look', signal });
    const shown = createShownRows();
    for await (const batch of file.batches) if (!batch.every((row) => shown.add(row))) break;
    const { columns, rows: totalRows } = file;
    const hasMore = offset + shown.rows.length < totalRows;
    const parts = { sheets: null, sheet: null, etag };
    return { format: 'parquet', columns, rows: shown.rows, totalRows, hasMore, ...parts };
  } catch (error) {
    if (error instanceof Failure && error.status !== 422) throw error;
    throw new Failure('E_TABLE_UNREADABLE', (error as Error).message);
  }
}
