import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, startTestStore } from '../testing/conformance.ts';
import { afterKey, afterPrefix, isBucketName, keyBytes } from './keys.ts';

let store: Awaited<ReturnType<typeof startTestStore>>;

const parent = await mkdtemp(join(tmpdir(), 'object-store-keys-'));
beforeAll(async () => {
  const directory = join(parent, 'a', 'b', 'store');
  await mkdir(directory, { recursive: true });
  store = await startTestStore({ directory });
  await store.createBucket('bucket');
});
afterAll(async () => {
  await store.close();
  await rm(parent, { recursive: true });
});

const pathParts = fc.constantFrom(
  '..',
  '.',
  '/',
  '\\',
  '~',
  '%2e',
  '%00',
  '\u0001',
  'etc',
  'C:',
  ' ',
);
const anyKey = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }),
    fc.array(pathParts, { minLength: 1, maxLength: 20 }).map((parts) => parts.join('')),
    fc.array(pathParts, { minLength: 1, maxLength: 20 }).map((parts) => parts.join('/')),
  )
  .filter((key) => Buffer.byteLength(key) <= 1024 && !key.includes('\0'));

test('whatever a key is, its object is found again and nothing is written outside the folder', async () => {
  const client = connect(store.url);
  const check = async (Key: string) => {
    const target = { Bucket: 'bucket', Key };
    await client.send(new PutObjectCommand({ ...target, Body: Key }));
    const { Body } = await client.send(new GetObjectCommand(target));
    expect(await Body!.transformToString()).toBe(Key);
    for (const entry of await readdir(parent, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name).slice(parent.length + 1);
      expect(path).toMatch(/^a\/b\/store\/(catalog\.db(-wal)?|blobs\/[0-9a-f]{2}\/[0-9a-f]{32})$/);
    }
    await client.send(new DeleteObjectCommand(target));
  };
  await fc.assert(fc.asyncProperty(anyKey, check), { numRuns: 60 });
  expect(await readdir(dirname(store.directory))).toEqual(['store']);
});

test('the bounds of a listing hold exactly the keys they should', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, text, (prefix, other) => {
      const [start, key] = [Buffer.from(prefix), Buffer.from(other)];
      const isWithin =
        Buffer.compare(key, start) >= 0 && Buffer.compare(key, afterPrefix(start)) < 0;
      expect(isWithin).toBe(key.subarray(0, start.length).equals(start));
      expect(Buffer.compare(key, afterKey(start)) >= 0).toBe(Buffer.compare(key, start) > 0);
    }),
  );
});

test('a key has 1 to 1024 bytes, counted in UTF-8', () => {
  expect(keyBytes('é'.repeat(512))).toHaveLength(1024);
  expect(() => keyBytes('é'.repeat(513))).toThrow('longer than 1024');
  expect(() => keyBytes('')).toThrow('empty');
});

test.each([
  ['media', true],
  ['my.bucket-1', true],
  ['ab', false],
  ['Upper', false],
  ['under_score', false],
  ['-dash', false],
  ['two..dots', false],
  ['192.168.0.1', false],
  ['..', false],
  ['a.-b', false],
  ['a-.b', false],
  ['xn--a', false],
  ['a--x-s3', false],
  ['x'.repeat(64), false],
])('%s as a bucket name is allowed: %s', (name, isAllowed) => {
  expect(isBucketName(name)).toBe(isAllowed);
});
