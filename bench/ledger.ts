import pg from 'pg';
import { logIn } from '../apps/server/src/testing/server-process.ts';
import { itemsOf } from './items-table.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median } from './timing.ts';
import { startUserDatabase } from './user-database.ts';

const ROWS = 100_000;
const items = itemsOf(ROWS);
const WRITES = 400;

/**
 * What it costs that every write can be taken back: one row changed through us, once by its
 * idempotency key, with what it was and became on our disk before the commit; and the same UPDATE
 * through pg. The user's Postgres does not wait for its disk, ours does.
 */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(items);
  const stage = await openStage();
  const raw = new pg.Client({ connectionString: database.url });
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const id = await database.connect(server, token);
    await raw.connect();
    const throughUs = async (row: number) => {
      const { status, text } = await server.send('PATCH', '/api/tables/v1/tables/items/row', {
        token,
        key: crypto.randomUUID(),
        body: { connector: { id }, key: { id: String(row) }, values: { name: `new ${row}` } },
      });
      if (status !== 200) throw new Error(`An update answered ${status}: ${text}`);
    };
    const throughPg = (row: number) =>
      raw.query('update items set name = $1 where id = $2 returning *', [`new ${row}`, row]);
    for (let row = 1; row <= WRITES / 4; row += 1) {
      await throughUs(row);
      await throughPg(row);
    }
    const ours: number[] = [];
    const plain: number[] = [];
    for (let row = 1_000; row < 1_000 + WRITES; row += 1) {
      ours.push(await time(() => throughUs(row)));
      plain.push(await time(() => throughPg(row + WRITES)));
    }
    return [
      {
        name: 'one row updated with its before-image kept, p50, ms beyond pg',
        ours: median(ours) - median(plain),
        raw: median(plain),
        limit: 4.5,
      },
    ];
  } finally {
    await raw.end();
    await stage.close();
    await database.stop();
  }
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}
