import { expect, test } from 'vitest';
import { inPass } from './in-pass.ts';

const databases = Array.from({ length: 10 }, (_, index) => index);

test('CHAT-6 a pass over databases that do not answer ends when its time is over, and asks few of them at once', async () => {
  const asked: number[] = [];
  const signals = new Set<AbortSignal>();
  await inPass(
    databases,
    (database, signal) => {
      asked.push(database);
      signals.add(signal);
      return new Promise(() => {});
    },
    1,
  );
  expect(asked).toEqual([0, 1, 2, 3]);
  expect([...signals].map(({ aborted }) => aborted)).toEqual([true]);
});

test('CHAT-6 databases that are slow to answer keep no other waiting, as long as they are few', async () => {
  const asked: number[] = [];
  const all = Promise.withResolvers<void>();
  await inPass(databases, async (database) => {
    asked.push(database);
    if (asked.length === databases.length) all.resolve();
    if (database < 3) await all.promise;
  });
  expect(asked).toEqual(databases);
});

test('CHAT-6 a database that fails keeps no other from being looked at, and is told in the end', async () => {
  const asked: number[] = [];
  const passing = inPass(databases, async (database) => {
    asked.push(database);
    if (database === 3) throw new Error('out of memory');
  });
  await expect(passing).rejects.toThrow('out of memory');
  expect(asked).toEqual(databases);
});
