import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { OpenedS3 } from '#platform/connectors/opened.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import type { Services } from '#platform/services.ts';
import type { CachePlace, Held, Scratch } from './cache.ts';
import type { Progress } from './call.ts';
import { fetchObject, writeCsv } from './fetch-object.ts';
import type { TableObject } from './find-objects.ts';
import type { TextReading } from './worker/protocol.ts';

type Taking = {
  opened: OpenedS3;
  bucket: Bucket;
  folder: string;
  scratch: Scratch;
  signal: AbortSignal;
};

/** Changes when files of the same object would be written in another way. */
const WRITTEN_AS = 1;

/** The version of the object is part of the name: another ETag is another file. */
export function placeOfObject({ connector, target }: OpenedS3, object: TableObject): CachePlace {
  const { endpoint = '', bucket, prefix } = target.config;
  const { path, etag, byteSize, sheet } = object;
  const identity = [WRITTEN_AS, endpoint, bucket, prefix, path, etag, byteSize, sheet];
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return { connectorId: connector.id, name };
}

/** The object as a Parquet file: as it is, or made of its text once. */
export function takeObject(
  services: Services,
  taking: Taking,
  object: TableObject,
  { progress, limitMs }: { progress: Progress; limitMs: number },
): Promise<Held> {
  const { files } = services;
  const { opened, bucket, folder, scratch, signal } = taking;
  return files.cache.take(placeOfObject(opened, object), async (to) => {
    progress.step('fetching', object.path);
    const onBytes = (bytes: number) => progress.addBytes(bytes);
    if (object.format === 'parquet') return fetchObject(bucket, object, { to, signal, onBytes });
    const text = scratch.pathOf(`text${endingOf(object.path)}`);
    try {
      if (object.format === 'xlsx') {
        const { columns, rows } = await openSheet(services, bucket, object, signal);
        await writeCsv(text, columns, rows).catch((error: unknown) => {
          throw unreadable(error, object);
        });
        onBytes(object.byteSize);
      } else {
        await fetchObject(bucket, object, { to: text, signal, onBytes });
      }
      progress.step('preparing', object.path);
      const read = readingOf(object);
      await files.workers
        .ask({ kind: 'prepareText', from: text, to, read }, { folder, signal, limitMs })
        .catch((error: unknown) => {
          throw unreadable(error, object);
        });
    } finally {
      await rm(text, { force: true });
    }
  });
}

function openSheet({ files }: Services, bucket: Bucket, object: TableObject, signal: AbortSignal) {
  return files.openWorkbook(bucket, { ...object, signal }, object.sheet).catch((error: unknown) => {
    throw unreadable(error, object);
  });
}

export function readingOf({ path, format }: TableObject): TextReading {
  if (format === 'json') return { format: 'json' };
  if (format === 'xlsx') return { format: 'csv', delimiter: ',', hasHeader: true };
  return { format: 'csv', ...(/\.tsv(\.gz)?$/i.test(path) && { delimiter: '\t' }) };
}

/** DuckDB unpacks what says in its name that it is packed. */
function endingOf(path: string): string {
  return /\.gz$/i.test(path) ? '.gz' : '';
}

/** Which of the files it was, when a statement names several. */
export function unreadable(error: unknown, { path }: TableObject): unknown {
  if (error instanceof Failure && error.code !== 'E_TABLE_UNREADABLE' && error.status !== 422) {
    return error;
  }
  if (error instanceof Failure && error.code.startsWith('E_QUERY_')) return error;
  return new Failure(
    'E_TABLE_UNREADABLE',
    `'${path}' can not be read: ${(error as Error).message}`,
  );
}
