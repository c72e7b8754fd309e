import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { copyIn } from '#platform/connectors/sql/copy.ts';
import { openTestDatabase } from '#testing/test-database.ts';
import { changeRows, listRows } from './database.ts';
import { sql } from './sql.ts';

const { db, stop } = await openTestDatabase();
afterAll(stop);

test('a connection that breaks while rows travel over it fails that work, and ends nothing else', async () => {
  const client = await db.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('create temporary table travelled (line text)');
  const lines = async function* () {
    yield 'one\n';
    await changeRows(db, sql`select pg_terminate_backend(${rows[0]?.pid})`);
    for (;;) {
      yield `${'more'.repeat(4_000)}\n`;
      await nextTurn();
    }
  };
  const travelling = pipeline(Readable.from(lines()), copyIn(client, 'copy travelled from stdin'));
  // Told by Postgres, or by the line that is gone: whichever is heard first.
  await expect(travelling.finally(() => client.release(true))).rejects.toThrow(
    /terminat|EPIPE|ECONNRESET/,
  );
  expect(await listRows(db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('what a statement failed in is not told as done, also where nobody minded the failure', async () => {
  const silenced = db.transaction(async (tx) => {
    await tx.query(sql`create table kept (id int)`);
    await tx.query(sql`select 1 / 0`).catch(() => {});
    return 'done';
  });
  await expect(silenced).rejects.toThrow('rolled back');
});
