import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Failure } from '@causeway/contract/errors.ts';
import { type ByteSource, readBytes } from '#platform/bytes/byte-source.ts';

/** The files of a zip archive, found by its directory at the end and read one by one. */
export type ZipArchive = {
  names: ReadonlySet<string>;
  /**
   * Throws where there is no such file, and where it is larger than allowed: by what the archive
   * says of it before anything is read, and by what really comes out of it while it is.
   */
  read(name: string, mostBytes: number): AsyncGenerator<Buffer>;
};

type Entry = { method: number; compressed: number; size: number; at: number };

const END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const FILE = 0x02014b50;
const LARGEST_DIRECTORY = 8 * 1024 * 1024;
const MOST_ENTRIES = 20_000;
/** Only what was made to be one is this much smaller than what is in it. */
const LARGEST_RATIO = 400;
const SMALL_BYTES = 64 * 1024 * 1024;

export async function openZip(source: ByteSource): Promise<ZipArchive> {
  const entries = await readDirectory(source);
  return {
    names: new Set(entries.keys()),
    read: async function* (name, mostBytes) {
      const entry = entries.get(name);
      if (!entry || (entry.method !== 0 && entry.method !== 8)) throw damaged();
      checkSize(entry, entry.size, mostBytes);
      const head = await readBytes(source, entry.at, entry.at + 30);
      if (head.length < 30) throw damaged();
      const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
      const packed = source.read(start, start + entry.compressed);
      let bytes = 0;
      for await (const piece of entry.method === 8 ? inflate(packed) : packed) {
        bytes += piece.length;
        if (bytes > entry.size) throw damaged();
        checkSize(entry, bytes, mostBytes);
        yield piece;
      }
    },
  };
}

function checkSize({ compressed }: Entry, size: number, most: number): void {
  const isBomb = size > SMALL_BYTES && size > compressed * LARGEST_RATIO;
  if (size > most || isBomb) {
    throw new Failure('E_IMPORT_UNREADABLE', 'A part of the archive is too large once unpacked.');
  }
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = Readable.from(packed, { objectMode: false });
  const inflated = createInflateRaw({ chunkSize: 65_536 });
  input.once('error', (error) => inflated.destroy(error));
  try {
    yield* input.pipe(inflated) as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_') !== true) throw error;
    throw damaged();
  } finally {
    input.destroy();
  }
}

async function readDirectory(source: ByteSource): Promise<Map<string, Entry>> {
  const tail = await readBytes(source, Math.max(0, source.size - 65_557), source.size);
  const end = tail.lastIndexOf(END);
  if (end === -1 || end + 22 > tail.length) throw damaged();
  const { size, at } = await directoryPlace(source, tail, end);
  if (size > LARGEST_DIRECTORY) throw damaged();
  const directory = await readBytes(source, at, at + size);
  const entries = new Map<string, Entry>();
  let place = 0;
  while (place + 46 <= directory.length && directory.readUInt32LE(place) === FILE) {
    const nameEnd = place + 46 + directory.readUInt16LE(place + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(place + 30);
    const name = directory.toString('utf8', place + 46, nameEnd);
    const extra = directory.subarray(nameEnd, extraEnd);
    entries.set(name.startsWith('/') ? name.slice(1) : name, entryAt(directory, place, extra));
    if (entries.size > MOST_ENTRIES) throw damaged();
    place = extraEnd + directory.readUInt16LE(place + 32);
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
  if (record.length < 56 || record.readUInt32LE(0) !== END_64) throw damaged();
  return { size: Number(record.readBigUInt64LE(40)), at: Number(record.readBigUInt64LE(48)) };
}

const MISSING = 0xffff_ffff;

/** Sizes that do not fit stand in an extra field, in this order, each only where it is missing. */
function entryAt(directory: Buffer, place: number, extra: Buffer): Entry {
  const entry = {
    method: directory.readUInt16LE(place + 10),
    compressed: directory.readUInt32LE(place + 20),
    size: directory.readUInt32LE(place + 24),
    at: directory.readUInt32LE(place + 42),
  };
  let field = 0;
  while (field + 4 <= extra.length) {
    const fieldEnd = field + 4 + extra.readUInt16LE(field + 2);
    if (extra.readUInt16LE(field) === 1) {
      let value = field + 4;
      for (const missing of ['size', 'compressed', 'at'] as const) {
        if (entry[missing] !== MISSING) continue;
        if (value + 8 > extra.length) throw damaged();
        entry[missing] = Number(extra.readBigUInt64LE(value));
        value += 8;
      }
    }
    field = fieldEnd;
  }
  return entry;
}

function damaged(): Failure {
  return new Failure('E_IMPORT_UNREADABLE', 'The archive is damaged or cut off.');
}
