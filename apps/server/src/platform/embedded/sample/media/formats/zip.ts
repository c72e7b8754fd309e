import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of a few files, the same bytes every time: all entries are from 1980. */
export function writeZip(files: readonly { name: string; text: string }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    directory.push(directoryEntry(shared, name, offset));
    parts.push(entry);
    offset += entry.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...parts, list, endRecord(files.length, list.length, offset)]);
}

function directoryEntry(shared: Buffer, name: string, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const madeBy = Buffer.from([20, 0]);
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, shared, rest, Buffer.from(name)]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
