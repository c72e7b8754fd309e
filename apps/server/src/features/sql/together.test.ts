import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(() => space.run('create table pots (id int4 primary key, content text)'));
afterAll(() => space.stop());

const put = 'insert into pots values (:id, :content)';

function together(further: object[], as = space.editor, connector = space.plain) {
  const body = {
    connector: { id: connector },
    sql: put,
    bindings: { id: 1, content: 'first' },
    further,
  };
  return space.server.send('POST', '/api/sql/v1', { token: as.token, body });
}

const none = async () => expect((await space.run('select * from pots')).rows).toEqual([]);

test('SQL-1 statements sent together are all done or none of them', async () => {
  const second = { sql: put, bindings: { id: 2, content: 'second' } };
  const twice = await together([second, { sql: put, bindings: { id: 1, content: 'again' } }]);
  expect(twice.json).toMatchObject({ code: 'E_SQL_CONSTRAINT' });
  await none();
  const done = await together([second]);
  expect(done.json).toMatchObject({ rowCount: 2, rows: [] });
  expect((await space.run('select id from pots order by id')).rows).toEqual([[1], [2]]);
  await space.run('delete from pots');
});

test('SQL-1 what does not change rows is refused among them, before anything is done', async () => {
  for (const sql of ['select 1', 'create table more (id int4)', 'commit', '']) {
    const refused = await together([{ sql }]);
    expect([sql, refused.status]).not.toEqual([sql, 200]);
    await none();
  }
});

test('SQL-1 what would return rows to nobody, or change what the next one means, is refused among them', async () => {
  const returning = 'insert into pots values (2) returning content';
  const leaving = `insert into pots select 2, set_config('search_path', 'pg_temp', false)`;
  const several = 'with more as (insert into pots values (3) returning id) delete from pots';
  for (const sql of [returning, leaving, several]) {
    expect((await together([{ sql }])).json).toMatchObject({ code: 'E_VALIDATION' });
    await none();
  }
});

test('SQL-1 together they have twice the time of a statement, and their locks are gone then', async () => {
  const params = { projectId: space.projectId, connectorId: space.plain };
  const body = { settings: { timeoutSeconds: 1 } };
  await space.server.call(connectorRoutes.update, { params, body }, space.owner);
  const slow = `update pots set content = 'late' where pg_sleep(0.8) is not null`;
  const late = await together([{ sql: slow }, { sql: slow }, { sql: slow }]);
  expect(late.json).toMatchObject({ code: 'E_QUERY_TIMEOUT' });
  await none();
  // Nobody has it in use any more.
  await space.run('truncate pots');
});

test('SQL-1 who may only read changes nothing by them', async () => {
  const refused = await together([{ sql: 'delete from pots' }], space.viewer);
  expect(refused.json).toMatchObject({ code: 'E_FORBIDDEN' });
  await none();
});
