import { afterAll, expect, test } from 'vitest';
import type { ChangeSet } from '@causeway/contract/ledger.ts';
import { findActor } from '#platform/access/find-actor.ts';
import { openSqlTarget, findForUpkeep } from '#platform/connectors/stored.ts';
import { inUserTransaction } from '#platform/connectors/sql/transaction.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import type { ImagedChange } from './ledger.ts';
import { recordManyChanges } from './record-changes.ts';
import { recording } from './recording.ts';

const space = await startSqlWorkspace();
afterAll(() => space.stop());

/** Writes as an import does: rows in one statement, their keys recorded as they come, no images. */
async function importRows(count: number): Promise<string> {
  const { services } = space.server;
  const { db, databases, sqlCatalog, secrets } = services;
  const connector = await findForUpkeep(db, 'ledger-settling', space.plain);
  const found = await findActor(db, { token: space.editor.token }, { connectorId: space.plain });
  if (!connector || !found?.project) throw new Error('Nobody there');
  const { project } = found;
  const target = openSqlTarget(secrets, connector);
  const table = await sqlCatalog.readTable(target, { schema: 'public', table: 'bulk' }, 'anew');
  const { changeSetId } = await recording(services, (open) => {
    const signal = new AbortController().signal;
    return inUserTransaction(databases, target, signal, async ({ id, query }) => {
      const set = await open({
        projectId: project.id,
        connectorId: target.id,
        actor: found,
        screen: 'import',
        kind: 'import',
        transactionId: id,
      });
      const { rows } = await query({
        text: `insert into bulk select n, 'a\\b "' || n || E'\\t\\n' from generate_series(1, $1::int) n returning id`,
        values: [count],
      });
      const changes = function* (): Generator<ImagedChange> {
        for (const [key] of rows) {
          yield {
            kind: 'insert',
            keyBefore: null,
            keyAfter: [key ?? ''],
            before: null,
            after: null,
          };
        }
      };
      await recordManyChanges(db, set, table, changes());
    });
  });
  return changeSetId ?? '';
}

function call(method: string, path: string, body?: object) {
  const { token } = space.editor;
  return space.server.send(method, path, {
    token,
    ...(body
      ? { body: { connector: { id: space.plain }, ...body } }
      : { query: `connector[id]=${space.plain}` }),
  });
}

test('SQL-6 a bulk write is one set of any size, and rows nobody touched since can be taken back', async () => {
  await space.run('create table bulk (id int primary key, v text)');
  const id = await importRows(12_000);
  const { set } = read<{ set: ChangeSet }>(await call('GET', `/api/ledger/v1/sets/${id}`));
  expect(set).toMatchObject({ kind: 'import', screen: 'import', inserted: 12_000, status: 'done' });
  await space.database.query(`update bulk set v = 'touched' where id in (7, 11999)`);
  const path = `/api/ledger/v1/sets/${id}/revert`;
  const refused = await call('POST', path, {});
  expect(refused.status).toBe(412);
  expect(refused.json).toMatchObject({
    details: {
      total: 2,
      changed: [
        { key: { id: '11999' }, expected: null, current: { id: '11999', v: 'touched' } },
        { key: { id: '7' } },
      ],
    },
  });
  expect(read(await call('POST', path, { skipChanged: true }))).toMatchObject({
    deleted: 11_998,
    left: 2,
  });
  const { rows } = await space.run('select id from bulk order by id');
  expect(rows).toEqual([[7], [11_999]]);
  const [back] = read<{ items: ChangeSet[] }>(await call('GET', '/api/ledger/v1/sets')).items;
  expect(read(await call('POST', `/api/ledger/v1/sets/${back?.id}/revert`, {}))).toMatchObject({
    inserted: 11_998,
  });
  const again = await space.run(
    `select count(*)::int, min(v) from bulk where id <> 7 and id <> 11999`,
  );
  expect(again.rows).toEqual([[11_998, 'a\\b "1\t\n']]);
});
