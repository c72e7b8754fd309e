import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Filter } from '@causeway/contract/tables/filters.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, firstCells, type TableRequests } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

const get: TableRequests['get'] = (...call) => tables.get(...call);
const page: TableRequests['page'] = (...call) => tables.page(...call);
const walk: TableRequests['walk'] = (...call) => tables.walk(...call);

beforeAll(async () => {
  await space.run(
    'create table things (id int primary key, name text, n int, at date, data jsonb, tags text[])',
  );
  await space.run(`insert into things values
    (1, 'Apple', 10, '2024-01-01', '{"a":{"b":2},"s":"x"}', '{red}'),
    (2, 'apple pie', 20, '2024-02-01', '{"a":{"b":10}}', '{}'),
    (3, '100%', null, null, 'null', null),
    (4, '', 30, '2025-01-01', null, '{red,blue}')`);
});

test('SQL-3 points, XML and ranges are filtered by what they are', async () => {
  await space.run(
    'create table shapes (id int primary key, at point, doc xml, span int4range, days daterange)',
  );
  await space.run(`insert into shapes values
    (1, '(1,2)', '<a/>', '[1,10)', '[2024-01-01,2024-02-01)'),
    (2, '(3,4)', '<b/>', '[50,60)', '[2024-05-05,2024-06-01)')`);
  const find = async (filter: Filter) =>
    firstCells(await page('shapes', { filter: JSON.stringify(filter) }));
  expect(await find({ column: 'at', operator: 'eq', value: '(1, 2)' })).toEqual([1]);
  expect(await find({ column: 'at', operator: 'ne', value: '(1,2)' })).toEqual([2]);
  expect(await find({ column: 'doc', operator: 'eq', value: '<b/>' })).toEqual([2]);
  expect(await find({ column: 'span', operator: 'contains', value: '5' })).toEqual([1]);
  expect(await find({ column: 'span', operator: 'notContains', value: '5' })).toEqual([2]);
  expect(await find({ column: 'span', operator: 'contains', value: '[51,55]' })).toEqual([2]);
  expect(await find({ column: 'days', operator: 'contains', value: '2024-05-31' })).toEqual([2]);
});

test('SQL-3 spans go along with the clock, and a search looks into every column', async () => {
  await space.run(
    'create table visits (id int primary key, day date, at timestamptz, note text, raw bytea)',
  );
  await space.run(`insert into visits values
    (1, current_date, now(), 'Ada 100%', 'x'),
    (2, current_date - 3, now() - interval '3 days', 'Grace', null),
    (3, current_date - 800, now() - interval '800 days', null, null)`);
  const find = async (filter: Filter) =>
    firstCells(await page('visits', { filter: JSON.stringify(filter) }));
  expect(await find({ column: 'day', operator: 'inThis', value: 'day' })).toEqual([1]);
  expect(await find({ column: 'at', operator: 'inLast', value: '7 days' })).toEqual([1, 2]);
  expect(await find({ column: 'at', operator: 'inLast', value: '5 years' })).toEqual([1, 2, 3]);
  expect(await find({ column: 'at', operator: 'inThis', value: 'quarter' })).toContain(1);
  expect(await find({ column: '*', operator: 'contains', value: 'ada' })).toEqual([1]);
  expect(await find({ column: '*', operator: 'contains', value: '0%' })).toEqual([1]);
  expect(await find({ column: '*', operator: 'contains', value: '3' })).toContain(3);
  for (const [operator, value] of [
    ['inLast', '7 days; drop table visits'],
    ['inThis', 'decade'],
  ] as const) {
    const filter = JSON.stringify({ column: 'at', operator, value });
    expect(codeOf(await get('visits', 'rows', { filter }))).toBe('422 E_VALIDATION');
  }
});

const cases: [string, Filter, number[]][] = [
  ['eq', { column: 'n', operator: 'eq', value: 20 }, [2]],
  ['eq null', { column: 'n', operator: 'eq', value: null }, [3]],
  ['ne keeps nulls', { column: 'n', operator: 'ne', value: '20' }, [1, 3, 4]],
  ['ordered', { column: 'at', operator: 'gte', value: '2024-02-01' }, [2, 4]],
  ['between', { column: 'n', operator: 'between', values: [10, 20] }, [1, 2]],
  ['in with null', { column: 'n', operator: 'in', values: [10, null] }, [1, 3]],
  ['not in', { column: 'n', operator: 'notIn', values: [10, 20] }, [3, 4]],
  [
    'contains ignores case and takes signs as they are',
    { column: 'name', operator: 'contains', value: '0%' },
    [3],
  ],
  ['starts with', { column: 'name', operator: 'startsWith', value: 'A' }, [1]],
  ['regular expression', { column: 'name', operator: 'matches', value: '^a.*e$' }, [2]],
  ['empty', { column: 'name', operator: 'isEmpty' }, [4]],
  ['JSON path as text', { column: 'data', path: ['s'], operator: 'eq', value: 'x' }, [1]],
  ['JSON path as number', { column: 'data', path: ['a', 'b'], operator: 'gt', value: 9 }, [2]],
  ['JSON contains', { column: 'data', operator: 'jsonContains', value: '{"a":{"b":2}}' }, [1]],
  ['JSON key', { column: 'data', operator: 'hasKey', value: 's' }, [1]],
  ['JSON null is not NULL', { column: 'data', operator: 'isNull' }, [4]],
  [
    'and, or, not',
    {
      or: [
        {
          and: [
            { column: 'n', operator: 'gt', value: 5 },
            { column: 'n', operator: 'lt', value: 15 },
          ],
        },
        { not: { column: 'n', operator: 'isNotNull' } },
      ],
    },
    [1, 3],
  ],
  ['nothing', { or: [] }, []],
];

test.each(cases)('SQL-3 %s', async (_, filter, ids) => {
  expect(firstCells(await page('things', { filter: JSON.stringify(filter) }))).toEqual(ids);
  expect((await get('things', 'count', { filter: JSON.stringify(filter) })).json).toMatchObject({
    total: ids.length,
  });
});

test('a value that does not fit its column is told in Postgres’ words', async () => {
  const filter = JSON.stringify({ column: 'n', operator: 'eq', value: 'x' });
  const answer = await get('things', 'rows', { filter });
  expect(codeOf(answer)).toBe('422 E_SQL_INVALID_VALUE');
  expect(answer.text).toContain('invalid input syntax');
});

test('a condition in SQL is taken as it is', async () => {
  expect(firstCells(await page('things', { where: `n > 5 and name ~ 'pie' -- really` }))).toEqual([
    2,
  ]);
  expect(firstCells(await page('things', { where: 'id in (select max(id) from things)' }))).toEqual(
    [4],
  );
  expect((await get('things', 'count', { where: `data ? 'a'` })).json).toMatchObject({
    total: 2,
  });
});

test.each([
  ['true) union select 1, 2, 3, 4, 5, 6, 7 --', 'E_SQL_SYNTAX'],
  ['true); delete from things; --', 'E_SQL_SYNTAX'],
  ['true) order by (1', 'E_SQL_SYNTAX'],
  ['true limit 1', 'E_SQL_SYNTAX'],
  ['n >', 'E_SQL_SYNTAX'],
  ['n = $1', 'E_SQL_SYNTAX'],
  [`pg_read_file('/etc/passwd') is null`, 'E_SQL_READ_ONLY'],
  ['exists (with x as (delete from things returning 1) select 1 from x)', 'E_SQL_READ_ONLY'],
  ['nothing = 1', 'E_COLUMN_NOT_FOUND'],
])('and refused where it is more than a condition: %s', async (where, code) => {
  expect(codeOf(await get('things', 'rows', { where }))).toMatch(new RegExp(`${code}$`));
  expect((await get('things', 'count')).json).toMatchObject({ total: 4 });
});

test('viewers write no condition in SQL where the role reaches beyond the data', async () => {
  expect(codeOf(await get('things', 'rows', { connector: { id: space.powerful } }))).toBe('200');
  expect(
    codeOf(await get('things', 'rows', { where: 'true', connector: { id: space.powerful } })),
  ).toBe('403 E_CONNECTOR_TOO_POWERFUL');
});

test('few matches in a large table come with their exact number', async () => {
  await space.run('create table wide (id int primary key, n int)');
  await space.run('insert into wide select n, n % 1000 from generate_series(1, 60000) n');
  await space.database.query('analyze wide');
  const filter = JSON.stringify({ column: 'n', operator: 'eq', value: 7 });
  const first = await page('wide', { filter, limit: 20 });
  expect(first).toMatchObject({ total: 60, totalIsExact: true });
  expect(await walk('wide', { filter, limit: 20 })).toEqual(
    Array.from({ length: 60 }, (_, at) => at * 1000 + 7),
  );
});

test('SQL-3 numbers inside JSON are compared with all their digits', async () => {
  await space.run('create table readings (id int primary key, data jsonb)');
  await space.run(`insert into readings values (1, '{"n": 9007199254740992}'),
    (2, '{"n": 9007199254740993}'), (3, '{"n": 9007199254740994}')`);
  const filter = { column: 'data', path: ['n'], operator: 'gte', value: '9007199254740993' };
  const { rows } = await page('readings', { filter: JSON.stringify(filter) });
  expect(rows.map(([id]) => id)).toEqual([2, 3]);
});
