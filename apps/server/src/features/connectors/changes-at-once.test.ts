import { expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { openSecrets, readConnector } from '#platform/connectors/stored.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import {
  create,
  owner,
  projectId,
  server,
  sources,
  startConnectorSpace,
} from '#testing/connector-space.ts';
import { eventually } from '#testing/eventually.ts';

startConnectorSpace();

/** All of them ask before any of them is done, and are done in the order given. */
async function atOnce(connectorId: string, changes: (() => Promise<unknown>)[]): Promise<void> {
  const { db } = server.services;
  const asked: Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    await tx.query(sql`select from connectors where id = ${connectorId} for no key update`);
    for (const change of changes) {
      asked.push(change());
      await eventually(async () => {
        const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        expect(await listRows(db, waiting)).toHaveLength(asked.length);
      });
    }
  });
  await Promise.all(asked);
}

async function stored(connectorId: string) {
  const { db, secrets } = server.services;
  const project = { id: projectId, role: 'owner' } as never;
  const connector = await readConnector(db, project, connectorId);
  return { ...connector, secrets: openSecrets(secrets, connector) };
}

test('CONN-5 a password that is replaced while its connector moves does not go back to where it was', async () => {
  const { id: connectorId } = await create(sources.sqlConnector);
  const params = { projectId, connectorId };
  const move = { config: { host: 'elsewhere.test' }, secrets: { password: 'of elsewhere' } };
  await atOnce(connectorId, [
    () => server.call(connectorRoutes.update, { params, body: move }, owner),
    () => server.call(connectorRoutes.replaceSecrets, { params, body: { password: 'new' } }, owner),
  ]);
  expect(await stored(connectorId)).toMatchObject({
    config: { host: 'elsewhere.test' },
    secrets: { password: 'new' },
  });
});

test('CONN-5 nor does a change beside it bring back the password that was replaced', async () => {
  const { id: connectorId } = await create(sources.sqlConnector);
  const params = { projectId, connectorId };
  await atOnce(connectorId, [
    () => server.call(connectorRoutes.replaceSecrets, { params, body: { password: 'new' } }, owner),
    () => server.call(connectorRoutes.update, { params, body: { name: 'Store' } }, owner),
  ]);
  expect(await stored(connectorId)).toMatchObject({
    name: 'Store',
    secrets: { password: 'new' },
  });
});

test('CONN-5 what a test found out about the place before is not told of the one it moved to', async () => {
  const { id: connectorId } = await create(sources.sqlConnector);
  const params = { projectId, connectorId };
  const test = () => server.call(connectorRoutes.test, { params }, owner);
  await test();
  expect((await stored(connectorId)).lastCheck).toMatchObject({ ok: true });
  const body = { config: { host: 'elsewhere.test' }, secrets: { password: 'of elsewhere' } };
  await atOnce(connectorId, [
    () => server.call(connectorRoutes.update, { params, body }, owner),
    test,
  ]);
  expect((await stored(connectorId)).lastCheck).toBeNull();
});
