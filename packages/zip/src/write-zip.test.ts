import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { directoryEntry, endRecords } from './records.ts';
import { TooLarge, writeZip, type ZipEntry } from './write-zip.ts';

const folder = await mkdtemp(join(tmpdir(), 'causeway-zip-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What another reader finds: Python's, which checks the sum of what it reads. */
async function readElsewhere(entries: Iterable<ZipEntry>): Promise<unknown> {
  const path = join(folder, 'archive.zip');
  await pipeline(writeZip(entries), createWriteStream(path));
  const program = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[one.filename, one.compress_type, list(one.date_time), hashlib.md5(archive.read(one)).hexdigest()] for one in archive.infolist()]))`;
  return JSON.parse(
    execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 64_000_000 }),
  );
}

const md5 = (content: string) => createHash('md5').update(content).digest('hex');
const EPOCH = [1980, 1, 1, 0, 0, 0];

test('files, packed or stored, and folders are found by another reader as they were', async () => {
  const text = 'Größe,日本\n'.repeat(50_000);
  const modifiedAt = new Date('2024-02-29T13:14:16Z');
  expect(
    await readElsewhere([
      { name: 'packed/ä.csv', content: [text.slice(0, 7), Buffer.from(text.slice(7))] },
      { name: 'stored.txt', content: ['abc'], isStored: true, size: 3, modifiedAt },
      { name: 'folder/', content: [], isStored: true },
      { name: 'empty', content: [] },
    ]),
  ).toEqual([
    ['packed/ä.csv', 8, EPOCH, md5(text)],
    ['stored.txt', 0, [2024, 2, 29, 13, 14, 16], md5('abc')],
    ['folder/', 0, EPOCH, md5('')],
    ['empty', 8, EPOCH, md5('')],
  ]);
});

test('more files than the old format can count are all found', async () => {
  const names = Array.from({ length: 70_000 }, (_, at) => `f${at}`);
  const found = await readElsewhere(
    names.map((name) => ({ name, content: [name], isStored: true, size: name.length })),
  );
  expect((found as [string][]).map(([name]) => name)).toEqual(names);
});

test('a file with fewer or more bytes than announced breaks the archive', async () => {
  for (const size of [2, 4]) {
    const entries = [{ name: 'a', content: ['abc'], isStored: true, size }];
    await expect(buffer(writeZip(entries))).rejects.toThrow('was announced with');
  }
});

test('an error of a content is the error of the archive', async () => {
  const content = async function* () {
    yield 'a';
    throw new Error('the bucket went away');
  };
  for (const isStored of [true, false]) {
    const archive = writeZip([{ name: 'a', content: content(), isStored }]);
    await expect(buffer(archive)).rejects.toThrow('the bucket went away');
  }
});

describe('beyond 4 GB', () => {
  const GB = 1024 ** 3;
  const large = {
    name: Buffer.from('a'),
    crc: 1,
    compressed: 5 * GB,
    size: 5 * GB,
    at: 6 * GB,
    isStored: true,
    isLarge: true,
    modifiedAt: undefined,
  };

  test('sizes and places stand in the field of eight bytes, in the order readers expect', () => {
    const bytes = directoryEntry(large);
    expect(bytes.readUInt32LE(20)).toBe(0xffff_ffff);
    expect(bytes.readUInt32LE(24)).toBe(0xffff_ffff);
    expect(bytes.readUInt32LE(42)).toBe(0xffff_ffff);
    const values = [0, 1, 2].map((place) => Number(bytes.readBigUInt64LE(46 + 1 + 4 + place * 8)));
    expect(values).toEqual([5 * GB, 5 * GB, 6 * GB]);
  });

  test('the end says where the directory is', () => {
    const bytes = endRecords(1, 100, 6 * GB);
    expect(Number(bytes.readBigUInt64LE(48))).toBe(6 * GB);
    expect(Number(bytes.readBigUInt64LE(64))).toBe(6 * GB + 100);
    expect(endRecords(1, 100, 200)).toHaveLength(22);
  });

  test('a file that was not announced so is refused', async () => {
    const piece = new Uint8Array(256 * 1024 * 1024);
    const content = function* () {
      for (let count = 0; count < 17; count += 1) yield piece;
    };
    const archive = writeZip([{ name: 'a', content: content(), isStored: true }]);
    const drain = async () => {
      for await (const _ of archive);
    };
    await expect(drain()).rejects.toThrow(TooLarge);
  });
});

test('the same files make the same archive', async () => {
  const make = () => buffer(writeZip([{ name: 'a', content: ['abc'] }]));
  expect(await make()).toEqual(await make());
});
