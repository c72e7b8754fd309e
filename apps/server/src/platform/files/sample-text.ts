import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Failure } from '@causeway/contract/errors.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { asBucketFailure } from '#platform/connectors/storage/failures.ts';
import { openObject } from '#platform/connectors/storage/read.ts';
import { encodingOf } from './fetch-object.ts';
import type { TableObject } from './find-objects.ts';
import { csvRecords, jsonRecords, type RecordEnds } from './record-ends.ts';

/** Pieces all over the file say more than its beginning: files are mostly written in the order of time. */
const PIECES = 8;

export type TextSample = { to: string; signal: AbortSignal; mostBytes: number };

/**
 * Whole records of a text file that is too large to be read: pieces from all over it where every line
 * is a record, else its beginning. Answers how many bytes of the file it is made of.
 */
export async function sampleText(
  bucket: Bucket,
  object: TableObject,
  { to, signal, mostBytes }: TextSample,
): Promise<number> {
  const file = await open(to, 'w');
  try {
    const reading: Reading = { bucket, object, signal, file };
    if (/\.gz$/i.test(object.path)) return await readPacked(reading, mostBytes);
    const piece = Math.floor(mostBytes / PIECES);
    const head = await readHead(reading, piece);
    if (head.encoding !== undefined || head.spansLines) {
      await file.truncate(0);
      await readHead(reading, mostBytes);
      return mostBytes;
    }
    const step = (object.byteSize - piece) / (PIECES - 1);
    let place = head.end;
    for (let index = 1; index < PIECES; index += 1) {
      const start = Math.max(Math.floor(index * step), index * piece);
      place += await addLines(reading, { start, end: start + piece, place });
    }
    return mostBytes;
  } catch (error) {
    if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
    throw error instanceof Failure ? error : asBucketFailure(error);
  } finally {
    await file.close();
  }
}

type Reading = { bucket: Bucket; object: TableObject; signal: AbortSignal; file: FileHandle };

async function openRange({ bucket, object, signal }: Reading, start: number, end: number) {
  const range = `bytes=${start}-${end - 1}`;
  const wanted = { ifMatch: object.etag, range, signal, most: end - start };
  const { body } = await openObject(bucket, object.path, wanted);
  return body;
}

function recordsOf({ object }: Reading): RecordEnds {
  return object.format === 'json' ? jsonRecords() : csvRecords();
}

/** The beginning up to its last whole record, as UTF-8. */
async function readHead(reading: Reading, bytes: number) {
  const records = recordsOf(reading);
  let encoding: string | undefined;
  let decoder: TextDecoder | undefined;
  let place = 0;
  for await (const piece of (await openRange(reading, 0, bytes)) as AsyncIterable<Buffer>) {
    if (place === 0) {
      encoding = reading.object.format === 'csv' ? encodingOf(piece) : undefined;
      decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
    }
    const text = decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
    records.see(text);
    place += await writeAt(reading.file, text, place);
  }
  const end = await cutAt(reading.file, records);
  return { encoding, spansLines: records.spansLines, end };
}

/** Text that is packed can be read from its beginning only; its bytes are those in the bucket. */
async function readPacked(reading: Reading, mostBytes: number): Promise<number> {
  const records = recordsOf(reading);
  let received = 0;
  let place = 0;
  const body = await openRange(reading, 0, mostBytes);
  body.on('data', (piece: Buffer) => {
    received += piece.length;
  });
  // The end that is missing is no fault here.
  const unpacked: Readable = body.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }));
  body.on('error', (error) => unpacked.destroy(error));
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    records.see(piece);
    place += await writeAt(reading.file, piece, place);
    if (place >= mostBytes) break;
  }
  body.destroy();
  await cutAt(reading.file, records);
  return received;
}

/** The whole lines of a piece, added to what is there. */
async function addLines(
  reading: Reading,
  { start, end, place }: { start: number; end: number; place: number },
): Promise<number> {
  let written = 0;
  let whole = 0;
  let isBegun = false;
  for await (const piece of (await openRange(reading, start, end)) as AsyncIterable<Buffer>) {
    const first = isBegun ? 0 : piece.indexOf('\n') + 1;
    if (!isBegun && first === 0) continue;
    isBegun = true;
    const text = piece.subarray(first);
    const last = text.lastIndexOf('\n');
    if (last !== -1) whole = written + last + 1;
    written += await writeAt(reading.file, text, place + written);
  }
  await reading.file.truncate(place + whole);
  return whole;
}

async function cutAt(file: FileHandle, { end, closing }: RecordEnds): Promise<number> {
  await file.truncate(end);
  return end + (await writeAt(file, Buffer.from(closing), end));
}

async function writeAt(file: FileHandle, bytes: Uint8Array, place: number): Promise<number> {
  if (bytes.length > 0) await file.write(bytes, 0, bytes.length, place);
  return bytes.length;
}
