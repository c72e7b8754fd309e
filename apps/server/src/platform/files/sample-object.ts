import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@causeway/contract/errors.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openObject } from '#platform/connectors/storage/read.ts';
import type { Services } from '#platform/services.ts';
import type { FilesCall } from './call.ts';
import type { TableObject } from './find-objects.ts';
import type { ReadyTables } from './query-files.ts';
import { sampleText } from './sample-text.ts';
import { readingOf, unreadable } from './take-object.ts';

const PREPARE_MS = 120_000;
/** The end of a Parquet file that tells of more than this is not read. */
const MOST_FOOTER = 32 * 1024 * 1024;
const MOST_COLUMNS = 60;

/** What a part of a file is of the whole. */
export type Sample = {
  /** Of its rows where their number is known, else of its bytes. */
  share: number;
  /** Of the whole; null where nobody counted them. */
  rows: number | null;
  /** The only columns that are there; null is all of them. */
  columns: string[] | null;
};

/** A part of a large file as a table: some row groups, or whole records of text. Nothing of it stays. */
export async function withSample<Result>(
  services: Services,
  call: FilesCall,
  object: TableObject,
  work: (ready: Pick<ReadyTables, 'folder' | 'tables'>, sample: Sample) => Promise<Result>,
): Promise<Result> {
  const { files } = services;
  const { connector, target } = call.opened;
  const folder = await files.cache.folderOf(connector.id);
  const scratch = await files.cache.openScratch(connector.id);
  const path = scratch.pathOf('sample.parquet');
  const taking: Taking = {
    services,
    object,
    bucket: openBucket(services.buckets, target),
    signal: call.signal,
    folder,
    path,
    pathOf: scratch.pathOf,
  };
  try {
    const take = object.format === 'parquet' ? takeRowGroups : takeRecords;
    const sample = await take(taking).catch((error: unknown) => {
      throw unreadable(error, object);
    });
    const file = { path, folders: {} };
    const table = { catalog: '', schema: '', name: object.path, files: [file] };
    return await work({ folder, tables: [table] }, sample);
  } finally {
    await scratch.remove();
  }
}

type Taking = {
  services: Services;
  object: TableObject;
  bucket: Bucket;
  signal: AbortSignal;
  folder: string;
  path: string;
  pathOf(name: string): string;
};

async function takeRecords(taking: Taking): Promise<Sample> {
  const { services, bucket, object, signal, folder, path, pathOf } = taking;
  const { files } = services;
  const from = pathOf('sample.txt');
  const mostBytes = files.sampling.sample;
  const bytes = await sampleText(bucket, object, { to: from, signal, mostBytes });
  await files.workers.ask(
    { kind: 'prepareText', from, to: path, read: readingOf(object) },
    { folder, signal, limitMs: PREPARE_MS },
  );
  return { share: Math.min(1, bytes / object.byteSize), rows: null, columns: null };
}

const TAIL = 8;

async function takeRowGroups(taking: Taking): Promise<Sample> {
  const { services, object, signal, folder, path, pathOf } = taking;
  const { byteSize } = object;
  const tail = await readRange(taking, byteSize - TAIL, byteSize);
  const length = tail.readUInt32LE(0);
  const place = byteSize - TAIL - length;
  if (tail.toString('latin1', 4) !== 'PAR1' || place < 4 || length > MOST_FOOTER) {
    throw new Failure('E_TABLE_UNREADABLE', 'It is no Parquet file, or its end is too large.');
  }
  const footer = pathOf('footer');
  await writeFile(footer, await readRange(taking, place, byteSize - TAIL));
  const mostBytes = services.files.sampling.sample;
  const { ranges, columns, rows, sampled } = await services.files.workers.ask<'cutParquet'>(
    { kind: 'cutParquet', footer, place, to: path, mostBytes, mostColumns: MOST_COLUMNS },
    { folder, signal, limitMs: PREPARE_MS },
  );
  for (const [start, end] of ranges) {
    const body = await openRange(taking, start, end);
    const into = createWriteStream(path, { flags: 'r+', start });
    await pipeline(body, into, { signal }).catch((error: unknown) => {
      throw signal.aborted ? new Failure('E_QUERY_CANCELLED') : asBucketFailure(error);
    });
  }
  return { share: rows === 0 ? 1 : sampled / rows, rows, columns };
}

async function openRange({ bucket, object, signal }: Taking, start: number, end: number) {
  const range = `bytes=${start}-${end - 1}`;
  const wanted = { ifMatch: object.etag, range, signal, most: end - start };
  const { body } = await openObject(bucket, object.path, wanted);
  return body;
}

async function readRange(taking: Taking, start: number, end: number): Promise<Buffer> {
  const body = await openRange(taking, start, end);
  return buffer(body).catch((error: unknown) => {
    throw asBucketFailure(error);
  });
}
