import { PassThrough } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Failure } from '@causeway/contract/errors.ts';

/** A file of an archive; its content may be made while it is written. */
export type ZipEntry = { name: string; content: AsyncIterable<string> | Iterable<string> };

type Written = { name: Buffer; crc: number; compressed: number; size: number; at: number };

/**
 * A zip archive as it grows: nothing is held but what is being compressed. Sizes follow each file,
 * since they are not known before.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, at };
    const head = Buffer.concat([localHeader(entry), entry.name]);
    yield head;
    for await (const piece of compress(content, entry)) yield piece;
    yield descriptor(entry);
    at += head.length + entry.compressed + DESCRIPTOR;
    if (entry.size > LARGEST || at > LARGEST) {
      throw new Failure('E_EXPORT_FAILED', 'A workbook of more than 4 GB can not be opened.');
    }
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield end(written.length, directory.length, at);
}

const LARGEST = 0xffff_ffff;
const DESCRIPTOR = 16;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** The first of January 1980: archives of the same rows are the same. */
const DATE = 0x21;

async function* compress(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6, chunkSize: 65_536 });
  const output = deflate.pipe(new PassThrough());
  const fed = (async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
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

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function descriptor({ crc, compressed, size }: Written): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(compressed % (LARGEST + 1), 8);
  bytes.writeUInt32LE(size % (LARGEST + 1), 12);
  return bytes;
}

function directoryEntry({ name, crc, compressed, size, at }: Written): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(VERSION, 4);
  bytes.writeUInt16LE(VERSION, 6);
  bytes.writeUInt16LE(FLAGS, 8);
  bytes.writeUInt16LE(DEFLATE, 10);
  bytes.writeUInt16LE(DATE, 14);
  bytes.writeUInt32LE(crc, 16);
  bytes.writeUInt32LE(compressed, 20);
  bytes.writeUInt32LE(size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt32LE(at, 42);
  return Buffer.concat([bytes, name]);
}

function end(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(0x06054b50, 0);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}
