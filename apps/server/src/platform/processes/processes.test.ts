import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows, type Database, openDatabase } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { createProcesses, SILENCE_SECONDS } from './processes.ts';

const logger = pino({ level: 'silent' });
let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase(database.url, logger);
  drop = database.drop;
});
afterAll(async () => {
  await db.close();
  await drop();
});

test('a process is gone when it said goodbye, when it fell silent, or when nobody knows it', async () => {
  const [here, left, silent] = [0, 1, 2].map(() => createProcesses(db, logger));
  for (const one of [here!, left!]) await one.start();
  const unknown = crypto.randomUUID();
  const all = [here!.id, left!.id, silent!.id, unknown];
  expect(await here!.findGone(all)).toEqual(new Set([silent!.id, unknown]));
  await left!.stop();
  await changeRows(
    db,
    sql`insert into processes (id, beaten_at)
        values (${silent!.id}, now() - make_interval(secs => ${SILENCE_SECONDS + 1}))`,
  );
  expect(await here!.findGone(all)).toEqual(new Set([left!.id, silent!.id, unknown]));
  await silent!.start();
  expect(await here!.findGone([silent!.id])).toEqual(new Set());
  for (const one of [here!, silent!]) await one.stop();
});
