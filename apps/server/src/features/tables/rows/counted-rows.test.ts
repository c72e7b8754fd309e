import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

beforeAll(async () => {
  await space.run(`create type mood as enum ('low', 'fine')`);
  await space.run(`create table visits (id int primary key, kind text, felt mood, code char(4),
    day date, wall timestamp, at timestamptz)`);
  await space.run(`insert into visits (id, kind, felt, code)
    values (1, 'a', 'fine', 'x'), (2, 'b', 'low', 'x'), (3, 'b', 'low', 'y'), (4, 'c', null, 'y'),
      (5, null, null, null), (6, '', 'low', 'x'), (7, 'b', 'fine', 'x')`);
});

const values = async (query: object) => (await tables.get('visits', 'values', query)).json;
const days = async (query: object) => (await tables.get('visits', 'days', query)).json;

test('SQL-3 rows are counted by the values of a column, the most frequent first', async () => {
  expect(await values({ column: 'kind' })).toEqual({
    values: [
      { value: 'b', count: 3 },
      { value: '', count: 1 },
      { value: 'a', count: 1 },
      { value: 'c', count: 1 },
      { value: null, count: 1 },
    ],
    valueCount: 4,
    rowCount: 7,
  });
  expect(await values({ column: 'felt' })).toMatchObject({
    values: [
      { value: 'low', count: 3 },
      { value: 'fine', count: 2 },
      { value: null, count: 2 },
    ],
  });
  // As the column prints them everywhere else.
  expect(await values({ column: 'code' })).toMatchObject({
    values: [{ value: 'x   ', count: 4 }, {}, {}],
  });
});

test('SQL-3 of many values the largest are told, and how many others there are', async () => {
  expect(await values({ column: 'kind', limit: 2 })).toEqual({
    values: [
      { value: 'b', count: 3 },
      { value: null, count: 1 },
    ],
    valueCount: 4,
    rowCount: 7,
  });
});

test('SQL-3 only rows that the filters leave are counted', async () => {
  const filter = JSON.stringify({ column: 'id', operator: 'lte', value: 3 });
  expect(await values({ column: 'kind', filter, where: `kind <> 'a'` })).toEqual({
    values: [{ value: 'b', count: 2 }],
    valueCount: 1,
    rowCount: 2,
  });
  expect(await values({ column: 'kind', where: 'false' })).toEqual({
    values: [],
    valueCount: 0,
    rowCount: 0,
  });
});

test('SQL-3 rows are counted by day, by the clock that is asked for', async () => {
  // Clocks in Berlin went forward on 29 March 2026 and back on 25 October.
  await space.run(`insert into visits (id, day, wall, at) values
    (101, '2026-03-29', '2026-03-29 23:59:59.999', '2026-03-28 23:00:00+00'),
    (102, '2026-03-29', '2026-03-29 00:00', '2026-03-29 21:59:59.999+00'),
    (103, '2026-03-30', '2026-03-30 00:00', '2026-03-29 22:00:00+00'),
    (104, '2026-10-25', null, '2026-10-24 22:00:00+00'),
    (105, '2026-10-25', null, '2026-10-25 22:59:59+00'),
    (106, 'infinity', 'infinity', 'infinity')`);
  const march = { from: '2026-03-28', to: '2026-03-30' };
  const both = [
    { day: '2026-03-29', count: 2 },
    { day: '2026-03-30', count: 1 },
  ];
  expect(await days({ column: 'day', ...march })).toEqual({ days: both });
  expect(await days({ column: 'wall', ...march, timeZone: 'Asia/Tokyo' })).toEqual({ days: both });
  expect(await days({ column: 'at', ...march, timeZone: 'Europe/Berlin' })).toEqual({ days: both });
  expect(await days({ column: 'at', ...march, timeZone: 'UTC' })).toEqual({
    days: [
      { day: '2026-03-28', count: 1 },
      { day: '2026-03-29', count: 2 },
    ],
  });
  const october = { from: '2026-10-25', to: '2026-10-25', timeZone: 'Europe/Berlin' };
  expect(await days({ column: 'at', ...october })).toEqual({
    days: [{ day: '2026-10-25', count: 2 }],
  });
});

test('what can not be counted is refused with its reason', async () => {
  const get = async (rest: string, query: object) =>
    codeOf(await tables.get('visits', rest, query));
  const span = { from: '2026-03-01', to: '2026-03-02' };
  expect(await get('values', { column: 'nothing' })).toBe('422 E_COLUMN_NOT_FOUND');
  expect(await get('values', { column: 'kind', where: 'true) --' })).toBe('422 E_SQL_SYNTAX');
  expect(await get('days', { column: 'kind', ...span })).toBe('422 E_VALIDATION');
  expect(await get('days', { column: 'day', ...span, to: '2036-03-02' })).toBe('422 E_VALIDATION');
  expect(await get('days', { column: 'day', ...span, to: '2026-02-01' })).toBe('422 E_VALIDATION');
  expect(await get('days', { column: 'at', ...span, timeZone: `x'; drop table visits` })).toBe(
    '422 E_SQL_INVALID_VALUE',
  );
});
