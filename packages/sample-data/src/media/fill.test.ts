import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { listProducts } from '../shop/catalog.ts';
import { fillMedia } from './fill.ts';

const anchor = new Date('2026-11-01T00:00:00Z');

type Bucket = Map<string, { body: Buffer; contentType: string; earlier: Buffer[] }>;

async function fillBucket(): Promise<Bucket> {
  const bucket: Bucket = new Map();
  await fillMedia(
    async (key, { body, contentType, after }) => {
      const there = bucket.get(key);
      expect(there?.body.toString('base64')).toBe(after?.toString('base64'));
      const earlier = there ? [...there.earlier, there.body] : [];
      bucket.set(key, { body, contentType, earlier });
    },
    { anchor },
  );
  return bucket;
}

const bucket = await fillBucket();

const keysWith = (pattern: RegExp) =>
  [...bucket.keys()].filter((key) => pattern.test(key)).toSorted();

function read(key: string): Buffer {
  const object = bucket.get(key);
  if (!object) throw new Error(`No object ${key}`);
  return object.body;
}

function parquetBytes(key: string): ArrayBuffer {
  const body = read(key);
  return body.buffer.slice(body.byteOffset, body.byteOffset + body.length) as ArrayBuffer;
}

describe('the sample bucket', () => {
  test('is the same every time, to the last byte', async () => {
    const checksums = (objects: Bucket) =>
      [...objects]
        .map(([key, { body }]) => `${key} ${createHash('sha256').update(body).digest('hex')}`)
        .toSorted();
    expect(checksums(await fillBucket())).toEqual(checksums(bucket));
  });

  test('stays small enough for a first start', () => {
    const bytes = [...bucket.values()].reduce((sum, { body }) => sum + body.length, 0);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(60_000_000);
  });

  test('says of every file what it is', () => {
    const unknown = [...bucket].filter(
      ([, { contentType }]) => contentType === 'application/octet-stream',
    );
    expect(unknown.map(([key]) => key).toSorted()).toEqual([
      'data/noise.bin',
      'empty-folder/',
      'odd names/.hidden',
      'odd names/CAPITALS.TXT',
      'odd names/no-extension',
      'odd names/x//y',
    ]);
  });

  test('holds at least 120 pictures that open, in several sizes', async () => {
    const pictures = keysWith(/^(pictures|products)\/.*\.(jpg|png|webp|gif|svg)$/);
    expect(pictures.length).toBeGreaterThanOrEqual(120);
    const sizes = new Set<string>();
    for (const key of pictures) {
      const { width, height, format } = await sharp(read(key)).metadata();
      expect(key.endsWith({ jpeg: 'jpg' }[format as string] ?? format), key).toBe(true);
      sizes.add(`${width}×${height}`);
    }
    expect(sizes.size).toBeGreaterThan(6);
  });

  test('draws pictures that are more than one colour', async () => {
    for (const key of keysWith(/\.(jpg|png|webp)$/).filter((key) => !key.startsWith('untrusted'))) {
      const { entropy } = await sharp(await sharp(read(key)).resize(96).toBuffer()).stats();
      expect(entropy, key).toBeGreaterThan(0.3);
    }
  });

  test('has a picture for each product whose row in the shop names one', () => {
    const named = listProducts().flatMap(({ pictureKey }) => pictureKey ?? []);
    expect(named).toHaveLength(48);
    expect(keysWith(/^products\//)).toEqual(named.toSorted());
  });

  test('has a GIF that moves', async () => {
    const { pages, loop } = await sharp(read('pictures/tide.gif'), { animated: true }).metadata();
    expect({ pages, loop }).toEqual({ pages: 24, loop: 0 });
  });

  test('has a film of eight seconds in WebM, a key frame each moment', () => {
    const film = read('videos/a-day-at-the-causeway.webm');
    expect(film.readUInt32BE(0)).toBe(0x1a45dfa3);
    const duration = film.indexOf(Buffer.from('4489', 'hex'));
    expect(film.readDoubleBE(duration + 10)).toBe(8000);
    const keyFrames = film.toString('latin1').split('\u009D\u0001\u002A').length - 1;
    expect(keyFrames).toBe(120);
  });

  test('has PDFs whose table of contents points at every part', () => {
    const documents = keysWith(/\.pdf$/);
    expect(documents).toHaveLength(13);
    for (const key of documents) {
      const text = read(key).toString('latin1');
      const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
      const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)];
      for (const [index, place] of places.entries()) {
        expect(text.slice(Number(place[1]))).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
      }
    }
  });

  test('has invoices one can read', () => {
    const pdf = read(keysWith(/invoices\/.*\.pdf$/)[0]!);
    const stream = pdf.indexOf('stream\n') + 'stream\n'.length;
    const content = inflateSync(pdf.subarray(stream)).toString('latin1');
    expect(content).toContain('(Causeway Shop)');
    expect(content).toContain('(To pay)');
  });

  test('has JSON that parses, but for the file that is broken on purpose', () => {
    for (const key of keysWith(/\.json$/).filter((key) => key !== 'untrusted/broken.json')) {
      expect(() => JSON.parse(read(key).toString()), key).not.toThrow();
    }
    expect(() => JSON.parse(read('untrusted/broken.json').toString())).toThrow(SyntaxError);
  });

  test('has logs with one JSON document a line, for each of the last seven days', () => {
    const logs = keysWith(/\.ndjson$/);
    expect(logs).toHaveLength(7);
    expect(logs.at(-1)).toBe('logs/2026/10/31/shop.ndjson');
    const lines = read(logs[0]!).toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(4000);
  });

  test('has Parquet files that a reader understands, with times and numbers', async () => {
    const rows = await parquetReadObjects({ file: parquetBytes('data/sales.parquet') });
    expect(rows).toHaveLength(30_000);
    expect(rows[0]).toMatchObject({ number: 'MP-000001', placed_at: expect.any(Date) });
  });

  test('has Parquet files by year, each with the sales of its year', async () => {
    const keys = keysWith(/^data\/sales\/year=\d+\//);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      const rows = await parquetReadObjects({ file: parquetBytes(key) });
      const years = new Set(rows.map(({ placed_at: at }) => (at as Date).getUTCFullYear()));
      expect([...years]).toEqual([Number(/year=(\d+)/.exec(key)![1])]);
    }
  });

  test('has CSV the plain way and the way a German spreadsheet writes it', () => {
    const plain = read('exports/marketplace-orders.csv').toString();
    expect(plain.split('\n')[0]).toBe('number,placed_at,sku,product,country,quantity,total');
    const german = read('exports/bestellungen-excel.csv').toString();
    expect(german).toMatch(/^\uFEFFNummer;Bestellt am;/);
    expect(german).toMatch(/;\d+,\d\d\r\n$/);
    expect(read('exports/all-visits.csv').length).toBeGreaterThan(5_000_000);
  });

  test('has a spreadsheet whose parts unpack to well-formed sheets', () => {
    const parts = unzip(read('documents/quarterly-report.xlsx'));
    expect([...parts.keys()]).toContain('xl/worksheets/sheet3.xml');
    expect(parts.get('xl/workbook.xml')).toContain('name="Bestsellers"');
    expect(parts.get('xl/worksheets/sheet1.xml')!.match(/<row /g)).toHaveLength(92);
  });

  test('has folders ten deep and two thousand wide', () => {
    expect(Math.max(...keysWith(/^archive\//).map((key) => key.split('/').length - 2))).toBe(10);
    expect(keysWith(/^sensors\//)).toHaveLength(2000);
  });

  test('has names that break careless software', () => {
    for (const name of [
      'a+b%20c.txt',
      'x//y',
      '中文.txt',
      'Grüße aus Köln.txt',
      'two  spaces.txt',
    ]) {
      expect(bucket.has(`odd names/${name}`), name).toBe(true);
    }
  });

  test('OBJ-5 has a text, a JSON file and a picture of which every version differs and opens', async () => {
    const versioned = [...bucket].filter(([, { earlier }]) => earlier.length > 0);
    expect(versioned.map(([key]) => key).toSorted()).toEqual([
      'data/config.json',
      'documents/packing-guide.md',
      'pictures/emblems/shop-logo.svg',
    ]);
    for (const [key, { body, earlier }] of versioned) {
      const versions = [...earlier, body].map(String);
      expect(new Set(versions).size, key).toBe(3);
      for (const version of versions) {
        if (key.endsWith('.json')) JSON.parse(version);
        if (key.endsWith('.svg')) await sharp(Buffer.from(version)).metadata();
      }
    }
  });

  test('has a few files twice, for the look for duplicates', () => {
    const keys = new Map<string, string[]>();
    for (const [key, { body }] of [...bucket].filter(([, one]) => one.body.length > 0)) {
      const sum = createHash('sha256').update(body).digest('hex');
      keys.set(sum, [...(keys.get(sum) ?? []), key]);
    }
    const copies = [...keys.values()].filter((same) => same.length > 1);
    expect(copies.map((same) => same.length).toSorted()).toEqual([2, 2, 2, 3]);
  });

  test('has files that try to run scripts, to show that they cannot', () => {
    expect(read('untrusted/pwn.svg').toString()).toContain('onload=');
    expect(read('untrusted/hello.html').toString()).toContain('<script>');
  });
});

test('filling a bucket tells how far it is and stops when asked to', async () => {
  const stop = new AbortController();
  const shares: number[] = [];
  const filling = fillMedia(async () => {}, {
    anchor,
    signal: stop.signal,
    onProgress: (done, total) => {
      shares.push(done / total);
      if (shares.length === 10) stop.abort();
    },
  });
  await expect(filling).rejects.toThrow(/abort/i);
  expect(shares.length).toBeLessThan(20);
  expect(shares.at(-1)).toBeLessThan(1);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
});

test('a bucket that refuses an object ends the fill with its reason', async () => {
  let puts = 0;
  let underWay = 0;
  const filling = fillMedia(
    async () => {
      puts += 1;
      if (puts === 5) throw new Error('The disk is full');
      underWay += 1;
      await nextTurn();
      underWay -= 1;
    },
    { anchor },
  );
  await expect(filling).rejects.toThrow('The disk is full');
  expect(underWay).toBe(0);
});

/** The files of a zip archive, found by its directory at the end. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\u0005\u0006') + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, nameEnd);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(name, inflateRawSync(packed).toString());
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
