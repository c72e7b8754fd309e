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

/** Takes the newest set of a table back. */
async function takeBack(table: string) {
  return read(await ledger.revert((await ledger.newestSet(table)).id));
}

const cats = [
  [2, 'tom', 9],
  [3, 'kit', 7],
];
const listCats = () => space.rowsOf('select id, name, lives from only cats order by id');

test('a row of a table that adds columns comes back whole where it was deleted by way of its parent', async () => {
  await tables.stage('beasts', [remove({ id: '2' })]);
  await tables.applied('beasts');
  await takeBack('beasts');
  expect(await listCats()).toEqual(cats);
  read(await tables.write('DELETE', 'beasts', { key: { id: 2 } }));
  await takeBack('beasts');
  expect(await listCats()).toEqual(cats);
  await space.run('delete from beasts');
  expect(await space.rowsOf('select * from beasts')).toEqual([]);
  await takeBack('beasts');
  expect(await listCats()).toEqual(cats);
  expect(await space.rowsOf('select * from only beasts')).toEqual([[1, 'owl']]);
});

test('what was put back in the table of its own can be taken back as well', async () => {
  await tables.stage('beasts', [remove({ id: '2' })]);
  await tables.applied('beasts');
  await takeBack('beasts');
  await takeBack('cats');
  expect(await listCats()).toEqual([[3, 'kit', 7]]);
  await takeBack('cats');
  expect(await listCats()).toEqual(cats);
});

test('what went along with such a row comes back with it', async () => {
  await space.run('create unique index on cats (id)');
  await space.run(`create table kittens (id int primary key,
    cat int references cats (id) on delete cascade)`);
  await space.run('insert into kittens values (1, 2), (2, 2), (3, 3)');
  await tables.stage('beasts', [remove({ id: '2' })]);
  await tables.applied('beasts');
  expect(await space.rowsOf('select id from kittens')).toEqual([[3]]);
  await takeBack('beasts');
  expect(await space.rowsOf('select id, cat from kittens order by id')).toEqual([
    [1, 2],
    [2, 2],
    [3, 3],
  ]);
  expect(await listCats()).toEqual(cats);
  await space.run('drop table kittens');
});

test('what a foreign key takes along from a table that others inherit from comes back', async () => {
  await space.run('create table owners (id int primary key)');
  await space.run(`create table pets (id int primary key,
    owner int references owners on delete cascade)`);
  await space.run('create table dogs (bark text) inherits (pets)');
  await space.run('insert into owners values (1)');
  await space.run('insert into pets values (1, 1)');
  await space.run(`insert into dogs values (2, 1, 'woof')`);
  await tables.stage('owners', [remove({ id: '1' })]);
  await tables.applied('owners');
  expect(await space.rowsOf('select id from pets')).toEqual([[2]]);
  await takeBack('owners');
  expect(await space.rowsOf('select id from pets order by id')).toEqual([[1], [2]]);
});

test('a row of a table that may not be read itself is deleted for good by way of its parent', async () => {
  await space.database.query(
    `create table lions (mane text) inherits (beasts); insert into lions values (7, 'leo', 'long')`,
  );
  await tables.stage('beasts', [remove({ id: '7' })]);
  await tables.applied('beasts');
  expect(await refusalOf('beasts')).toEqual(refused);
  await space.database.query('drop table lions');
});

test('rows that share a key with those of another table are said not to come back', async () => {
  await space.run(`insert into cats values (1, 'max', 5)`);
  await space.run('delete from beasts where id = 1');
  expect(await refusalOf('beasts')).toEqual({
    notRevertible: 'no-key',
    answer: '422 E_NOT_REVERTIBLE',
  });
  await space.run(`insert into beasts values (1, 'owl')`);
});

test('a table is one that others inherit from only as long as they are there', async () => {
  await space.run('drop table cats');
  await tables.stage('beasts', [remove({ id: '1' })]);
  await tables.applied('beasts');
  read(await ledger.revert((await ledger.newestSet('beasts')).id));
  expect(await space.rowsOf('select * from beasts')).toEqual([[1, 'owl']]);
});

test('rows that a policy hides may go along unseen, so what they refer to is deleted for good', async () => {
  await space.database.query(
    `create table rooms (id int primary key);
     create table guests (id int primary key, room int references rooms on delete cascade, vip bool);
     insert into rooms values (1), (2); insert into guests values (1, 1, false), (2, 1, true);
     alter table guests enable row level security;
     create policy plain on guests using (not vip);
     grant select, insert, update, delete on rooms, guests to ${space.role}`,
  );
  await tables.stage('rooms', [remove({ id: '1' })]);
  await tables.applied('rooms');
  expect(await space.rowsOf('select * from guests')).toEqual([]);
  expect((await ledger.newestSet('rooms')).deleted).toBe(2);
  expect(await refusalOf('rooms')).toEqual(refused);
});
