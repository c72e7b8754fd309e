import { expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { intelligenceRoutes } from '@causeway/contract/intelligence/intelligence.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { makeKey, ofKey, space, startKeySpace } from '#testing/key-space.ts';
import { startDueScans } from './upkeep.ts';

startKeySpace();

test('TEAM-9 a look every morning that a key asked for is the key’s, and there is none while it is at its cap', async () => {
  const { server, projectId, plain: connectorId, editor } = space;
  const { db } = server.services;
  const capped = await makeKey(editor, { scopes: ['data:write'] });
  const body = { connectorId, isDaily: true };
  const call = { params: { projectId }, body };
  await server.call(intelligenceRoutes.schedule, call, { token: capped.token });
  const morning = async () => {
    await changeRows(db, sql`update scan_schedules set next_at = now()`);
    await startDueScans(server.services);
    return listRows(db, sql`select key_id as "keyId" from runs where kind = 'scan'`);
  };
  await server.call(apiKeyRoutes.setCap, { ...ofKey(capped.id), body: { cap: '0' } }, editor);
  expect(await morning()).toEqual([]);
  await server.call(apiKeyRoutes.setCap, { ...ofKey(capped.id), body: { cap: '5' } }, editor);
  expect(await morning()).toEqual([{ keyId: capped.id }]);
});
