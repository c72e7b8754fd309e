import { afterAll, expect, test } from 'vitest';
import { exportCalls } from '#testing/export-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, firstCells, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

const byName = [{ column: 'name', direction: 'desc' }];

test('SQL-3 who may read only some columns of a table sees those, in any order and from any place', async () => {
  await space.database.query(`create table staff (id int primary key, name text, salary int);
    insert into staff select n, 'name ' || chr(64 + n), n from generate_series(1, 20) n;
    grant select (id, name), update (name) on staff to ${space.role}`);
  const first = await tables.page('staff', { limit: 2 });
  expect(first.fields.map(({ name, role }) => [name, role])).toEqual([
    ['id', undefined],
    ['name', undefined],
  ]);
  expect(first.rows).toEqual([
    [1, 'name A'],
    [2, 'name B'],
  ]);
  expect(firstCells(await tables.page('staff', { limit: 3, sort: byName }))).toEqual([20, 19, 18]);
  const last = await tables.page('staff', { limit: 2, sort: byName, last: true });
  expect(firstCells(last)).toEqual([2, 1]);
  expect(firstCells(await tables.page('staff', { limit: 2, offset: 7 }))).toEqual([8, 9]);
  expect(await tables.walk('staff', { limit: 7, sort: byName })).toHaveLength(20);
  expect((await tables.get('staff', 'count')).json).toMatchObject({ total: 20 });
  const search = { filter: JSON.stringify({ column: 'name', operator: 'contains', value: 'C' }) };
  expect(firstCells(await tables.page('staff', search))).toEqual([3]);
});

test('SQL-3 they write what they may write, against what they saw', async () => {
  const { base } = await tables.open('staff', { id: '3' });
  expect(base).toEqual({ id: '3', name: 'name C' });
  await tables.stage('staff', [update({ id: '3' }, { name: 'changed' }, { base })]);
  expect((await tables.apply('staff')).status).toBe(200);
  expect(await space.rowsOf('select name, salary from staff where id = 3')).toEqual([
    ['changed', 3],
  ]);
});

test('SQL-5 their exports have those columns', async () => {
  const source = { kind: 'table', table: 'staff', sort: byName };
  const made = await exportCalls(() => space).create({ source, file: { format: 'csv' } });
  const { text } = await space.server.send('GET', made.downloadPath ?? '');
  expect(text.split('\n').slice(0, 2)).toEqual(['id,name', '20,name T']);
});
