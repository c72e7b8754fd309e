import { join } from 'node:path';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { createFileCache, type FileCache } from './cache.ts';
import { createFileWorkers, type FileWorkers } from './workers.ts';

/** How a workbook is read is known where workbooks are imported; app.ts hands it in. */
export type OpenWorkbook = (
  bucket: Bucket,
  object: { path: string; byteSize: number; etag: string; signal: AbortSignal },
  sheet: string,
) => Promise<{ columns(): string[]; rows: AsyncIterable<(string | null)[]> }>;

/** Files of buckets as tables: the processes that query them, and what is fetched already. */
export type Files = {
  workers: FileWorkers;
  cache: FileCache;
  openWorkbook: OpenWorkbook;
  close(): Promise<void>;
};

type FilesOptions = { dataFolder: string; mostMb: number; openWorkbook: OpenWorkbook };

export function createFiles({ dataFolder, mostMb, openWorkbook }: FilesOptions): Files {
  const workers = createFileWorkers();
  return {
    workers,
    cache: createFileCache(join(dataFolder, 'file-cache'), mostMb * 1_024 * 1_024),
    openWorkbook,
    close: () => workers.close(),
  };
}
