import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, read } from '#testing/table-requests.ts';

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
