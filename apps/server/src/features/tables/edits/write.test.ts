import { Failure } from '@causeway/contract/errors.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, type Row, type TableRequests } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

const get: TableRequests['get'] = (...call) => tables.get(...call);
const write: TableRequests['write'] = (...call) => tables.write(...call);

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
  expect(codeOf(await write('PATCH', 'notes', { key, values: { title: 'first' }, version }))).toBe(
    '200',
  );
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
  expect(codeOf(await write('PATCH', 'notes', { key, values: { title: 'third' }, expected }))).toBe(
    '412 E_VERSION_CONFLICT',
  );
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

test('CALL-3 the same request sent many times at once adds one row', async () => {
  await space.run('create table tallies (id int generated always as identity primary key, v text)');
  const key = crypto.randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => write('POST', 'tallies', { values: { v: 'once' } }, key)),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 425)).toEqual([]);
  const { rows } = await space.database.query<{ n: number }>('select count(*)::int n from tallies');
  expect(rows).toEqual([{ n: 1 }]);
});

test('a row whose answer could not be made is not written, and the request can be sent again', async () => {
  const { typeNames } = space.server.services;
  const naming = vi.spyOn(typeNames, 'of');
  naming.mockRejectedValueOnce(new Failure('E_UPSTREAM_UNREACHABLE'));
  const key = crypto.randomUUID();
  const send = () => write('POST', 'notes', { values: { title: 'answered late' } }, key);
  expect(codeOf(await send())).toBe('424 E_UPSTREAM_UNREACHABLE');
  naming.mockRestore();
  expect((await send()).status).toBe(200);
  const counted = await get('notes', 'count', { where: `title = 'answered late'` });
  expect(counted.json).toMatchObject({ total: 1 });
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

test('SQL-3 a key that a table inheriting from this one repeats changes and deletes no row of either', async () => {
  await space.run('create table beasts (id int primary key, name text)');
  await space.run('create table cats () inherits (beasts)');
  await space.run(
    `with born as (insert into beasts values (1, 'any')) insert into cats values (1, 'cat')`,
  );
  const change = { key: { id: '1' }, values: { name: 'x' }, screen: 'explore' };
  expect(codeOf(await write('PATCH', 'beasts', change))).toBe('422 E_SQL_FAILED');
  const gone = { key: { id: '1' }, screen: 'explore' };
  expect(codeOf(await write('DELETE', 'beasts', gone))).toBe('422 E_SQL_FAILED');
  expect(await space.rowsOf('select name from beasts order by name')).toEqual([['any'], ['cat']]);
});

test('SQL-3 a guard holds against addresses and texts of a fixed length as they were read', async () => {
  await space.run('create table guarded (id int primary key, name text, code char(5), ip inet)');
  await space.run(`insert into guarded values (1, 'a', 'ab', '10.0.0.1')`);
  const expected = { code: 'ab   ', ip: '10.0.0.1' };
  const change = { key: { id: '1' }, values: { name: 'b' }, expected };
  expect((await write('PATCH', 'guarded', change)).status).toBe(200);
  const stale = { ...change, expected: { ip: '10.0.0.2' } };
  expect(codeOf(await write('PATCH', 'guarded', stale))).toBe('412 E_VERSION_CONFLICT');
});

test('rows of any table and column are changed', async () => {
  const table = 'Straße/100% "x"';
  const named = '"Straße/100% ""x""" ("select" int primary key, "a b" text, "Ü" text)';
  await space.run(`create table ${named}`);
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
  const path = '/api/tables/v1/tables/notes/rows';
  const answer = await tables.send('POST', path, { values: {} }, { as: space.viewer });
  expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
});
