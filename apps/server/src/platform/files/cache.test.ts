import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileCache } from './cache.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cache-'));
});
afterEach(() => rm(root, { recursive: true }));

const of = (name: string) => ({ connectorId: 'media', name });
const ofSize = (bytes: number) => (to: string) => writeFile(to, Buffer.alloc(bytes));

/** Used so long ago; what is made next is younger than all of them. */
async function age(path: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000);
  await utimes(path, at, at);
}

test('beyond its bound the files go that nobody used for the longest time, but none in use', async () => {
  const cache = createFileCache(root, 250);
  const held = await cache.take(of('held'), ofSize(100));
  const unused = await cache.take(of('unused'), ofSize(100));
  await age(held.path, 30);
  await age(unused.path, 20);
  unused.release();
  (await cache.take(of('new'), ofSize(100))).release();
  expect(await cache.has(of('held'))).toBe(true);
  expect(await cache.has(of('unused'))).toBe(false);
  expect(await cache.has(of('new'))).toBe(true);

  held.release();
  await age(held.path, 30);
  (await cache.take(of('newer'), ofSize(100))).release();
  expect(await cache.has(of('held'))).toBe(false);
  expect(await cache.has(of('new'))).toBe(true);
});

test('using a file makes it young again, and it is made only once', async () => {
  const cache = createFileCache(root, 250);
  const first = await cache.take(of('first'), ofSize(100));
  const second = await cache.take(of('second'), ofSize(100));
  first.release();
  second.release();
  await age(first.path, 30);
  await age(second.path, 20);
  const again = await cache.take(of('first'), () => Promise.reject(new Error('made twice')));
  again.release();
  (await cache.take(of('third'), ofSize(100))).release();
  expect(await cache.has(of('first'))).toBe(true);
  expect(await cache.has(of('second'))).toBe(false);
});

test('what failed half-way leaves nothing behind', async () => {
  const cache = createFileCache(root, 250);
  const failing = cache.take(of('torn'), async (to) => {
    await writeFile(to, 'half');
    throw new Error('cut');
  });
  await expect(failing).rejects.toThrow('cut');
  expect(await cache.has(of('torn'))).toBe(false);
  expect(await readdir(join(root, 'media'))).toEqual(['runs']);
});
