import { afterAll, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
const editor = createEditorRequests(space);
afterAll(() => space.stop());

test('SQL-3 a new row that others came to refer to since is left, and they are named', async () => {
  await space.run(
    'create table albums (id int primary key, part_of int references albums on delete cascade)',
  );
  await space.run(
    'create table songs (id int primary key, album int references albums on delete cascade)',
  );
  await tables.stage('albums', [
    insert('1', { id: '1', part_of: null }),
    insert('2', { id: '2', part_of: null }),
    insert('3', { id: '3', part_of: '2' }),
  ]);
  const { changeSetId } = await tables.applied('albums');
  await space.database.query('insert into songs values (7, 1)');
  const refused = await ledger.revert(changeSetId ?? '');
  expect(codeOf(refused)).toBe('412 E_VERSION_CONFLICT');
  const current = { id: '7', album: '1' };
  const song = { table: 'songs', key: { id: '7' }, expected: null, current };
  expect(refused.json).toMatchObject({ details: { total: 1, changed: [song] } });
  expect(await space.rowsOf('select count(*)::int from albums')).toEqual([[3]]);
  expect(read(await ledger.revert(changeSetId ?? '', { skipChanged: true }))).toMatchObject({
    deleted: 2,
    left: 1,
  });
  expect(await space.rowsOf('select id, album from songs')).toEqual([[7, 1]]);
  expect(await space.rowsOf('select id from albums')).toEqual([[1]]);
});

test('SQL-3 a new row that is left keeps the new rows it refers to', async () => {
  await space.run(
    'create table books (id int primary key, part_of int references books on delete cascade)',
  );
  await space.run(
    'create table loans (id int primary key, book int references books on delete cascade)',
  );
  await space.run(
    'create table fines (id int primary key, loan int references loans on delete cascade)',
  );
  const { transaction } = await editor.run('begin');
  const transactionId = transaction?.id;
  await editor.run('insert into books values (1, null), (2, 1), (3, null)', { transactionId });
  await editor.run('insert into loans values (1, 2), (2, 3)', { transactionId });
  await editor.run('commit', { transactionId });
  const { id } = await ledger.newestSet('books');
  await space.database.query('insert into fines values (1, 1)');
  expect(codeOf(await ledger.revert(id))).toBe('412 E_VERSION_CONFLICT');
  expect(read(await ledger.revert(id, { skipChanged: true }))).toMatchObject({
    deleted: 2,
    left: 3,
  });
  expect(await space.rowsOf('select id from books order by id')).toEqual([[1], [2]]);
  expect(await space.rowsOf('select id from fines')).toEqual([[1]]);
});

test('SQL-3 what a trigger put beside a new row goes with it', async () => {
  await space.run('create table carts (id int primary key)');
  await space.run('create table totals (cart int primary key references carts on delete cascade)');
  await space.run(`create function begin_total() returns trigger language plpgsql as
    $$ begin insert into totals values (new.id); return null; end $$`);
  await space.run(
    'create trigger begin_total after insert on carts for each row execute function begin_total()',
  );
  await tables.stage('carts', [insert('1', { id: '1' })]);
  const { changeSetId } = await tables.applied('carts');
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select * from totals')).toEqual([]);
});
