import { isAscii } from 'node:buffer';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openObject } from '#platform/connectors/storage/read.ts';
import type { TableObject } from './find-objects.ts';

type Fetching = { to: string; signal: AbortSignal; onBytes(bytes: number): void };

/** Copies an object onto the disk, in the version that was found; text of another encoding as UTF-8. */
export async function fetchObject(
  bucket: Bucket,
  { path, etag, byteSize, format }: TableObject,
  { to, signal, onBytes }: Fetching,
): Promise<void> {
  const wanted = { ifMatch: etag, signal, most: byteSize };
  const { body, contentLength } = await openObject(bucket, path, wanted);
  let received = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding: string, done: TransformCallback) {
      received += piece.length;
      onBytes(piece.length);
      done(null, piece);
    },
  });
  const isText = format === 'csv' && !/\.gz$/i.test(path);
  try {
    const file = createWriteStream(to);
    if (isText) await pipeline(body, counter, new ToUtf8(), file, { signal });
    else await pipeline(body, counter, file, { signal });
  } catch (error) {
    if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw asBucketFailure(error);
  }
  if (received !== contentLength) {
    throw new Failure('E_UPSTREAM_FAILED', 'The bucket sent less than it announced.');
  }
}

/** Writes rows as a CSV that is read back without guessing: every value in quotes, null is nothing. */
export async function writeCsv(
  to: string,
  columns: () => string[],
  rows: AsyncIterable<(string | null)[]>,
): Promise<void> {
  const file = createWriteStream(to);
  const line = (cells: (string | null)[]) =>
    `${cells.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;
  let isFirst = true;
  for await (const cells of rows) {
    const text = `${isFirst ? line(columns()) : ''}${line(cells)}`;
    isFirst = false;
    if (!file.write(text)) await once(file, 'drain');
  }
  if (isFirst) file.write(line(columns()));
  file.end();
  await once(file, 'close');
}

/**
 * The first that is not plain ASCII tells the encoding: UTF-16 by its mark; what is no UTF-8 is what
 * Windows wrote in western countries.
 */
class ToUtf8 extends Transform {
  #decoder: TextDecoder | undefined;
  #isKnown = false;

  override _transform(piece: Buffer, _encoding: string, done: TransformCallback): void {
    if (!this.#isKnown) {
      const encoding = encodingOf(piece);
      this.#decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
      this.#isKnown = !isAscii(piece);
    }
    done(null, this.#decoder ? this.#decoder.decode(piece, { stream: true }) : piece);
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#decoder?.decode());
  }
}

export function encodingOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return undefined;
  } catch {
    return 'windows-1252';
  }
}
