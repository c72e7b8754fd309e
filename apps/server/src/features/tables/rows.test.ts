import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter, RowsPage } from '@causeway/contract/tables.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
});
afterAll(() => space.stop());

type Row = { row: unknown[]; key: Record<string, string>; version: string };

function path(table: string, rest: string): string {
  return `/api/tables/v1/tables/${encodeURIComponent(table)}/${rest}`;
}

async function get(table: string, rest: string, query: object = {}, connectorId = space.plain) {
  const text = qs.stringify({ connector: { id: connectorId }, ...query });
  return space.server.send('GET', path(table, rest), { token: space.viewer.token, query: text });
}

async function page(table: string, query: object = {}): Promise<RowsPage> {
  const answer = await get(table, 'rows', query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as RowsPage;
}

/** The first cell of each row. */
function firsts({ rows }: RowsPage): unknown[] {
  return rows.map(([first]) => first);
}

function write(method: 'POST' | 'PATCH' | 'DELETE', table: string, body: object, key?: string) {
  const rest = method === 'POST' ? 'rows' : 'row';
  return space.server.send(method, path(table, rest), {
    token: space.editor.token,
    key,
    body: { connector: { id: space.plain }, ...body },
  });
}

async function walk(table: string, query: object = {}): Promise<unknown[]> {
  const seen: unknown[] = [];
  let after: string | null | undefined;
  do {
    const next: RowsPage = await page(table, { ...query, ...(after && { after }) });
    seen.push(...firsts(next));
    after = next.nextCursor;
  } while (after);
  return seen;
}

describe('paging', () => {
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
    expect(firsts(second)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(firsts(await page('big', { limit: 10, before: second.previousCursor }))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const jumped = await page('big', { limit: 3, offset: 4_000 });
    expect(firsts(jumped)).toEqual([4001, 4002, 4003]);
    expect(firsts(await page('big', { limit: 2, after: jumped.nextCursor }))).toEqual([4004, 4005]);
    const end = await page('big', { limit: 3, sort: [{ column: 'id', direction: 'desc' }] });
    expect(firsts(end)).toEqual([5000, 4999, 4998]);
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
});

describe('filters', () => {
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
    expect(firsts(await page('things', { filter: JSON.stringify(filter) }))).toEqual(ids);
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
    expect(firsts(await page('things', { where: `n > 5 and name ~ 'pie' -- really` }))).toEqual([
      2,
    ]);
    expect(firsts(await page('things', { where: 'id in (select max(id) from things)' }))).toEqual([
      4,
    ]);
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
    expect(codeOf(await get('things', 'rows', {}, space.powerful))).toBe('200');
    expect(codeOf(await get('things', 'rows', { where: 'true' }, space.powerful))).toBe(
      '403 E_CONNECTOR_TOO_POWERFUL',
    );
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
});

describe('changing rows', () => {
  beforeAll(async () => {
    await space.run(`create table notes (id int generated always as identity primary key, title text default 'untitled',
      n bigint, data jsonb, tags text[], at timestamptz, length int generated always as (length(title)) stored)`);
  });

  async function insert(values: object = {}, table = 'notes'): Promise<Row> {
    const answer = await write('POST', table, { values });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Row;
  }

  test('SQL-3 an insert answers with the new key, a row is shown by it', async () => {
    const { key, row, version } = await insert({
      title: 'one',
      n: '9007199254740993',
      data: { n: [1] },
      tags: ['a', 'b"'],
    });
    expect(row).toEqual([
      Number(key.id),
      'one',
      '9007199254740993',
      '{"n": [1]}',
      '{a,"b\\""}',
      null,
      3,
      version,
    ]);
    const shown = await get('notes', 'row', { key });
    expect(shown.json).toMatchObject({ row, key, version });
    expect(codeOf(await get('notes', 'row', { key: { id: 0 } }))).toBe('404 E_ROW_NOT_FOUND');
    expect(codeOf(await get('notes', 'row', { key: { title: 'one' } }))).toBe('422 E_VALIDATION');
  });

  test('identity and generated columns are left out, nothing at all is a row of defaults', async () => {
    const { row } = await insert({ id: 4711, length: 5, title: 'x' });
    expect(row[0]).not.toBe(4711);
    expect((await insert()).row.slice(1, 3)).toEqual(['untitled', null]);
  });

  test('SQL-3 an update skips the key and nulls; NULL and DEFAULT are set on purpose', async () => {
    const { key } = await insert({ title: 'one', n: 5, data: 'null' });
    const changed = await write('PATCH', 'notes', {
      key,
      values: { id: 99, title: 'two', n: null },
    });
    expect((changed.json as Row).row.slice(0, 4)).toEqual([Number(key.id), 'two', '5', 'null']);
    const cleared = await write('PATCH', 'notes', {
      key,
      setNull: ['n', 'data'],
      setDefault: ['title'],
    });
    expect((cleared.json as Row).row.slice(1, 4)).toEqual(['untitled', null, null]);
  });

  test('NULL, JSON null, the empty text, the text NULL and 1 are five different things', async () => {
    const rows = [
      await insert({ data: null, title: null }),
      await insert({ data: 'null', title: '' }),
      await insert({ data: '1', title: 'NULL' }),
    ];
    expect(rows.map(({ row }) => [row[1], row[3]])).toEqual([
      [null, null],
      ['', 'null'],
      ['NULL', '1'],
    ]);
  });

  test('data.md 1, 2: text that was read goes back as it was, and saving it unchanged writes nothing', async () => {
    const at = '2021-09-27 20:55:25.625535+00';
    const { key, row, version } = await insert({ at, n: '9007199254740993' });
    const same = await write('PATCH', 'notes', { key, values: {}, version });
    expect(same.json).toMatchObject({ row, version });
    const other = await write('PATCH', 'notes', { key, values: { title: 'other' }, version });
    const { rows } = await space.database.query(
      `select count(*)::int as changed, min(n)::text as n, min(at) = $1 as same from notes where title = 'other'`,
      [at],
    );
    expect(other.status).toBe(200);
    expect(rows).toEqual([{ changed: 1, n: '9007199254740993', same: true }]);
  });

  test('the second of two writers gets 412 and the row as it is now', async () => {
    const { key, version } = await insert({ title: 'one' });
    expect(
      codeOf(await write('PATCH', 'notes', { key, values: { title: 'first' }, version })),
    ).toBe('200');
    const second = await write('PATCH', 'notes', { key, values: { title: 'second' }, version });
    expect(codeOf(second)).toBe('412 E_VERSION_CONFLICT');
    expect(second.json).toMatchObject({
      details: {
        current: {
          key,
          row: [Number(key.id), 'first', null, null, null, null, 5, expect.any(String)],
        },
      },
    });
    expect(codeOf(await write('DELETE', 'notes', { key, version }))).toBe('412 E_VERSION_CONFLICT');
    const expected = { title: 'one' };
    expect(
      codeOf(await write('PATCH', 'notes', { key, values: { title: 'third' }, expected })),
    ).toBe('412 E_VERSION_CONFLICT');
    expect(
      codeOf(
        await write('PATCH', 'notes', {
          key,
          values: { title: 'third' },
          expected: { title: 'first', n: null },
        }),
      ),
    ).toBe('200');
  });

  test('of a hundred pairs of writers, one wins each', async () => {
    const { key } = await insert({ n: 0 });
    let { version } = await insert({ n: 0 });
    const shown = async () => (await get('notes', 'row', { key })).json as Row;
    for (let pair = 0; pair < 100; pair += 1) {
      ({ version } = await shown());
      const answers = await Promise.all(
        ['left', 'right'].map((title) =>
          write('PATCH', 'notes', { key, values: { title: `${title} ${pair}` }, version }),
        ),
      );
      expect(answers.map(codeOf).toSorted()).toEqual(['200', '412 E_VERSION_CONFLICT']);
    }
  });

  test('the same request sent twice is done once', async () => {
    const send = () => write('POST', 'notes', { values: { title: 'only once' } }, 'key-only-once');
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect((await get('notes', 'count', { where: `title = 'only once'` })).json).toMatchObject({
      total: 1,
    });
  });

  test('a key of two columns changes one row, and the key itself can change', async () => {
    await space.run('create table pairs (a int, b int, c text, primary key (a, b))');
    await space.run(`insert into pairs values (1, 1, 'x'), (1, 2, 'x'), (2, 2, 'x')`);
    expect(codeOf(await write('PATCH', 'pairs', { key: { a: 1, b: 2 }, values: { c: 'y' } }))).toBe(
      '200',
    );
    const moved = await write('PATCH', 'pairs', { key: { a: 1, b: 2 }, newKey: { a: 1, b: 3 } });
    expect(moved.json).toMatchObject({ key: { a: '1', b: '3' } });
    expect((await space.run('select a, b, c from pairs order by a, b')).rows).toEqual([
      [1, 1, 'x'],
      [1, 3, 'y'],
      [2, 2, 'x'],
    ]);
    expect(codeOf(await write('PATCH', 'pairs', { key: { a: 1 }, values: { c: 'z' } }))).toBe(
      '422 E_VALIDATION',
    );
    expect(codeOf(await write('DELETE', 'pairs', { key: { a: 1, b: 3 } }))).toBe('200');
    expect(codeOf(await write('DELETE', 'pairs', { key: { a: 1, b: 3 } }))).toBe(
      '404 E_ROW_NOT_FOUND',
    );
  });

  test('without a key rows are read and added, never changed', async () => {
    await space.run('create table twins (a int)');
    await insert({ a: 1 }, 'twins');
    await insert({ a: 1 }, 'twins');
    const answer = await write('PATCH', 'twins', { key: { a: 1 }, values: { a: 2 } });
    expect(codeOf(answer)).toBe('405 E_TABLE_READ_ONLY');
    expect(answer.json).toMatchObject({ details: { reason: 'no-key' } });
    expect(codeOf(await write('DELETE', 'twins', { key: { a: 1 } }))).toBe('405 E_TABLE_READ_ONLY');
  });

  test('rows of any table and column are changed', async () => {
    const table = 'Straße/100% "x"';
    const { key } = await insert({ select: 9, 'a b': 'q', Ü: '"' }, table);
    expect(key).toEqual({ select: '9' });
    const changed = await write('PATCH', table, {
      key,
      values: { 'a b': `'; drop table notes; --` },
    });
    expect((changed.json as Row).row[1]).toBe(`'; drop table notes; --`);
  });

  test('what the database refuses comes back in its words', async () => {
    const answer = await write('POST', 'pairs', { values: { a: 1, b: 1 } });
    expect(codeOf(answer)).toBe('422 E_SQL_CONSTRAINT');
    expect(answer.json).toMatchObject({ details: { constraint: 'pairs_pkey' } });
    expect(codeOf(await write('POST', 'pairs', { values: { a: 'x', b: 1 } }))).toBe(
      '422 E_SQL_INVALID_VALUE',
    );
  });

  test('TEAM-2 viewers change nothing', async () => {
    const body = { connector: { id: space.plain }, values: {} };
    const answer = await space.server.send('POST', path('notes', 'rows'), {
      token: space.viewer.token,
      body,
    });
    expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
  });
});
