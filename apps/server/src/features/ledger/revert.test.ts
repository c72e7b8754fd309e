import { afterAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, read, remove, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

test('SQL-3 a set is taken back in one transaction, which is a set of its own and can be taken back too', async () => {
  await space.run(
    `create table wares (id int generated always as identity primary key, name text,
      price numeric, total numeric generated always as (price * 2) stored, data jsonb)`,
  );
  await space.run(
    `insert into wares (name, price, data) values ('a', 1.10, '{"n":9007199254740993}'), ('b', 2, null), ('c', 3, 'null')`,
  );
  const before = await space.rowsOf(
    'select id, name, price::text, data::text from wares order by id',
  );
  await tables.stage('wares', [
    update({ id: '1' }, { name: 'changed', data: null }, { base: { name: 'a' } }),
    remove({ id: '2' }),
    insert('n', { name: 'new' }),
  ]);
  const { changeSetId } = await tables.applied('wares');
  const after = await space.rowsOf(
    'select id, name, price::text, data::text from wares order by id',
  );
  const back = read<{ changeSetId: string }>(await ledger.revert(changeSetId ?? ''));
  expect(back).toMatchObject({ inserted: 1, updated: 1, deleted: 1, left: 0 });
  expect(
    await space.rowsOf('select id, name, price::text, data::text from wares order by id'),
  ).toEqual(before);
  expect(await ledger.newestSet('wares')).toMatchObject({
    id: back.changeSetId,
    kind: 'revert',
    screen: 'history',
    revertsId: changeSetId,
  });
  const { items } = await ledger.sets({ table: 'wares' });
  expect(items[1]).toMatchObject({ id: changeSetId, revertedById: back.changeSetId });
  read(await ledger.revert(back.changeSetId));
  expect(
    await space.rowsOf('select id, name, price::text, data::text from wares order by id'),
  ).toEqual(after);
});

test('SQL-3 where a row changed since, taking back is refused with the rows, or leaves them out', async () => {
  await space.run('create table touched (id int primary key, v text)');
  await space.run(`insert into touched values (1, 'a'), (2, 'b'), (3, 'c')`);
  await tables.stage('touched', [
    update({ id: '1' }, { v: 'A' }),
    update({ id: '2' }, { v: 'B' }),
    remove({ id: '3' }),
  ]);
  const { changeSetId } = await tables.applied('touched');
  await space.database.query(`update touched set v = 'theirs' where id = 2`);
  await space.database.query(`insert into touched values (3, 'again')`);
  const refused = await ledger.revert(changeSetId ?? '');
  expect(codeOf(refused)).toBe('412 E_VERSION_CONFLICT');
  expect(refused.json).toMatchObject({
    details: {
      total: 2,
      changed: [
        { key: { id: '2' }, expected: { id: '2', v: 'B' }, current: { id: '2', v: 'theirs' } },
        { key: { id: '3' }, expected: null, current: { id: '3', v: 'again' } },
      ],
    },
  });
  expect(await space.rowsOf('select * from touched order by id')).toEqual([
    [1, 'A'],
    [2, 'theirs'],
    [3, 'again'],
  ]);
  expect(read(await ledger.revert(changeSetId ?? '', { skipChanged: true }))).toMatchObject({
    updated: 1,
    inserted: 0,
    left: 2,
  });
  expect(await space.rowsOf('select v from touched where id = 1')).toEqual([['a']]);
});

test('SQL-3 rows that went along with a deleted one by the rules of foreign keys come back with it', async () => {
  await space.run(
    'create table people (id int primary key, boss int references people on delete set null)',
  );
  await space.run(
    'create table orders (id int primary key, person int references people on delete cascade)',
  );
  await space.run(
    'create table items (a int, b int references orders on delete cascade, primary key (a, b))',
  );
  await space.run('insert into people values (1, null), (2, 1)');
  await space.run('insert into orders values (10, 1), (11, 1), (20, 2)');
  await space.run('insert into items values (1, 10), (2, 10), (3, 20)');
  const all = `select (select array_agg(p::text order by p) from people p),
    (select array_agg(o::text order by o) from orders o),
    (select array_agg(i::text order by i) from items i)`;
  const before = await space.rowsOf(all);
  const removals = [
    () => tables.write('DELETE', 'people', { key: { id: 1 } }),
    () => space.send('DELETE', { sql: 'delete from people where id = 1' }),
    async () => {
      await tables.stage('people', [remove({ id: '1' })]);
      return tables.apply('people');
    },
  ];
  for (const removeRow of removals) {
    read(await removeRow());
    expect(await space.rowsOf('select count(*)::int from items')).toEqual([[1]]);
    const set = await ledger.newestSet('people');
    expect(set).toMatchObject({ deleted: 5, updated: 1, notRevertible: null });
    expect(set.tables).toHaveLength(3);
    read(await ledger.revert(set.id));
    expect(await space.rowsOf(all)).toEqual(before);
  }
});

test('SQL-3 rows that a new key was handed on to are told with it, and get the old one back', async () => {
  await space.run('create table plants (code text primary key, name text)');
  await space.run(
    `create table beds (plant text references plants on update cascade, place int, note text,
      primary key (plant, place))`,
  );
  await space.run(
    `create table tips (id int primary key, plant text references plants on update set null)`,
  );
  await space.run(`insert into plants values ('a', 'Aster'), ('b', 'Begonia')`);
  await space.run(`insert into beds values ('a', 1, 'x'), ('a', 2, 'y'), ('b', 1, 'z')`);
  await space.run(`insert into tips values (1, 'a'), (2, 'b')`);
  const all = `select (select array_agg(p::text order by p) from plants p),
    (select array_agg(b::text order by b) from beds b),
    (select array_agg(t::text order by t) from tips t)`;
  const before = await space.rowsOf(all);
  const renames = [
    () => tables.write('PATCH', 'plants', { key: { code: 'a' }, newKey: { code: 'c' } }),
    async () => {
      await tables.stage('plants', [
        update({ code: 'a' }, { code: 'c' }, { base: { code: 'a', name: 'Aster' } }),
      ]);
      return tables.apply('plants');
    },
  ];
  for (const rename of renames) {
    read(await rename());
    expect(await space.rowsOf(`select count(*)::int from beds where plant = 'c'`)).toEqual([[2]]);
    const set = await ledger.newestSet('beds');
    expect(set).toMatchObject({ updated: 4, notRevertible: null });
    read(await ledger.revert(set.id));
    expect(await space.rowsOf(all)).toEqual(before);
    const back = await ledger.newestSet('beds');
    expect(back).toMatchObject({ kind: 'revert', revertsId: set.id });
  }
});

test('a write to a table without a key is told, but can not be taken back', async () => {
  await space.run('create table keyless (v text)');
  await tables.write('POST', 'keyless', { values: { v: 'x' } });
  const set = await ledger.newestSet('keyless');
  expect(set).toMatchObject({ inserted: 1, notRevertible: 'no-key' });
  expect(codeOf(await ledger.revert(set.id))).toBe('422 E_NOT_REVERTIBLE');
});

test('a viewer can not take anything back', async () => {
  const set = await ledger.newestSet('touched');
  const answer = await tables.send(
    'POST',
    `/api/ledger/v1/sets/${set.id}/revert`,
    {},
    { as: space.viewer },
  );
  expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
});

test('SQL-3 SQL-10 a float comes back to its last digit where the role prints fewer', async () => {
  await space.database.query(`alter role ${space.role} set extra_float_digits = 0`);
  await space.run('create table ratios (id int primary key, ratio float8)');
  await space.run('insert into ratios values (1, 0.1::float8 + 0.2::float8)');
  await tables.stage('ratios', [update({ id: '1' }, { ratio: '9' })]);
  const { changeSetId } = await tables.applied('ratios');
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select ratio::text from ratios')).toEqual([['0.30000000000000004']]);
});

test('SQL-3 what refers to a partition goes along with its rows and comes back, whichever way they are deleted', async () => {
  await space.run('create table parcels (id int primary key, v text) partition by list (id)');
  await space.run('create table parcels_one partition of parcels for values in (1)');
  await space.run('create table parcels_two partition of parcels for values in (2)');
  await space.run(`create table labels (id int, parcel int references parcels on delete cascade,
    primary key (id)) partition by range (id)`);
  await space.run('create table labels_low partition of labels for values from (0) to (10)');
  await space.run(`create table seals (id int primary key,
    parcel int references parcels_one on delete cascade)`);
  await space.run(`insert into parcels values (1, 'a'), (2, 'b')`);
  await space.run('insert into labels values (1, 1), (2, 2)');
  await space.run('insert into seals values (1, 1)');
  const all = `select (select array_agg(p::text order by p) from parcels p),
    (select array_agg(l::text order by l) from labels l),
    (select array_agg(s::text order by s) from seals s)`;
  const before = await space.rowsOf(all);
  for (const table of ['parcels', 'parcels_one']) {
    await space.run(`delete from ${table} where id = 1`);
    const set = await ledger.newestSet(table);
    expect(set).toMatchObject({ deleted: 3, notRevertible: null });
    read(await ledger.revert(set.id));
    expect(await space.rowsOf(all)).toEqual(before);
  }
});

test('SQL-3 a row may refer to one whose key is of a wider type', async () => {
  await space.run('create table lots (nr numeric(12, 2) primary key)');
  await space.run(`create table bids (lot int references lots on update cascade on delete cascade,
    place int, primary key (lot, place))`);
  await space.run('insert into lots values (1), (5000000000)');
  await space.run('insert into bids values (1, 1), (1, 2)');
  await tables.stage('lots', [remove({ nr: '5000000000.00' })]);
  await tables.applied('lots');
  expect(await ledger.newestSet('lots')).toMatchObject({ deleted: 1, notRevertible: null });
  await tables.stage('lots', [update({ nr: '1.00' }, { nr: '2.00' }, { base: { nr: '1.00' } })]);
  const { changeSetId } = await tables.applied('lots');
  expect(await ledger.newestSet('bids')).toMatchObject({ updated: 3, deleted: 0 });
  read(await ledger.revert(changeSetId ?? ''));
  expect(await space.rowsOf('select lot, place from bids order by place')).toEqual([
    [1, 1],
    [1, 2],
  ]);
});

test('SQL-3 rows that were given the default for a part of their key are said not to come back', async () => {
  await space.run('create table teams (id int primary key)');
  await space.run(`create table shirts (team int default 0 references teams on delete set default,
    nr int, primary key (team, nr))`);
  await space.run('insert into teams values (0), (1)');
  await space.run('insert into shirts values (1, 7)');
  await tables.stage('teams', [remove({ id: '1' })]);
  await tables.applied('teams');
  const set = await ledger.newestSet('teams');
  expect(set).toMatchObject({ deleted: 1, notRevertible: 'database-rule' });
  expect(await space.rowsOf('select team, nr from shirts')).toEqual([[0, 7]]);
});
