import { afterAll, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startTestServer } from '#testing/test-server.ts';
import { sweep } from './upkeep.ts';

const server = await startTestServer();
afterAll(() => server.stop());

test('what is too old goes, also where something else that is can not be taken away', async () => {
  const { db } = server.services;
  const longAgo = sql`now() - interval '100 days'`;
  await changeRows(
    db,
    sql`insert into processes (id, beaten_at) values (gen_random_uuid(), ${longAgo})`,
  );
  await changeRows(
    db,
    sql`insert into rate_limits (key, tokens, refilled_at) values ('old', 1, ${longAgo}), ('young', 1, now())`,
  );
  await changeRows(
    db,
    sql`create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'It stays'; end $$`,
  );
  await changeRows(
    db,
    sql`create trigger refuse before delete on processes for each row execute function refuse()`,
  );
  await expect(sweep(server.services)).rejects.toThrow('It stays');
  await changeRows(db, sql`drop trigger refuse on processes`);
  const keys = await listRows(db, sql`select key from rate_limits where key in ('old', 'young')`);
  expect(keys).toEqual([{ key: 'young' }]);
});
