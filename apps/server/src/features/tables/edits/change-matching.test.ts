import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, read, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
beforeAll(async () => {
  await space.run('create table stock (id int primary key, kind text, price numeric(10,2))');
  await space.run(
    `insert into stock select n, case when n % 2 = 0 then 'even' else 'odd' end, n
      from generate_series(1, 5000) n`,
  );
});
afterAll(() => space.stop());

const even = { column: 'kind', operator: 'eq', value: 'even' };

function change(body: object, as = space.editor) {
  return tables.send('POST', '/api/tables/v1/tables/stock/matching', body, { as });
}

async function facts(): Promise<unknown[]> {
  const { rows } = await space.database.query<unknown[]>({
    text: `select count(*)::int, sum(price)::text, count(*) filter (where kind is null)::int from stock`,
    rowMode: 'array',
  });
  return rows[0] ?? [];
}

test('SQL-3 one value is set in all rows that match, loaded or not, and taken back as one', async () => {
  const before = await facts();
  const answer = read<{ changeSetId: string }>(
    await change({
      filter: even,
      where: 'price > 1000',
      change: { kind: 'update', values: { kind: { null: true }, price: { set: '1.50' } } },
      expectedRows: 2000,
    }),
  );
  expect(answer).toMatchObject({ updated: 2000, deleted: 0 });
  expect((await facts())[2]).toBe(2000);
  expect(await ledger.newestSet('stock')).toMatchObject({ kind: 'matching', updated: 2000 });
  expect(read(await ledger.revert(answer.changeSetId))).toMatchObject({ updated: 2000, left: 0 });
  expect(await facts()).toEqual(before);
});

test('SQL-3 all rows that match are deleted, and brought back', async () => {
  const before = await facts();
  const answer = read<{ changeSetId: string }>(
    await change({ filter: even, change: { kind: 'delete' }, expectedRows: 2500 }),
  );
  expect((await facts())[0]).toBe(2500);
  read(await ledger.revert(answer.changeSetId));
  expect(await facts()).toEqual(before);
});

test('SQL-3 rows that go along with one they refer to, or that a trigger changes, are no other rows', async () => {
  await space.run(
    'create table tree (id int primary key, parent int references tree on delete cascade, place int)',
  );
  await space.run('create index on tree (parent)');
  await space.run(
    `insert into tree select n, case when n > 2500 then n - 2501 end, n
      from generate_series(0, 5000) n`,
  );
  await space.run(
    `create function close_gap() returns trigger language plpgsql as
      'begin update tree set place = place - 1 where place > 4999 and id <> old.id; return null; end'`,
  );
  await space.run(
    'create trigger close_gap after delete on tree for each row when (old.id = 0) execute function close_gap()',
  );
  const body = { change: { kind: 'delete' }, expectedRows: 5001 };
  const url = '/api/tables/v1/tables/tree/matching';
  const answer = read<{ changeSetId: string }>(
    await tables.send('POST', url, body, { as: space.editor }),
  );
  expect(answer).toMatchObject({ deleted: 5001 });
  expect(await space.rowsOf('select count(*)::int from tree')).toEqual([[0]]);
  read(await ledger.revert(answer.changeSetId));
  expect(await space.rowsOf('select count(*)::int, sum(place)::int from tree')).toEqual([
    [5001, 12_502_500],
  ]);
});

test('SQL-3 where other rows match than were counted, nothing is written and the number is told', async () => {
  const before = await facts();
  for (const expectedRows of [2499, 2501]) {
    const refused = await change({ filter: even, change: { kind: 'delete' }, expectedRows });
    expect(codeOf(refused)).toBe('412 E_VERSION_CONFLICT');
    expect(refused.json).toMatchObject({ details: { rows: 2500 } });
  }
  expect(await facts()).toEqual(before);
});

test('a column that is not there, a condition that writes and a viewer are refused', async () => {
  const values = (name: string) => ({ kind: 'update', values: { [name]: { set: 'x' } } });
  expect(codeOf(await change({ change: values('nothing'), expectedRows: 5000 }))).toBe(
    '422 E_COLUMN_NOT_FOUND',
  );
  const writing = { where: 'id = (delete from stock returning 1)', expectedRows: 1 };
  expect((await change({ ...writing, change: { kind: 'delete' } })).status).toBe(422);
  const viewer = await change({ change: { kind: 'delete' }, expectedRows: 5000 }, space.viewer);
  expect(codeOf(viewer)).toBe('403 E_FORBIDDEN');
});

test('SQL-3 rows that a policy shows and keeps as they are are told as that, and others are changed', async () => {
  await space.run('create table kept (id int primary key, who text)');
  await space.run(`insert into kept values (1, 'me'), (2, 'other')`);
  for (const rule of [
    'alter table kept enable row level security',
    'alter table kept force row level security',
    'create policy sees on kept for select using (true)',
    `create policy changes on kept for update using (who = 'me') with check (true)`,
  ]) {
    await space.run(rule);
  }
  const seen = await tables.open('kept', { id: '2' });
  await tables.stage('kept', [update({ id: '2' }, { who: 'x' }, seen)]);
  const refused = await tables.apply('kept');
  expect(codeOf(refused)).toBe('403 E_SQL_FORBIDDEN');
  expect(refused.json).toMatchObject({ details: { ref: '{"id":"2"}' } });
  const url = '/api/tables/v1/tables/kept/matching';
  const values = { kind: 'update', values: { who: { set: 'you' } } };
  const send = (expectedRows: number) =>
    tables.send('POST', url, { change: values, expectedRows }, { as: space.editor });
  expect((await send(2)).json).toMatchObject({ details: { rows: 1 } });
  expect(read(await send(1))).toMatchObject({ updated: 1 });
  expect(await space.rowsOf('select who from kept order by id')).toEqual([['you'], ['other']]);
});
