import { afterAll, expect, test } from 'vitest';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { isAnswering } from './is-answering.ts';

const database = await createTestDatabase();
const line = await startTcpProxy({ port: Number(new URL(database.url).port) });
afterAll(async () => {
  await line.close();
  await database.drop();
});
const url = new URL(database.url);
url.port = String(line.port);

test('a database answers also while we are held up ourselves for longer than its patience', async () => {
  const asked = isAnswering(database.url, 2_000);
  // It has begun to connect.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await asked).toBe(true);
});

test('one that is silent, or away, does not', async () => {
  expect(await isAnswering(url.href)).toBe(true);
  line.freeze();
  expect(await isAnswering(url.href, 300)).toBe(false);
  line.cut();
  expect(await isAnswering(url.href)).toBe(false);
  line.restore();
  expect(await isAnswering(url.href)).toBe(true);
});
