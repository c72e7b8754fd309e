import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '@causeway/contract/errors.ts';
import type { Encoding, ReadOptions } from '@causeway/contract/imports/plan.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';

type TextOptions = Pick<ReadOptions, 'compression' | 'encoding'>;

/** A text file as UTF-8, unpacked, without the mark in front; a piece at a time. */
export async function* readText(
  source: ByteSource,
  { compression, encoding }: TextOptions,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const packed = countBytes(source.read(), onBytes);
  const bytes = compression === 'gzip' ? unpack(packed) : packed;
  yield* encoding === 'utf-8' ? withoutMark(bytes) : decode(bytes, encoding);
}

async function* countBytes(pieces: AsyncIterable<Buffer>, onBytes: (bytes: number) => void) {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    onBytes(bytes);
    yield piece;
  }
}

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = Readable.from(packed, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: 262_144 });
  input.once('error', (error) => gunzip.destroy(error));
  try {
    yield* input.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_') !== true) throw error;
    throw new Failure('E_IMPORT_UNREADABLE', 'The file can not be unpacked: it is damaged or cut.');
  } finally {
    input.destroy();
  }
}

const MARK = Buffer.from('\uFEFF');

async function* withoutMark(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of pieces) {
    const hasMark = isFirst && piece.subarray(0, MARK.length).equals(MARK);
    isFirst = false;
    yield hasMark ? piece.subarray(MARK.length) : piece;
  }
}

async function* decode(
  pieces: AsyncIterable<Buffer>,
  encoding: Exclude<Encoding, 'utf-8'>,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** The beginning of a packed file, unpacked: no more of it than is looked at. */
export async function unpackHead(head: Buffer, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const input = async function* () {
    yield head;
  };
  try {
    for await (const piece of unpack(input())) {
      pieces.push(piece);
      size += piece.length;
      if (size >= most) break;
    }
  } catch (error) {
    // The file goes on where the head was cut.
    if (size === 0) throw error;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

/** The beginning of a file as text; a character cut in two at its end is left out. */
export function decodeHead(head: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
