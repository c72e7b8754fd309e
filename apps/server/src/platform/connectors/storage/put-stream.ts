import { PART_SIZE } from '@causeway/contract/storage/uploads.ts';
import type { Db } from '#platform/db/database.ts';
import type { Bucket } from './bucket.ts';
import { completeUpload, sendPart, type SentPart } from './multipart.ts';
import { abortTrailedUpload, closeTrail, openTrailedUpload, touchTrail } from './upload-trail.ts';
import { expect, putBytes, type PutOptions, type Written } from './write.ts';

/** Parts on their way at once: enough to keep the line busy, and a bound for memory. */
const LANES = 3;

/**
 * Writes a stream of any length. What fits into one part is one call; the rest goes up in parts, and
 * appears at once when the last one has arrived. A stream that errs leaves nothing behind.
 */
export async function putStream(
  db: Db,
  bucket: Bucket,
  path: string,
  content: AsyncIterable<Uint8Array>,
  options: PutOptions = {},
): Promise<Written & { byteSize: number }> {
  const pieces = cutIntoPieces(content, PART_SIZE);
  const first = await nextOf(pieces);
  const second = first.length === PART_SIZE ? await pieces.next() : { done: true as const };
  if (second.done) {
    return { ...(await putBytes(bucket, path, first, options)), byteSize: first.length };
  }
  await expect(bucket, path, options);
  return putParts(db, bucket, path, rejoin(first, second.value, pieces), options);
}

async function putParts(
  db: Db,
  bucket: Bucket,
  path: string,
  pieces: AsyncIterable<Buffer>,
  options: PutOptions,
): Promise<Written & { byteSize: number }> {
  const upload = await openTrailedUpload(db, bucket, path, options);
  const lanes = new Set<Promise<void>>();
  const parts: SentPart[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  let byteSize = 0;
  let number = 0;
  const sendPiece = async (body: Buffer, partNumber: number) => {
    parts.push(
      await sendPart(bucket, upload, { number: partNumber, byteSize: body.length, body, signal }),
    );
    if (partNumber % 100 === 0) await touchTrail(db, upload.trailId);
  };
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      number += 1;
      byteSize += piece.length;
      const lane = sendPiece(piece, number)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
      if (lanes.size >= LANES) await Promise.race(lanes);
    }
    await Promise.all(lanes);
    signal.throwIfAborted();
    const written = await completeUpload(bucket, upload, parts, options);
    await closeTrail(db, upload);
    return { ...written, byteSize };
  } catch (error) {
    failed.abort(error);
    await Promise.all(lanes);
    await abortTrailedUpload(db, bucket, upload).catch(() => {});
    throw error;
  }
}

/** Pieces of exactly this size, but for the last; an empty stream has one empty piece. */
async function* cutIntoPieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  for await (let chunk of content) {
    while (length + chunk.length >= size) {
      const rest = size - length;
      yield Buffer.concat([...held, chunk.subarray(0, rest)], size);
      chunk = chunk.subarray(rest);
      held = [];
      length = 0;
      isFirst = false;
    }
    if (chunk.length > 0) held.push(chunk);
    length += chunk.length;
  }
  if (length > 0 || isFirst) yield Buffer.concat(held, length);
}

async function nextOf(pieces: AsyncGenerator<Buffer, undefined>): Promise<Buffer> {
  return (await pieces.next()).value ?? Buffer.alloc(0);
}

async function* rejoin(first: Buffer, second: Buffer, rest: AsyncIterable<Buffer>) {
  yield first;
  yield second;
  yield* rest;
}
