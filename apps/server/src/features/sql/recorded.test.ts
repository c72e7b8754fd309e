import { afterAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { createLedgerRequests, type LedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

async function newestSet() {
  const set = await ledger.newestSet();
  return { ...set, changes: (await ledger.changes(set.id)).items };
}

const revert: LedgerRequests['revert'] = (...call) => ledger.revert(...call);
const rowsOf = async (statement: string) => (await space.run(statement)).rows;

test('SQL-1 rows changed by a statement are recorded as they were, and can be taken back', async () => {
  await space.run('create table stock (id int primary key, name text, n int)');
  const inserted = await space.run(
    `insert into stock values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3) returning name`,
  );
  expect(inserted).toEqual({
    fields: [expect.objectContaining({ name: 'name' })],
    rows: [['a'], ['b'], ['c']],
    rowCount: 3,
    command: 'INSERT',
  });
  expect(await newestSet()).toMatchObject({ kind: 'sql', screen: 'api', inserted: 3 });

  const updated = await space.run(
    'update stock as s set n = s.n * 10 from (values (1), (3)) v(id) where v.id = s.id; -- all done',
  );
  expect(updated).toMatchObject({ fields: [], rows: [], rowCount: 2, command: 'UPDATE' });
  const update = await newestSet();
  expect(update).toMatchObject({
    updated: 2,
    notRevertible: null,
    sql: expect.stringContaining('s.n * 10'),
    tables: [{ schema: 'public', table: 'stock' }],
  });
  expect(update.changes.map(({ before, after }) => [before?.n, after?.n])).toEqual([
    ['1', '10'],
    ['3', '30'],
  ]);

  await space.run('; delete from stock where n > $1 /* ü */;', [5]);
  const removal = await newestSet();
  expect(removal).toMatchObject({ deleted: 2, notRevertible: null });
  expect(await rowsOf('select id from stock')).toEqual([[2]]);

  read(await revert(removal.id));
  read(await revert(update.id));
  expect(await rowsOf('select n from stock order by id')).toEqual([[1], [2], [3]]);
});

test('SQL-1 an insert that meets existing rows is told as what it did to each', async () => {
  await space.run(
    `insert into stock values (1, 'a', 100), (9, 'i', 9)
      on conflict (id) do update set n = excluded.n`,
  );
  const set = await newestSet();
  expect(set).toMatchObject({ inserted: 1, updated: 1 });
  read(await revert(set.id));
  expect(await rowsOf('select id, n from stock order by id')).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});

test('SQL-1 a statement whose rows can not be followed is told with its text, and that it stays', async () => {
  await space.run('update stock set id = id + 100');
  expect(await newestSet()).toMatchObject({ updated: 3, notRevertible: 'statement' });
  await space.run('create table loose_stock as select * from stock');
  const schema = await newestSet();
  expect(schema).toMatchObject({
    notRevertible: 'statement',
    status: 'done',
    sql: 'create table loose_stock as select * from stock',
  });
  await space.run('delete from loose_stock');
  expect(await newestSet()).toMatchObject({ deleted: 3, notRevertible: 'no-key' });
  await space.run('with gone as (delete from stock returning *) select count(*) from gone');
  const nested = await newestSet();
  expect(nested).toMatchObject({ notRevertible: 'statement' });
  expect(codeOf(await revert(nested.id))).toBe('422 E_NOT_REVERTIBLE');
});

test('SQL-1 of more than ten thousand rows no images are kept, and the statement runs as before', async () => {
  await space.run('create table bulk (id int primary key, v int)');
  const inserted = await space.run('insert into bulk select n, 0 from generate_series(1, 10001) n');
  expect(inserted).toMatchObject({ rows: [], rowCount: 10_001 });
  expect(await newestSet()).toMatchObject({ inserted: 10_001, notRevertible: 'too-many-rows' });
  const cut = await space.send('POST', {
    sql: 'update bulk set v = 1 where id <= 10 returning id',
    rowLimit: 3,
  });
  expect(cut.json).toMatchObject({ rows: [[1], [2], [3]], hasMore: true });
  expect(await newestSet()).toMatchObject({ updated: 10, notRevertible: null });
});

test('reading and statements that meet no row leave nothing in the ledger', async () => {
  const before = await newestSet();
  await space.run('select * from bulk limit 1');
  await space.run('select * from bulk where id = 1 for update');
  await space.run('update bulk set v = 2 where id < 0');
  expect((await space.send('POST', { sql: 'insert into bulk values (1, 1)' })).status).toBe(422);
  expect((await newestSet()).id).toBe(before.id);
});

test('SQL-8.14 a transaction by hand is one set at its commit, with every row once', async () => {
  const editor = createEditorRequests(space);
  const begin = async () => (await editor.run('begin')).transaction?.id ?? '';
  await space.run('create table till (id int primary key, n int)');
  await space.run('create table slips (id int primary key, till int references till)');
  await space.run('insert into till values (1, 1), (2, 2), (3, 3)');
  const before = await newestSet();

  const transactionId = await begin();
  const inside = (sql: string) => editor.run(sql, { transactionId });
  await inside('update till set n = 10 where id = 1');
  await inside('update till set n = 11 where id = 1');
  await inside('savepoint here');
  await inside('delete from till where id = 3');
  await inside('rollback to savepoint here');
  expect((await inside('insert into till values (4, 4) returning n')).rows).toEqual([[4]]);
  await inside('insert into slips values (1, 4)');
  expect((await newestSet()).id).toBe(before.id);
  await inside('commit');
  const set = await newestSet();
  expect(set).toMatchObject({ screen: 'sql', inserted: 2, updated: 1, deleted: 0, status: 'done' });
  expect(set.tables).toHaveLength(2);
  expect(set.changes[0]).toMatchObject({ before: { n: '1' }, after: { n: '11' } });
  read(await revert(set.id));
  expect(await rowsOf('select id, n from till order by id')).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);

  const other = await begin();
  await editor.run('update till set n = 0 where id = 1', { transactionId: other });
  await editor.run('alter table till add column note text', { transactionId: other });
  await editor.run(`update till set note = 'x' where id = 1`, { transactionId: other });
  await editor.run('commit', { transactionId: other });
  expect(await newestSet()).toMatchObject({
    notRevertible: 'statement',
    sql: expect.stringContaining('add column note text;\nupdate till'),
  });

  const undone = await begin();
  await editor.run('update till set n = 5 where id = 2', { transactionId: undone });
  await editor.run('rollback', { transactionId: undone });
  expect(await newestSet()).toMatchObject({ notRevertible: 'statement' });
});

test('SQL-8.14 what is written where names mean other tables is recorded, as what can not be taken back', async () => {
  const editor = createEditorRequests(space);
  await space.run(`create schema aside authorization ${space.role}`, undefined, {
    connectorId: space.powerful,
  });
  await space.run('create table vault (id int primary key, n int)');
  await space.run('create table aside.vault (id int primary key, n int)');
  await space.run('insert into aside.vault values (1, 1)');
  for (const moved of [
    'set search_path to aside',
    `select set_config('search_path', 'aside', false)`,
    `select set_config('search' || '_path', 'aside', false)`,
  ]) {
    const { transaction } = await editor.run('begin');
    const inside = (sql: string) => editor.run(sql, { transactionId: transaction?.id });
    await inside(moved);
    await inside('update vault set n = n + 1 where id = 1');
    await inside('commit');
    expect(await newestSet()).toMatchObject({
      notRevertible: 'statement',
      sql: expect.stringContaining('update vault'),
    });
  }
  expect(await rowsOf('select n from aside.vault')).toEqual([[4]]);
  const { transaction } = await editor.run('begin');
  const inside = (sql: string) => editor.run(sql, { transactionId: transaction?.id });
  await inside('set session statement_timeout to 9000');
  await inside('insert into vault values (1, 1)');
  await inside('commit');
  expect(await newestSet()).toMatchObject({ notRevertible: null, inserted: 1 });
});

test('SQL-1 the password of a role stands neither in what is recorded of its statement nor in the log', async () => {
  const change = `alter role ${space.role} password 'canary-password'`;
  const kept = `alter role ${space.role} password '…'`;
  await space.run(change);
  expect((await newestSet()).sql).toBe(kept);

  const editor = createEditorRequests(space);
  const { transaction } = await editor.run('begin');
  const inside = { transactionId: transaction!.id };
  await editor.run(change, inside);
  await editor.run('create table after_it (id int)', inside);
  await editor.run('commit', inside);
  expect((await newestSet()).sql).toBe(`${kept};\ncreate table after_it (id int)`);

  const call = { params: { projectId: space.projectId }, query: {} };
  const { items } = await space.server.call(auditRoutes.list, call, space.owner);
  expect(JSON.stringify(items)).not.toContain('canary');
});
