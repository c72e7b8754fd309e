import { afterAll, expect, test } from 'vitest';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, firstCells, type TableRequests } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

const get: TableRequests['get'] = (...call) => tables.get(...call);
const page: TableRequests['page'] = (...call) => tables.page(...call);
const walk: TableRequests['walk'] = (...call) => tables.walk(...call);

test('SQL-3 the first page comes with an estimate of the total, the exact one on demand', async () => {
  await space.run('create table big (id int primary key, name text)');
  await space.run(`insert into big select n, 'name ' || n from generate_series(1, 5000) n`);
  await space.database.query('analyze big');
  const first = await page('big');
  expect(first.rows).toHaveLength(50);
  expect(first.rows[0]).toEqual([1, 'name 1', expect.any(String)]);
  expect(first.fields.map(({ name, role }) => [name, role])).toEqual([
    ['id', undefined],
    ['name', undefined],
    ['xmin', 'version'],
  ]);
  expect(first).toMatchObject({ total: 5_000, totalIsExact: false, previousCursor: null });
  expect((await get('big', 'count')).json).toEqual({ total: 5_000, totalIsExact: true });
  const small = await page('big', {
    filter: JSON.stringify({ column: 'id', operator: 'lte', value: 3 }),
  });
  expect(small).toMatchObject({ total: 3, totalIsExact: true, nextCursor: null });
});

test('SQL-3 pages go on, back and to any place', async () => {
  const second = await page('big', {
    limit: 10,
    after: (await page('big', { limit: 10 })).nextCursor,
  });
  expect(firstCells(second)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(firstCells(await page('big', { limit: 10, before: second.previousCursor }))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  const jumped = await page('big', { limit: 3, offset: 4_000 });
  expect(firstCells(jumped)).toEqual([4001, 4002, 4003]);
  expect(firstCells(await page('big', { limit: 2, after: jumped.nextCursor }))).toEqual([
    4004, 4005,
  ]);
  const end = await page('big', { limit: 3, sort: [{ column: 'id', direction: 'desc' }] });
  expect(firstCells(end)).toEqual([5000, 4999, 4998]);
});

test('SQL-3 the last page is read from the other end, and goes back from there', async () => {
  const last = await page('big', { limit: 3, last: true });
  expect(firstCells(last)).toEqual([4998, 4999, 5000]);
  expect(last.nextCursor).toBeNull();
  expect(firstCells(await page('big', { limit: 2, before: last.previousCursor }))).toEqual([
    4996, 4997,
  ]);
  const filter = JSON.stringify({ column: 'id', operator: 'lte', value: 3 });
  const all = await page('big', { limit: 50, last: true, filter });
  expect(firstCells(all)).toEqual([1, 2, 3]);
  expect(all.previousCursor).toBeNull();
});

test('SQL-3 a view without a key has a last page too', async () => {
  await space.run('create view big_view as select * from big');
  const sort = [{ column: 'id', direction: 'asc' }];
  const last = await page('big_view', { limit: 3, last: true, sort });
  expect(firstCells(last)).toEqual([4998, 4999, 5000]);
  expect(
    firstCells(await page('big_view', { limit: 3, before: last.previousCursor, sort })),
  ).toEqual([4995, 4996, 4997]);
});

test('ten thousand rows of one moment, while others are added: each original row once', async () => {
  await space.run('create table same (id serial primary key, created_at timestamptz)');
  await space.run(
    `insert into same (created_at) select '2024-01-01' from generate_series(1, 10000)`,
  );
  const walked = new AbortController();
  const others = (async () => {
    while (!walked.signal.aborted) {
      await space.database.query(`insert into same (created_at) values ('2024-01-01'), (now())`);
    }
  })();
  const seen = await walk('same', {
    sort: [{ column: 'created_at', direction: 'desc' }],
    limit: 500,
  });
  walked.abort();
  await others;
  const originals = seen.filter((id) => Number(id) <= 10_000);
  expect(originals).toHaveLength(10_000);
  expect(new Set(originals).size).toBe(10_000);
});

test.each(['asc', 'desc'] as const)(
  'nulls and mixed directions are walked without a gap, %s',
  async (direction) => {
    await space.run('create table if not exists holes (id int primary key, a int, b text)');
    await space.run('truncate holes');
    await space.run(
      `insert into holes select n, nullif(n % 5, 0), nullif((n % 3)::text, '0') from generate_series(1, 100) n`,
    );
    const sort = [
      { column: 'a', direction },
      { column: 'b', direction: 'desc' },
    ];
    const seen = await walk('holes', { sort, limit: 7 });
    const { rows } = await space.database.query<{ id: number }>(
      `select id from holes order by a ${direction}, b desc, id desc`,
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  },
);

test('SQL-3 tables without a key and views are paged too', async () => {
  await space.run('create table loose (a int)');
  await space.run('insert into loose select 1 from generate_series(1, 95)');
  expect(await walk('loose', { limit: 10 })).toHaveLength(95);
  await space.run('create view seen as select id from big where id <= 95');
  expect(await walk('seen', { limit: 10, sort: [{ column: 'id' }] })).toHaveLength(95);
});

test('any name can be listed, sorted and filtered', async () => {
  await space.run(
    'create table "Straße/100% ""x""" ("select" int primary key, "a b" text, "Ü" text)',
  );
  await space.run(`insert into "Straße/100% ""x""" values (1, 'x', '%'), (2, 'y', '_')`);
  const query = {
    sort: [{ column: 'a b', direction: 'desc' }],
    filter: JSON.stringify({ column: 'Ü', operator: 'contains', value: '%' }),
    columns: ['Ü'],
  };
  const { rows, fields } = await page('Straße/100% "x"', query);
  expect(rows).toEqual([['%', 1, 'x', expect.any(String)]]);
  expect(fields.map(({ name, role }) => [name, role])).toEqual([
    ['Ü', undefined],
    ['select', 'extra'],
    ['a b', 'extra'],
    ['xmin', 'version'],
  ]);
});

test('a cursor of another order, an unknown column and an unknown table are refused', async () => {
  const { nextCursor } = await page('big');
  const answer = await get('big', 'rows', { after: nextCursor, sort: [{ column: 'name' }] });
  expect(codeOf(answer)).toBe('422 E_VALIDATION');
  expect(codeOf(await get('big', 'rows', { sort: [{ column: 'x' }] }))).toBe(
    '422 E_COLUMN_NOT_FOUND',
  );
  expect(codeOf(await get('big', 'rows', { columns: ['x"y'] }))).toBe('422 E_COLUMN_NOT_FOUND');
  expect(codeOf(await get('nowhere', 'rows'))).toBe('404 E_TABLE_NOT_FOUND');
});

test('a column that went away meanwhile is noticed by the page itself', async () => {
  await space.run('create table moving (id int primary key, a int)');
  await space.run('insert into moving values (1, 2)');
  expect((await page('moving')).rows[0]?.slice(0, 2)).toEqual([1, 2]);
  await space.database.query('alter table moving rename a to b');
  expect((await page('moving')).fields[1]?.name).toBe('b');
});

test.each(['id', 'name', undefined])(
  'SQL-3 of a table that others inherit from each row is listed once, whatever keys they repeat (sorted by %s)',
  async (column) => {
    const name = `beasts by ${column}`;
    await space.run(`create table "${name}" (id int primary key, name text)`);
    await space.run(`create table "cats of ${name}" () inherits ("${name}")`);
    await space.run(`insert into "${name}" select n, 'a' from generate_series(1, 10) n`);
    await space.run(
      `insert into "cats of ${name}" select n, 'a' from generate_series(1, 10) n, generate_series(1, 2)`,
    );
    const sort = column ? [{ column, direction: 'desc' }] : [];
    const rows = await walk(name, { limit: 4, sort });
    expect(rows).toHaveLength(30);
    expect((await page(name, { limit: 4, offset: 4, sort })).rows).toHaveLength(4);
    expect((await page(name, { limit: 4, last: true, sort })).rows).toHaveLength(4);
  },
);

test('SQL-3 rows without a key of a table that others inherit from are listed once each', async () => {
  await space.run('create table strays (name text)');
  await space.run('create table more_strays () inherits (strays)');
  await space.run(`insert into strays select 'a' || n from generate_series(1, 10) n`);
  await space.run(`insert into more_strays select 'b' || n from generate_series(1, 10) n`);
  const rows = await walk('strays', { limit: 3 });
  expect(rows).toHaveLength(20);
  expect(new Set(rows).size).toBe(20);
});

test.each(['asc', 'desc'])(
  'SQL-3 rows from before a rule against NULL are listed where they have none (%s)',
  async (direction) => {
    await space.run(`create table late_rule_${direction} (id int primary key, code text)`);
    await space.run(`insert into late_rule_${direction}
      select n, case when n % 3 > 0 then 'c' || n end from generate_series(1, 30) n`);
    await space.run(
      `alter table late_rule_${direction} add constraint present not null code not valid`,
    );
    const rows = await walk(`late_rule_${direction}`, {
      limit: 4,
      sort: [{ column: 'code', direction }],
    });
    expect(new Set(rows).size).toBe(30);
  },
);

test('SQL-3 values that an index tells apart and their column does not are no key', async () => {
  await space.database.query(
    `create collation any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  );
  await space.run('create table labels (name text collate any_case not null)');
  await space.run('create unique index on labels (name collate "C")');
  await space.run(`insert into labels values ('a'), ('A'), ('b')`);
  expect(await walk('labels', { limit: 1 })).toEqual(['a', 'A', 'b']);
  const removed = await tables.write('DELETE', 'labels', { key: { name: 'a' } });
  expect(codeOf(removed)).toBe('405 E_TABLE_READ_ONLY');
});
