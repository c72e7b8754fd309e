import { PART_SIZE } from '@causeway/contract/storage/uploads.ts';
import type { Db } from '#platform/db/database.ts';
import type { Bucket } from './bucket.ts';
import { completeUpload, sendPart, type SentPart } from './multipart.ts';
import { abortTrailedUpload, closeTrail, openTrailedUpload, touchTrail } from './upload-trail.ts';
import { expect, putBytes, type PutOptions, type Written } from './write.ts';

/** Parts on their way at once: enough to keep the line busy, and a bound for memory. */
const LANES = 3;

type StreamOptions = PutOptions & {
  /** Around the one call by which the object appears, or what was there is replaced. */
  atWriting?: (write: () => Promise<Written>) => Promise<Written>;
};

/**
 * Writes a stream of any length. What fits into one part is one call; the rest goes up in parts, and
 * appears at once when the last one has arrived. A stream that errs leaves nothing behind.
 */
export async function putStream(
  db: Db,
  bucket: Bucket,
  path: string,
  content: AsyncIterable<Uint8Array>,
  options: StreamOptions = {},
): Promise<Written & { byteSize: number }> {
  const { atWriting = (write) => write() } = options;
  const spare: Buffer[] = [];
  const pieces = cutIntoPieces(content, spare);
  const first = (await pieces.next()).value ?? Buffer.alloc(0);
  const second = first.length === PART_SIZE ? await pieces.next() : { done: true as const };
  if (second.done) {
    const written = await atWriting(() => putBytes(bucket, path, first, options));
    return { ...written, byteSize: first.length };
  }
  await expect(bucket, path, options);
  return putParts(db, bucket, path, { first, second: second.value, pieces, spare }, options);
}

type Pieces = { first: Buffer; second: Buffer; pieces: AsyncIterable<Buffer>; spare: Buffer[] };

async function putParts(
  db: Db,
  bucket: Bucket,
  path: string,
  { first, second, pieces, spare }: Pieces,
  options: StreamOptions,
): Promise<Written & { byteSize: number }> {
  const { atWriting = (write) => write() } = options;
  const upload = await openTrailedUpload(db, bucket, path, options);
  const lanes = new Set<Promise<void>>();
  const parts: SentPart[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  let byteSize = 0;
  const sendPiece = async (body: Buffer, number: number) => {
    const part = { number, byteSize: body.length, body, signal };
    parts.push(await sendPart(bucket, upload, part));
    if (body.length === PART_SIZE) spare.push(body);
    if (number % 100 === 0) await touchTrail(db, upload.trailId);
  };
  const begin = async (piece: Buffer, number: number) => {
    signal.throwIfAborted();
    byteSize += piece.length;
    const lane = sendPiece(piece, number)
      .catch((error: unknown) => failed.abort(error))
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
    if (lanes.size >= LANES) await Promise.race(lanes);
  };
  try {
    await begin(first, 1);
    await begin(second, 2);
    let number = 2;
    for await (const piece of pieces) await begin(piece, ++number);
    await Promise.all(lanes);
    signal.throwIfAborted();
    const written = await atWriting(() => completeUpload(bucket, upload, parts, options));
    await closeTrail(db, upload);
    return { ...written, byteSize };
  } catch (error) {
    failed.abort(error);
    await Promise.all(lanes);
    // The trail stays, and the upkeep aborts what it names; the first error is the one to tell.
    await abortTrailedUpload(db, bucket, upload).catch(() => {});
    throw error;
  }
}

/**
 * Pieces of exactly one part, but for the last; an empty stream has one empty piece. A piece that was
 * sent comes back to `spare` and is filled again: memory stays at a few parts, however long the stream.
 */
async function* cutIntoPieces(
  content: AsyncIterable<Uint8Array>,
  spare: Buffer[],
): AsyncGenerator<Buffer, undefined> {
  let piece = spare.pop() ?? Buffer.allocUnsafeSlow(PART_SIZE);
  let length = 0;
  let isFirst = true;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length;) {
      const to = Math.min(chunk.length, from + PART_SIZE - length);
      piece.set(chunk.subarray(from, to), length);
      length += to - from;
      from = to;
      if (length < PART_SIZE) continue;
      yield piece;
      piece = spare.pop() ?? Buffer.allocUnsafeSlow(PART_SIZE);
      length = 0;
      isFirst = false;
    }
  }
  if (length > 0 || isFirst) yield piece.subarray(0, length);
}
