import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, read } from '#testing/table-requests.ts';

/** A row that is written, and then what it refers to, is told once and comes back once. */

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
const editor = createEditorRequests(space);
beforeAll(async () => {
  await space.run('create table shops (id int primary key, name text)');
  await space.run(`create table tills (id int primary key, note text,
    shop int references shops on delete cascade)`);
  await space.run(`create table visits (id int primary key, note text,
    shop int references shops on delete set null)`);
  await space.run(`insert into shops values (1, 'a'), (2, 'b')`);
  await space.run(`insert into tills values (1, 'x', 1), (2, 'y', 1), (3, 'z', 2)`);
  await space.run(`insert into visits values (1, 'x', 1), (2, 'y', 1)`);
});
afterAll(() => space.stop());

const all = `select (select array_agg(s::text order by s) from shops s),
  (select array_agg(t::text order by t) from tills t),
  (select array_agg(v::text order by v) from visits v)`;

/** Runs statements in one transaction, as somebody does by hand, and takes all of it back. */
async function runAndTakeBack(...statements: string[]) {
  const before = await space.rowsOf(all);
  const { transaction } = await editor.run('begin');
  for (const sql of statements) await editor.run(sql, { transactionId: transaction?.id });
  await editor.run('commit', { transactionId: transaction?.id });
  const set = await ledger.newestSet();
  read(await ledger.revert(set.id));
  expect(await space.rowsOf(all)).toEqual(before);
  return set;
}

test('SQL-3 a row deleted before what it refers to is told once, and comes back', async () => {
  const set = await runAndTakeBack(
    'delete from tills where id = 1',
    'delete from shops where id = 1',
  );
  expect(set).toMatchObject({ deleted: 3, updated: 2, notRevertible: null });
});

test('SQL-3 it is the same whichever of the tables was written first', async () => {
  const set = await runAndTakeBack(
    `update shops set name = 'c' where id = 1`,
    'delete from tills where id = 1',
    'delete from shops where id = 1',
  );
  expect(set).toMatchObject({ deleted: 3, updated: 2, notRevertible: null });
});

test('SQL-3 a row that was changed, and then by what it refers to, is told once', async () => {
  const set = await runAndTakeBack(
    `update visits set note = 'changed' where id = 1`,
    'delete from shops where id = 1',
  );
  expect(set).toMatchObject({ deleted: 3, updated: 2, notRevertible: null });
});

test('SQL-3 of very many matching rows, one that refers to a later one is told once', async () => {
  await space.run(`create table shelves (id int primary key,
    above int references shelves on delete cascade)`);
  await space.run(`insert into shelves select n, case when n = 1 then 2400 end
    from generate_series(1, 2500) n`);
  const before = await space.rowsOf('select * from shelves order by id');
  const url = '/api/tables/v1/tables/shelves/matching';
  const body = { change: { kind: 'delete' }, expectedRows: 2500 };
  const { changeSetId } = read<{ changeSetId: string }>(await tables.send('POST', url, body));
  expect(await ledger.newestSet('shelves')).toMatchObject({ deleted: 2500 });
  read(await ledger.revert(changeSetId));
  expect(await space.rowsOf('select * from shelves order by id')).toEqual(before);
});
