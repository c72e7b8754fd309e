import { afterAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, read, update } from '#testing/table-requests.ts';

/** Values of which only one row may have each are handed from row to row in one save. */

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

type Edits = Parameters<typeof tables.stage>[1];

/** Saves edits, and takes them back; says what the table was in between. */
async function saveAndTakeBack(table: string, edits: Edits): Promise<unknown[][]> {
  const all = `select * from ${table} order by id`;
  const before = await space.rowsOf(all);
  await tables.stage(table, edits);
  const { changeSetId } = await tables.applied(table);
  const between = await space.rowsOf(all);
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf(all)).toEqual(before);
  return between;
}

test('SQL-3 places that count from one are swapped', async () => {
  await space.run(
    'create table steps (id int primary key, place int not null unique check (place > 0))',
  );
  await space.run('insert into steps values (1, 1), (2, 2)');
  const edits = [
    update({ id: '1' }, { place: '2' }, { base: { place: '1' } }),
    update({ id: '2' }, { place: '1' }, { base: { place: '2' } }),
  ];
  expect(await saveAndTakeBack('steps', edits)).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('SQL-3 so are those that are told apart only when a statement ends, or among some rows', async () => {
  await space.run(`create table queue (id int primary key, place int not null, slot int not null,
    is_active bool not null, note text, unique (place) deferrable)`);
  await space.run('create unique index on queue (slot) where is_active');
  await space.run('insert into queue values (1, 1, 1, true), (2, 2, 2, true)');
  const edits = [
    update(
      { id: '1' },
      { place: '2', slot: '2', note: 'x' },
      { base: { place: '1', slot: '1', note: null } },
    ),
    update({ id: '2' }, { place: '1', slot: '1' }, { base: { place: '2', slot: '2' } }),
  ];
  expect(await saveAndTakeBack('queue', edits)).toEqual([
    [1, 2, 2, true, 'x'],
    [2, 1, 1, true, null],
  ]);
});

test('SQL-3 places within a list are swapped, though what was edited says nothing of the list', async () => {
  await space.run(`create table songs (id int primary key, list int not null, place int not null,
    unique (list, place))`);
  await space.run('insert into songs values (1, 7, 1), (2, 7, 2), (3, 8, 1)');
  const edits = [
    update({ id: '1' }, { place: '2' }, { base: { place: '1' } }),
    update({ id: '2' }, { place: '1' }, { base: { place: '2' } }),
  ];
  await tables.stage('songs', edits);
  expect(await tables.preview('songs')).toHaveLength(3);
  await tables.discard('songs');
  expect(await saveAndTakeBack('songs', edits)).toEqual([
    [1, 7, 2],
    [2, 7, 1],
    [3, 8, 1],
  ]);
});

test('SQL-3 the last of very many rows becomes the first, and the last again', async () => {
  await space.run('create table long_list (id int primary key, place int not null unique)');
  await space.run('insert into long_list select n, n from generate_series(1, 1500) n');
  const edits = Array.from({ length: 1500 }, (_, index) => {
    const [id, place] = [String(index + 1), String(((index + 1) % 1500) + 1)];
    return update({ id }, { place }, { base: { place: id } });
  });
  expect((await saveAndTakeBack('long_list', edits)).at(-1)).toEqual([1500, 1]);
});

test('SQL-3 what only one row of each person may be goes from one row to another, whichever was edited first', async () => {
  await space.run('create table homes (id int primary key, person int, is_first bool, note text)');
  await space.run('create unique index on homes (person) where is_first');
  await space.run('insert into homes values (1, 1, true), (2, 1, false)');
  const edits = [
    update({ id: '2' }, { is_first: 'true', note: 'new' }),
    update({ id: '1' }, { is_first: 'false' }),
  ];
  expect(await saveAndTakeBack('homes', edits)).toEqual([
    [1, 1, false, null],
    [2, 1, true, 'new'],
  ]);
  const together = [
    update({ id: '2' }, { is_first: 'true' }),
    update({ id: '1' }, { is_first: 'false' }),
  ];
  expect(await saveAndTakeBack('homes', together)).toHaveLength(2);
});

test('SQL-3 names that are told apart by an expression are handed on along a row of rows', async () => {
  await space.run('create table users (id int primary key, name text)');
  await space.run('create unique index on users (lower(name))');
  await space.run(`insert into users values (1, 'a'), (2, 'b'), (3, 'c')`);
  const edits = [
    update({ id: '1' }, { name: 'B' }),
    update({ id: '2' }, { name: 'C' }),
    update({ id: '3' }, { name: 'D' }),
  ];
  expect(await saveAndTakeBack('users', edits)).toEqual([
    [1, 'B'],
    [2, 'C'],
    [3, 'D'],
  ]);
});

test('SQL-3 names that are told apart by an expression or a computed column are swapped', async () => {
  await space.run(`create table signs (id int primary key, name text not null, place int not null,
    twice int generated always as (place * 2) stored unique, other int not null)`);
  await space.run('create unique index on signs (lower(name))');
  await space.run(`insert into signs values (1, 'a', 1, default, 5), (2, 'b', 2, default, 6)`);
  const edits = [
    update({ id: '1' }, { name: 'B', place: '2' }),
    update({ id: '2' }, { name: 'A', place: '1' }),
  ];
  expect(await saveAndTakeBack('signs', edits)).toEqual([
    [1, 'B', 2, 4, 5],
    [2, 'A', 1, 2, 6],
  ]);
});

test('SQL-3 a value that another row keeps is refused, and the row at fault is named', async () => {
  const edits = [update({ id: '1' }, { name: 'C' }), update({ id: '2' }, { name: 'x' })];
  await tables.stage('users', edits);
  const refused = await tables.apply('users');
  expect(codeOf(refused)).toBe('422 E_SQL_CONSTRAINT');
  expect(refused.json).toMatchObject({ details: { ref: edits[0]?.ref } });
  expect(await space.rowsOf('select name from users order by id')).toEqual([['a'], ['b'], ['c']]);
});
