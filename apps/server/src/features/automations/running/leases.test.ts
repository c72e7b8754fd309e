import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { openTestDatabase } from '#testing/test-database.ts';
import { createLease } from './leases.ts';

const { db, stop } = await openTestDatabase();
afterAll(stop);
const logger = pino({ level: 'silent' });

async function findHolders(): Promise<number[]> {
  const rows = await listRows<{ pid: number }>(
    db,
    sql`select pid from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

test('AUTO-4 a process whose lock went with its connection has it again soon, and stays who it is', async () => {
  const lost: string[] = [];
  const lease = createLease(db, logger, {
    onBeat: async () => {},
    onLost: () => void lost.push('lost'),
  });
  await lease.start();
  const me = lease.id();
  const before = await findHolders();
  expect(before).toHaveLength(1);
  await changeRows(db, sql`select pg_terminate_backend(${before[0]})`);
  await expect
    .poll(async () => (await findHolders()).filter((pid) => pid !== before[0]), { timeout: 20_000 })
    .toHaveLength(1);
  expect([lease.id(), lost]).toEqual([me, []]);
  await lease.stop();
  await expect.poll(findHolders, { timeout: 20_000 }).toEqual([]);
});

test('AUTO-4 a process that was given up begins anew also where its old connection does not answer', async () => {
  const direct = new URL(db.connectionString);
  const line = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
  const silent = new URL(direct);
  silent.host = `127.0.0.1:${line.port}`;
  const place = { ...db, connectionString: silent.href };
  const lease = createLease(place, logger, { onBeat: async () => {}, onLost: () => {} });
  await lease.start();
  const me = lease.id();
  line.freeze();
  place.connectionString = direct.href;
  await changeRows(db, sql`update engine_processes set lost_at = now() where id = ${me}`);
  await expect.poll(() => lease.id() ?? me, { timeout: 20_000 }).not.toBe(me);
  await lease.stop();
  await line.close();
});
