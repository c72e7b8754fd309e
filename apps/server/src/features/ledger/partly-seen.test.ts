import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, read, remove, update } from '#testing/table-requests.ts';

/** A row that is put back is the row it was, or is said not to come back. */

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
beforeAll(async () => {
  await space.database.query(
    `create table people (id int primary key, name text, salary int default 0);
     insert into people select n, 'a', 100 from generate_series(1, 4) n;
     create table notes (id int primary key, person int references people on delete cascade, secret text);
     insert into notes values (1, 3, 'x');
     grant select (id, name), insert (id, name), update (name), delete on people to ${space.role};
     grant select (id, person), insert (id, person), delete on notes to ${space.role}`,
  );
  await space.run('create table beasts (id int primary key, name text)');
  await space.run('create table cats (lives int) inherits (beasts)');
  await space.run(`insert into beasts values (1, 'owl')`);
  await space.run(`insert into cats values (2, 'tom', 9), (3, 'kit', 7)`);
});
afterAll(() => space.stop());

/** Why the newest set can not be reverted, and what trying to says. */
async function refusalOf(table: string) {
  const { id, notRevertible } = await ledger.newestSet(table);
  return { notRevertible, answer: codeOf(await ledger.revert(id)) };
}

const refused = { notRevertible: 'partly-seen', answer: '422 E_NOT_REVERTIBLE' };

test('a row of which not all columns may be read is deleted for good, by a save, alone and by a statement', async () => {
  await tables.stage('people', [remove({ id: '1' })]);
  await tables.applied('people');
  expect(await refusalOf('people')).toEqual(refused);
  read(await tables.write('DELETE', 'people', { key: { id: 2 } }));
  expect(await refusalOf('people')).toEqual(refused);
  await space.run('delete from people where id = 3');
  expect(await refusalOf('people')).toEqual(refused);
});

test('what else is changed of such rows comes back', async () => {
  await tables.stage('people', [update({ id: '4' }, { name: 'b' })]);
  await tables.applied('people');
  read(await ledger.revert((await ledger.newestSet('people')).id));
  expect(await space.rowsOf('select * from people')).toEqual([[4, 'a', 100]]);
});

test('a row that a table adds columns to is deleted for good by way of the table it inherits from', async () => {
  await tables.stage('beasts', [remove({ id: '2' })]);
  await tables.applied('beasts');
  expect(await refusalOf('beasts')).toEqual(refused);
  await space.run('create unique index on cats (id)');
  await tables.stage('cats', [remove({ id: '3' })]);
  await tables.applied('cats');
  read(await ledger.revert((await ledger.newestSet('cats')).id));
  expect(await space.rowsOf('select * from cats')).toEqual([[3, 'kit', 7]]);
});

test('a table is one that others inherit from only as long as they are there', async () => {
  await space.run('drop table cats');
  await tables.stage('beasts', [remove({ id: '1' })]);
  await tables.applied('beasts');
  read(await ledger.revert((await ledger.newestSet('beasts')).id));
  expect(await space.rowsOf('select * from beasts')).toEqual([[1, 'owl']]);
});
