import { afterAll, expect, test } from 'vitest';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { openTestDatabase } from '#testing/test-database.ts';
import { createLimiter, type Limit } from './limiter.ts';

const { db, stop } = await openTestDatabase();
afterAll(stop);

const limit: Limit = { name: 'test', burst: 5, seconds: 3600 };

test('a limit holds over several instances, also when all come at once', async () => {
  const instances = [createLimiter(db), createLimiter(db)];
  const tries = Array.from({ length: 40 }, (_, index) => {
    return instances[index % 2]!.tryTake(limit, 'shared');
  });
  const granted = (await Promise.all(tries)).filter(Boolean);
  expect(granted).toHaveLength(5);
});

test('who is refused is told how long to wait', async () => {
  const limiter = createLimiter(db);
  for (let count = 0; count < 5; count += 1) await limiter.take(limit, 'waits');
  await expect(limiter.take(limit, 'waits')).rejects.toMatchObject({
    code: 'E_RATE_LIMITED',
    details: { retryAfter: 720 },
  });
});

test('time fills the bucket again, never beyond its size', async () => {
  const limiter = createLimiter(db);
  for (let count = 0; count < 5; count += 1) await limiter.take(limit, 'refills');
  await changeRows(
    db,
    sql`update rate_limits set refilled_at = now() - interval '2 hours' where key = 'test:refills'`,
  );
  const granted = [];
  for (let count = 0; count < 6; count += 1) granted.push(await limiter.tryTake(limit, 'refills'));
  expect(granted).toEqual([true, true, true, true, true, false]);
});

test('what is given back can be taken again', async () => {
  const limiter = createLimiter(db);
  for (let count = 0; count < 20; count += 1) {
    await limiter.take(limit, 'returned');
    await limiter.giveBack(limit, 'returned');
  }
  expect(await limiter.tryTake(limit, 'returned')).toBe(true);
});

test('taking often spends batches, and never more than the limit', async () => {
  const often: Limit = { name: 'often', burst: 250, seconds: 3600 };
  const limiter = createLimiter(db);
  let granted = 0;
  for (let count = 0; count < 300; count += 1) {
    granted += await limiter.takeOften(often, 'busy').then(
      () => 1,
      () => 0,
    );
  }
  expect(granted).toBe(250);
});

test('who sends many requests in one moment gets as many as the limit lets through', async () => {
  const often: Limit = { name: 'often', burst: 60, seconds: 3600 };
  const limiter = createLimiter(db);
  const asked = await Promise.allSettled(
    Array.from({ length: 70 }, () => limiter.takeOften(often, 'at once')),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
});
