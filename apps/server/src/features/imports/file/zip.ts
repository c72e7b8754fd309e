import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Failure } from '@causeway/contract/errors.ts';
import { type ByteSource, readBytes } from './source.ts';

/** The files of a zip archive, found by its directory at the end and read one by one. */
export type ZipArchive = {
  names: string[];
  /** Throws where there is no such file. */
  read(name: string): AsyncGenerator<Buffer>;
};

type Entry = { method: number; compressed: number; at: number };

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const FILE = 0x02014b50;
const LARGEST_DIRECTORY = 16 * 1024 * 1024;

export async function openZip(source: ByteSource): Promise<ZipArchive> {
  const entries = await readDirectory(source);
  return {
    names: [...entries.keys()],
    read: async function* (name) {
      const entry = entries.get(name);
      if (!entry) throw unreadable();
      const head = await readBytes(source, entry.at, entry.at + 30);
      const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
      const packed = source.read(start, start + entry.compressed);
      if (entry.method === 0) yield* packed;
      else if (entry.method === 8) yield* inflate(packed);
      else throw unreadable();
    },
  };
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = Readable.from(packed, { objectMode: false });
  const inflated = createInflateRaw({ chunkSize: 262_144 });
  input.once('error', (error) => inflated.destroy(error));
  try {
    yield* input.pipe(inflated) as AsyncIterable<Buffer>;
  } finally {
    input.destroy();
  }
}

async function readDirectory(source: ByteSource): Promise<Map<string, Entry>> {
  const tail = await readBytes(source, Math.max(0, source.size - 65_557), source.size);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || tail.readUInt32LE(end) !== END) throw unreadable();
  const { size, at } = await directoryPlace(source, tail, end);
  if (size > LARGEST_DIRECTORY) throw unreadable();
  const directory = await readBytes(source, at, at + size);
  const entries = new Map<string, Entry>();
  let place = 0;
  while (place + 46 <= directory.length && directory.readUInt32LE(place) === FILE) {
    const nameLength = directory.readUInt16LE(place + 28);
    const extraLength = directory.readUInt16LE(place + 30);
    const name = directory.toString('utf8', place + 46, place + 46 + nameLength);
    const extra = directory.subarray(
      place + 46 + nameLength,
      place + 46 + nameLength + extraLength,
    );
    entries.set(name.replace(/^\//, ''), entryAt(directory, place, extra));
    place += 46 + nameLength + extraLength + directory.readUInt16LE(place + 32);
  }
  return entries;
}

async function directoryPlace(source: ByteSource, tail: Buffer, end: number) {
  const size = tail.readUInt32LE(end + 12);
  const at = tail.readUInt32LE(end + 16);
  const hasLocator = end >= 20 && tail.readUInt32LE(end - 20) === LOCATOR_64;
  if (!hasLocator) return { size, at };
  const end64 = Number(tail.readBigUInt64LE(end - 12));
  const record = await readBytes(source, end64, end64 + 56);
  if (record.length < 56 || record.readUInt32LE(0) !== END_64) throw unreadable();
  return { size: Number(record.readBigUInt64LE(40)), at: Number(record.readBigUInt64LE(48)) };
}

/** Sizes that do not fit stand in an extra field, in this order, each only where it is missing. */
function entryAt(directory: Buffer, place: number, extra: Buffer): Entry {
  const entry = {
    method: directory.readUInt16LE(place + 10),
    compressed: directory.readUInt32LE(place + 20),
    at: directory.readUInt32LE(place + 42),
  };
  let field = 0;
  while (field + 4 <= extra.length) {
    const size = extra.readUInt16LE(field + 2);
    if (extra.readUInt16LE(field) === 1) {
      let value = field + 4;
      if (directory.readUInt32LE(place + 24) === 0xffff_ffff) value += 8;
      if (entry.compressed === 0xffff_ffff) {
        entry.compressed = Number(extra.readBigUInt64LE(value));
        value += 8;
      }
      if (entry.at === 0xffff_ffff) entry.at = Number(extra.readBigUInt64LE(value));
    }
    field += 4 + size;
  }
  return entry;
}

function unreadable(): Failure {
  return new Failure('E_IMPORT_UNREADABLE', 'The workbook is damaged or cut off.');
}
