import { afterAll, beforeEach, expect, test } from 'vitest';
import { startOrdersWorkspace } from '#testing/orders-workspace.ts';

const space = await startOrdersWorkspace();
afterAll(() => space.stop());
beforeEach(() => space.reset());

test('SQL-1 every method takes a statement, bindings and a connector', async () => {
  const read = await space.send('GET', {
    sql: 'select name from orders where id = ?',
    bindings: ['2'],
  });
  expect(read.json).toEqual({
    fields: [expect.objectContaining({ name: 'name', type: 'text', columnNumber: 2 })],
    rows: [['two']],
    rowCount: 1,
    command: 'SELECT',
  });
  const added = await space.send('POST', {
    sql: 'insert into orders (id) values (?) returning id',
    bindings: [3],
  });
  expect(added.json).toMatchObject({ rows: [[3]], rowCount: 1, command: 'INSERT' });
  const changed = await space.send('PATCH', {
    sql: 'update orders set name = :name',
    bindings: { name: 'x' },
  });
  expect(changed.json).toMatchObject({ fields: [], rows: [], rowCount: 3, command: 'UPDATE' });
  const gone = await space.send('DELETE', {
    sql: 'delete from ?? where id = ?',
    bindings: ['orders', 3],
  });
  expect(gone.json).toMatchObject({ rowCount: 1, command: 'DELETE' });
});

test('SQL-1 a DELETE may carry its statement in the address', async () => {
  const query = `sql=${encodeURIComponent('delete from orders where id = $1')}&bindings[0]=1&connector[id]=${space.plain}`;
  const gone = await space.server.send('DELETE', '/api/sql/v1', {
    token: space.editor.token,
    query,
  });
  expect(gone.json).toMatchObject({ rowCount: 1, command: 'DELETE' });
});

test('SQL-1 more than twenty bindings, and null among them, come through an address', async () => {
  const bindings = Array.from({ length: 50 }, (_, index) => (index === 7 ? null : `v${index}`));
  const list = bindings.map(() => '?::text').join(', ');
  const { json } = await space.send('GET', { sql: `select ${list}`, bindings });
  expect(json).toMatchObject({ rows: [bindings] });
});

test('SQL-1 lists become arrays, or JSON where the column is JSON; objects are JSON', async () => {
  const { rows } = await space.run('select $1::int[], $2::jsonb, $3::jsonb, $4::text[][], $5', [
    [1, null],
    [1, null],
    { n: 'ü' },
    [
      ['a"\\', ''],
      ['NULL', 'b'],
    ],
    true,
  ]);
  expect(rows).toEqual([
    ['{1,NULL}', '[1, null]', '{"n": "ü"}', String.raw`{{"a\"\\",""},{"NULL",b}}`, 'true'],
  ]);
});

test('SQL-10 values arrive digit for digit, numbers only where none can be lost', async () => {
  const { rows, fields } = await space.run(
    `select 9007199254740993::int8, '{"n":9007199254740993}'::json, 1.10::numeric, 7::int2, 8::int4,
      0.1::float8, 'NaN'::float8, '-Infinity'::float4, 1e300::float8, true, false, null,
      '2021-09-27 20:55:25.625535+00'::timestamptz at time zone 'UTC', '1975-05-11'::date,
      ''::text, 'null'::jsonb, '{1,NULL}'::int[], '\\x00ff'::bytea, '[1,5)'::int4range,
      E'tab\\t"quote" back\\\\slash\\nline\\x01', '☃ 😀'`,
  );
  expect(rows).toEqual([
    [
      '9007199254740993',
      '{"n":9007199254740993}',
      '1.10',
      7,
      8,
      0.1,
      'NaN',
      '-Infinity',
      1e300,
      true,
      false,
      null,
      '2021-09-27 20:55:25.625535',
      '1975-05-11',
      '',
      'null',
      '{1,NULL}',
      String.raw`\x00ff`,
      '[1,5)',
      'tab\t"quote" back\\slash\nline\u0001',
      '☃ 😀',
    ],
  ]);
  expect(fields.map(({ type }) => type).slice(0, 6)).toEqual([
    'int8',
    'json',
    'numeric',
    'int2',
    'int4',
    'float8',
  ]);
});

test('SQL-10 columns of the same name are all kept, types have the database’s own names', async () => {
  await space.run(`create type mood as enum ('good', 'bad')`);
  const { fields, rows } = await space.run(
    `select 1 as a, 2 as a, 'bad'::mood as m, array['good']::mood[] as ms`,
  );
  expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'a int4',
    'a int4',
    'm mood',
    'ms mood[]',
  ]);
  expect(rows).toEqual([[1, 2, 'bad', '{good}']]);
});

test('25 kB of jsonb keep every byte', async () => {
  const text = JSON.stringify({
    list: Array.from({ length: 2_500 }, (_, index) => `"\\${index}`),
  });
  const { rows } = await space.run('select $1::jsonb, md5($1::jsonb::text)', [text]);
  const { createHash } = await import('node:crypto');
  expect(createHash('md5').update(String(rows[0]?.[0])).digest('hex')).toBe(rows[0]?.[1]);
});

test('a statement without rows names its command', async () => {
  expect(await space.run('create table made ()')).toEqual({
    fields: [],
    rows: [],
    rowCount: 0,
    command: 'CREATE TABLE',
  });
  expect(await space.run('vacuum made')).toMatchObject({ command: 'VACUUM' });
  expect(await space.run('drop table made')).toMatchObject({ command: 'DROP TABLE' });
});

test('SQL-1 the same key does a write once and repeats its answer', async () => {
  const run = { sql: 'insert into orders (id) values (77) returning id' };
  const [first, second] = [
    await space.send('POST', run, { key: 'key-of-77' }),
    await space.send('POST', run, { key: 'key-of-77' }),
  ];
  expect(second.text).toBe(first.text);
  expect(await space.count('select from orders where id = 77')).toBe(1);
});
