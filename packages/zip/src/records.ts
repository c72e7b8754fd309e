/** The records of a zip archive, as its specification (APPNOTE) lays them out. */

export type Written = {
  name: Buffer;
  crc: number;
  compressed: number;
  size: number;
  /** Where its local header stands. */
  at: number;
  isStored: boolean;
  /** Whether its sizes take eight bytes where they follow the content. */
  isLarge: boolean;
  modifiedAt: Date | undefined;
};

/** From here on a number stands in a record of eight bytes. */
export const LARGEST = 0xffff_ffff;
const MOST_FILES = 0xffff;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const STORE = 0;
const DEFLATE = 8;
const PLAIN_VERSION = 20;
const LARGE_VERSION = 45;

export function localHeader({ name, isStored, isLarge, modifiedAt }: Written): Buffer {
  // What announces sizes of eight bytes, which follow.
  const extra = isLarge ? largeField([0, 0]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? LARGE_VERSION : PLAIN_VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(isStored ? STORE : DEFLATE, 8);
  writeMoment(header, 10, modifiedAt);
  if (isLarge) header.fill(0xff, 18, 26);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** Follows the content, once its sizes are known. */
export function descriptor({ crc, compressed, size, isLarge }: Written): Buffer {
  const bytes = Buffer.alloc(isLarge ? 24 : 16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge) {
    bytes.writeBigUInt64LE(BigInt(compressed), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(compressed, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

export function directoryEntry(written: Written): Buffer {
  const { name, crc, compressed, size, at, isStored, modifiedAt } = written;
  const isLarge = written.isLarge || size >= LARGEST || compressed >= LARGEST;
  const large = [...(isLarge ? [size, compressed] : []), ...(at >= LARGEST ? [at] : [])];
  const extra = large.length > 0 ? largeField(large) : Buffer.alloc(0);
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  const version = extra.length > 0 ? LARGE_VERSION : PLAIN_VERSION;
  bytes.writeUInt16LE(version, 4);
  bytes.writeUInt16LE(version, 6);
  bytes.writeUInt16LE(FLAGS, 8);
  bytes.writeUInt16LE(isStored ? STORE : DEFLATE, 10);
  writeMoment(bytes, 12, modifiedAt);
  bytes.writeUInt32LE(crc, 16);
  bytes.writeUInt32LE(isLarge ? LARGEST : compressed, 20);
  bytes.writeUInt32LE(isLarge ? LARGEST : size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt32LE(Math.min(at, LARGEST), 42);
  return Buffer.concat([bytes, name, extra]);
}

/** The end of an archive whose directory of so many files and bytes stands there. */
export function endRecords(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MOST_FILES), 8);
  end.writeUInt16LE(Math.min(count, MOST_FILES), 10);
  end.writeUInt32LE(Math.min(size, LARGEST), 12);
  end.writeUInt32LE(Math.min(at, LARGEST), 16);
  const fits = count < MOST_FILES && size < LARGEST && at < LARGEST;
  return fits ? end : Buffer.concat([largeEnd(count, size, at), end]);
}

function largeEnd(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(56 + 20);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(44n, 4);
  bytes.writeUInt16LE(LARGE_VERSION, 12);
  bytes.writeUInt16LE(LARGE_VERSION, 14);
  bytes.writeBigUInt64LE(BigInt(count), 24);
  bytes.writeBigUInt64LE(BigInt(count), 32);
  bytes.writeBigUInt64LE(BigInt(size), 40);
  bytes.writeBigUInt64LE(BigInt(at), 48);
  // Where this record itself is found.
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeBigUInt64LE(BigInt(at + size), 64);
  bytes.writeUInt32LE(1, 72);
  return bytes;
}

function largeField(values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [place, value] of values.entries()) {
    field.writeBigUInt64LE(BigInt(value), 4 + place * 8);
  }
  return field;
}

/** In UTC, by two seconds. The format begins in 1980, which is also what an unknown moment is. */
function writeMoment(bytes: Buffer, place: number, moment: Date | undefined): void {
  const year = moment?.getUTCFullYear() ?? 0;
  if (!moment || !(year >= 1980 && year < 2108)) {
    bytes.writeUInt16LE(0x21, place + 2);
    return;
  }
  const time =
    (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  bytes.writeUInt16LE(time, place);
  bytes.writeUInt16LE(day, place + 2);
}
