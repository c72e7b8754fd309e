import { afterAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { openWatchedPool } from './silence.ts';

const database = await createTestDatabase();
const line = await startTcpProxy({ port: Number(new URL(database.url).port) });
const url = new URL(database.url);
url.port = String(line.port);
// Only the watch can end a wait here before the test does.
const { pool, stop } = openWatchedPool({ connectionString: url.href, max: 2 });
pool.on('error', () => {});
afterAll(async () => {
  stop();
  await line.close();
  await pool.end();
  await database.drop();
});

test('who waits for a connection to a silent database is told, and served once it answers again', async () => {
  line.freeze();
  const asked = [1, 2, 3].map(() => pool.query('select 1'));
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
  line.cut();
  line.restore();
  await eventually(async () => expect(await pool.query('select 1')).toMatchObject({ rowCount: 1 }));
});
