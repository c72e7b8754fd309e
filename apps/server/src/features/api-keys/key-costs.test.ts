import { expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { reserve } from '#platform/credits/holds.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey, createUser, type TestUser } from '#testing/factories.ts';
import { makeKey, ofKey, space, startKeySpace } from '#testing/key-space.ts';

/** What a key may cost in a month, when the month ends and when another person pays. */

startKeySpace();

const setCap = (keyId: string, cap: string | null, as: TestUser) =>
  space.server.call(apiKeyRoutes.setCap, { ...ofKey(keyId), body: { cap } }, as);

test('TEAM-9 a cap of nothing holds from the first moment of another month', async () => {
  const key = await makeKey(space.editor, { scopes: ['data:write'] });
  await setCap(key.id, '0', space.editor);
  // Nothing was booked since.
  await changeRows(
    space.server.services.db,
    sql`update spend_limits set period_start = period_start - interval '1 month',
          period_end = now() where scope = 'key' and scope_id = ${key.id}`,
  );
  const path = intelligenceRoutes.scan.path.replace(':projectId', space.projectId);
  const body = { connectorId: space.plain };
  expect((await space.server.send('POST', path, { token: key.token, body })).status).toBe(402);
});

test('TEAM-9 the cap of a key holds whoever pays, also after another person has taken over the bill', async () => {
  const { server, projectId } = space;
  const { db } = server.services;
  const sponsor = await createUser(db);
  const key = await createKey(server, projectId, space.editor, { scopes: ['workflows:write'] });
  await setCap(key.id, '1', space.owner);
  const accountId = await accountOf(db, sponsor.id, 'team');
  const amount = creditsToUnits('2');
  const hold = db.transaction((tx) =>
    reserve(tx, { accountId, projectId, cause: `other:${key.id}`, amount, keyId: key.id }),
  );
  await expect(hold).rejects.toMatchObject({ details: { scope: 'key', cap: '1' } });
});

test('TEAM-9 what a key has spent is not forgotten with the month of who paid before', async () => {
  const { server, projectId } = space;
  const { db } = server.services;
  const sponsor = await createUser(db);
  const key = await createKey(server, projectId, space.editor, { scopes: ['workflows:write'] });
  await setCap(key.id, '10', space.owner);
  // The month of the key is that of who pays now, and began before that of who did.
  await changeRows(
    db,
    sql`update spend_limits set spent_u = cap_u, period_start = period_start - interval '20 days',
          period_end = now() + interval '10 days' where scope = 'key' and scope_id = ${key.id}`,
  );
  const hold = (accountId: string, cause: string, keyId?: string) =>
    db.transaction((tx) => {
      const amount = creditsToUnits('1');
      return reserve(tx, { accountId, projectId, cause: `${cause}:${key.id}`, amount, keyId });
    });
  await hold(await accountOf(db, space.owner.id, 'free'), 'before');
  await expect(hold(await accountOf(db, sponsor.id, 'team'), 'now', key.id)).rejects.toMatchObject({
    details: { scope: 'key', spent: '10' },
  });
});
