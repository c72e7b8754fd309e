import { PassThrough } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  descriptor,
  directoryEntry,
  endRecords,
  LARGEST,
  localHeader,
  type Written,
} from './records.ts';

type Content<Piece> = AsyncIterable<Piece> | Iterable<Piece>;

/** A file of an archive; its content may be made while it is written. */
export type ZipEntry = {
  /** A folder's ends with a slash. */
  name: string;
  content: Content<string | Uint8Array>;
  /** Left as it is: pictures and films would not get smaller. */
  isStored?: boolean;
  /** How much it will be, where that is known before: from 4 GB on it has to be. */
  size?: number;
  /** Nothing means 1980, so that archives of the same files are the same. */
  modifiedAt?: Date;
};

/** A file of 4 GB or more was not announced as one. */
export class TooLarge extends RangeError {}

/**
 * A zip archive as it grows: nothing is held but what is being compressed. Sizes follow each file,
 * since they are not known before.
 */
export async function* writeZip(entries: Content<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content, isStored = false, size, modifiedAt } of entries) {
    const entry: Written = {
      name: Buffer.from(name),
      crc: 0,
      compressed: 0,
      size: 0,
      at,
      isStored,
      isLarge: size !== undefined && size >= LARGEST,
      modifiedAt,
    };
    const head = localHeader(entry);
    yield head;
    for await (const piece of isStored ? store(content, entry) : compress(content, entry)) {
      yield piece;
    }
    if (!entry.isLarge && Math.max(entry.size, entry.compressed) >= LARGEST) {
      throw new TooLarge();
    }
    if (size !== undefined && entry.size !== size) {
      throw new RangeError(`${name} was announced with ${size} bytes and has ${entry.size}.`);
    }
    const tail = descriptor(entry);
    yield tail;
    at += head.length + entry.compressed + tail.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endRecords(written.length, directory.length, at);
}

async function* store(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = count(piece, entry);
    entry.compressed += bytes.length;
    yield bytes;
  }
}

async function* compress(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6, chunkSize: 65_536 });
  const output = deflate.pipe(new PassThrough());
  const fed = (async () => {
    for await (const piece of content) {
      if (deflate.write(count(piece, entry))) continue;
      await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  })();
  fed.catch((error: Error) => output.destroy(error));
  for await (const piece of output as AsyncIterable<Buffer>) {
    entry.compressed += piece.length;
    yield piece;
  }
  await fed;
}

function count(piece: string | Uint8Array, entry: Written): Buffer {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : viewOf(piece);
  entry.crc = crc32(bytes, entry.crc);
  entry.size += bytes.length;
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
