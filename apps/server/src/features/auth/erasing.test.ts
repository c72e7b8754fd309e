import { afterAll, expect, test } from 'vitest';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { eraseLeft } from './erasing.ts';

const server = await startTestServer();
afterAll(() => server.stop());

test('SESS-7 nothing is taken from whoever comes back to their account while others are erased, and nobody comes back to half of one', async () => {
  const { db } = server.services;
  const [first, second] = [await createUser(db), await createUser(db)];
  await changeRows(
    db,
    sql`update users set leaving_at = now(), erase_at = case id when ${first.id}
          then now() - interval '1 hour' else now() end
        where id in (${first.id}, ${second.id})`,
  );
  const touched: string[] = [];
  const held: unknown[] = [];
  const nothing = async () => {};
  const hooks = {
    isInvited: async () => false,
    verified: nothing,
    goes: async (_tx: unknown, userId: string) => {
      touched.push(userId);
      const back = sql`update users set leaving_at = null, erase_at = null where id = ${second.id}`;
      await changeRows(db, back);
      const asked = sql`select from users where id = ${first.id} for update nowait`;
      held.push(await changeRows(db, asked).catch((error: { code: string }) => error.code));
    },
    gone: nothing,
    recovered: nothing,
  };
  await eraseLeft(server.services, { hooks, personalData: [] });
  expect(touched).toEqual([first.id]);
  expect(held).toEqual(['55P03']);
});
