import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { createExportRoom, type ExportRoom, type ExportShares } from './export-room.ts';
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
  exportRoom: ExportRoom;
  openWorkbook: OpenWorkbook;
  sampling: Sampling;
  close(): Promise<void>;
};

/** Beyond so many bytes a file is read in part by who only wants to know what it is like. */
export type Sampling = {
  wholeText: number;
  wholeParquet: number;
  /** What is read of larger ones. */
  sample: number;
};

const MB = 1024 * 1024;

type FilesOptions = {
  folder: string;
  /** Of the cache over all processes, as many as there are. */
  mostMb: number;
  processes: number;
  openWorkbook: OpenWorkbook;
};

export function createFiles({ folder, mostMb, processes, openWorkbook }: FilesOptions): Files {
  const workers = createFileWorkers();
  return {
    workers,
    cache: createFileCache(folder, (mostMb / processes) * MB),
    exportRoom: createExportRoom(sharesOf(mostMb * MB, processes)),
    openWorkbook,
    sampling: { wholeText: 64 * MB, wholeParquet: 256 * MB, sample: 64 * MB },
    close: () => workers.close(),
  };
}

/**
 * One export may have as many bytes as the cache, however many processes share that: nobody chooses
 * which of them writes it. Beside a person there is room for another one, and for another project.
 */
function sharesOf(most: number, processes: number): ExportShares {
  const inAll = Math.max(most, (2 * most) / processes);
  return { perPerson: most, perProject: Math.min(1.5 * most, inAll), inAll };
}
