import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { codeOf, type Run, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
  await space.run('create table orders (id int primary key, name text, data jsonb)');
});
afterAll(() => space.stop());
beforeEach(async () => {
  space.sources.line.restore();
  await space.run('truncate orders');
  await space.run(`insert into orders values (1, 'one', '{"a":1}'), (2, 'two', null)`);
});

async function count(sql: string): Promise<number> {
  const { rows } = await space.database.query<{ count: string }>(
    `select count(*) from (${sql}) as x`,
  );
  return Number(rows[0]?.count);
}

describe('running a statement', () => {
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
    expect(await count('select from orders where id = 77')).toBe(1);
  });
});

describe('errors', () => {
  test.each([
    ['', '422 E_SQL_EMPTY'],
    [' -- nothing\n ; /* at all */', '422 E_SQL_EMPTY'],
    ['select 1; select 2', '422 E_SQL_MULTIPLE_STATEMENTS'],
    ['selct 1', '422 E_SQL_SYNTAX'],
    [`select 'x'::int`, '422 E_SQL_INVALID_VALUE'],
    ['select 1/0', '422 E_SQL_FAILED'],
    ['select * from nowhere', '404 E_TABLE_NOT_FOUND'],
    ['select nothing from orders', '422 E_COLUMN_NOT_FOUND'],
    ['insert into orders (id) values (1)', '422 E_SQL_CONSTRAINT'],
    ['create role x', '403 E_SQL_FORBIDDEN'],
    ['copy orders to stdout', '422 E_SQL_FAILED'],
    [`select $1`, '422 E_SQL_BINDINGS'],
  ])('%s is %s', async (sql, code) => {
    expect(codeOf(await space.send('POST', { sql }))).toBe(code);
  });

  test('keep what Postgres says: the words, the state, detail and hint', async () => {
    const { json } = await space.send('POST', { sql: 'insert into orders (id) values (1)' });
    expect(json).toMatchObject({
      message: 'duplicate key value violates unique constraint "orders_pkey"',
      details: {
        sqlState: '23505',
        detail: 'Key (id)=(1) already exists.',
        table: 'orders',
        constraint: 'orders_pkey',
      },
    });
    const wrong = await space.send('POST', { sql: 'select ?::int', bindings: ['x'] });
    expect(wrong.json).toMatchObject({ message: 'invalid input syntax for type integer: "x"' });
  });

  test('name the position in the statement as it was sent, not as it was bound', async () => {
    const unread = { sql: `select '😀', ?, ?? frm x y`, bindings: [1, 'a.long.name'] };
    const { json } = await space.send('POST', unread);
    expect(json).toMatchObject({
      code: 'E_SQL_SYNTAX',
      details: { position: unread.sql.indexOf('x y') + 1 },
    });
    const unknown = {
      sql: `select '😀', ?::int, ??, nothing from orders`,
      bindings: [1, 'orders.name'],
    };
    const answer = await space.send('POST', unknown);
    expect(answer.json).toMatchObject({
      details: { position: unknown.sql.indexOf('nothing') + 1 },
    });
  });

  test('bindings that do not match are told apart from bad SQL', async () => {
    expect(codeOf(await space.send('POST', { sql: 'select ?', bindings: [1, 2] }))).toBe(
      '422 E_SQL_BINDINGS',
    );
    expect(codeOf(await space.send('POST', { sql: 'select :a', bindings: { b: 1 } }))).toBe(
      '422 E_SQL_BINDINGS',
    );
  });

  test('a database that is away is 424, which is not retried', async () => {
    space.sources.line.cut();
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('424 E_UPSTREAM_UNREACHABLE');
    space.sources.line.restore();
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('200');
  });
});

describe('whose connector it is', () => {
  test('strangers do not find it', async () => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const answer = await space.send(method, { sql: 'select 1' }, { as: space.stranger });
      expect(codeOf(answer)).toBe('404 E_PROJECT_NOT_FOUND');
    }
  });

  test('an own connector in the address is no way to another one in the body', async () => {
    const { server, stranger } = space;
    const { createProject } = await import('#testing/factories.ts');
    const theirs = await createProject(server.services.db, { owner: stranger });
    const own = await server.call(
      connectorRoutes.create,
      { params: { projectId: theirs.id }, body: space.sources.sqlConnector },
      stranger,
    );
    const answer = await server.send('POST', '/api/sql/v1', {
      token: stranger.token,
      query: `connector[id]=${own.id}`,
      body: { sql: 'select * from orders', connector: { id: space.plain } },
    });
    expect(codeOf(answer)).toBe('422 E_CONNECTOR_MISMATCH');
  });

  test.each([
    ['host', 'elsewhere.example'],
    ['port', 1],
    ['user', 'postgres'],
    ['database', 'other'],
    ['bucket', 'x'],
    ['endpoint', 'http://x'],
  ])('CONN-5 another %s than the stored one is refused', async (name, value) => {
    const run: Run = { sql: 'select 1', connector: { config: { [name]: value } } };
    for (const method of ['GET', 'POST']) {
      expect(codeOf(await space.send(method, run))).toBe('422 E_CONNECTOR_MISMATCH');
    }
  });

  test('CONN-5 the connector sent back as it was listed is welcome, its password is not in an address', async () => {
    const params = { projectId: space.projectId, connectorId: space.plain };
    const listed = await space.server.call(connectorRoutes.read, { params }, space.editor);
    const { name, implementation, config } = listed;
    const connector = { name, implementation, config };
    expect(codeOf(await space.send('POST', { sql: 'select 1', connector }))).toBe('200');
    expect(codeOf(await space.send('GET', { sql: 'select 1', connector }))).toBe('200');
    const secret = { ...connector, config: { ...config, password: 'x' } };
    expect(codeOf(await space.send('GET', { sql: 'select 1', connector: secret }))).toBe(
      '400 E_SECRET_IN_URL',
    );
    expect(codeOf(await space.send('POST', { sql: 'select 1', connector: secret }))).toBe('200');
  });

  test('a bucket runs no SQL', async () => {
    const bucket = await space.server.call(
      connectorRoutes.create,
      { params: { projectId: space.projectId }, body: space.sources.s3Connector },
      space.owner,
    );
    const answer = await space.send('POST', { sql: 'select 1' }, { connectorId: bucket.id });
    expect(codeOf(answer)).toBe('422 E_CONNECTOR_NOT_SUPPORTED');
  });
});

describe('limits', () => {
  test('a row limit cuts the result and says so; without one, too many rows are an error', async () => {
    const sql = 'select generate_series(1, 100001)';
    const cut = await space.send('POST', { sql, rowLimit: 3 });
    expect(cut.json).toMatchObject({
      rows: [[1], [2], [3]],
      rowCount: 3,
      hasMore: true,
      command: 'SELECT',
    });
    const exact = await space.send('POST', { sql: 'select generate_series(1, 3)', rowLimit: 3 });
    expect(exact.json).toMatchObject({ rowCount: 3, hasMore: false });
    expect(codeOf(await space.send('GET', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
  });

  test('a write whose result is too large is not done', async () => {
    const sql = `insert into orders (id) select generate_series(1000, 102000) returning id`;
    expect(codeOf(await space.send('POST', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
    expect(await count('select from orders')).toBe(2);
  });

  test('a cell of 600 MB and rows of a gigabyte are refused and end nobody', async () => {
    const before = process.memoryUsage().rss;
    for (const sql of [
      `select repeat('x', 600000000)`,
      `select repeat('x', 10000) from generate_series(1, 99999)`,
    ]) {
      expect(codeOf(await space.send('GET', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('200');
  });

  test('a query that takes too long is stopped, also when the database falls silent', async () => {
    const params = { projectId: space.projectId, connectorId: space.plain };
    const set = (timeoutSeconds: number) =>
      space.server.call(
        connectorRoutes.update,
        { params, body: { settings: { timeoutSeconds } } },
        space.owner,
      );
    await set(1);
    expect(codeOf(await space.send('GET', { sql: 'select pg_sleep(20)' }))).toBe(
      '422 E_QUERY_TIMEOUT',
    );
    const startedAt = Date.now();
    const answer = space.send('GET', { sql: 'select pg_sleep(0.5)' });
    setTimeout(() => space.sources.line.freeze(), 200);
    expect(codeOf(await answer)).toBe('422 E_QUERY_TIMEOUT');
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    space.sources.line.restore();
    await set(30);
  });

  test('closing the request frees the backend, and the next query works', async () => {
    const leaving = new AbortController();
    const asked = space.send('GET', { sql: 'select pg_sleep(1000)' }, { signal: leaving.signal });
    const sleeping = `select from pg_stat_activity where query like 'select pg_sleep(1000)%' and state = 'active'`;
    await vi.waitFor(async () => expect(await count(sleeping)).toBe(1), 20_000);
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await count(sleeping)).toBe(0), 20_000);
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('200');
  });

  test('a few queries run at once, the others wait their turn', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => space.send('GET', { sql: 'select pg_sleep(0.1)' })),
    );
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['200']));
    const own = `select from pg_stat_activity where usename = '${space.role}'`;
    expect(await count(own)).toBeLessThanOrEqual(16);
  });

  test('a statement nested without end is refused, and the parser lives on', async () => {
    const sql = `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    expect(codeOf(await space.send('POST', { sql }))).toBe('422 E_SQL_SYNTAX');
    expect(codeOf(await space.send('POST', { sql: 'select 1 as alive' }))).toBe('200');
  });
});

describe('streaming', () => {
  const stream = (sql: string, signal?: AbortSignal) =>
    space.send('POST', { sql }, { signal }, '/api/sql/v1/stream');
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  test('a result of any size comes a row a line', async () => {
    const answer = await stream('select n, n::text from generate_series(1, 250000) n');
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = linesOf(answer.text);
    expect(lines[0]).toMatchObject({ fields: [{ name: 'n', type: 'int4' }, { name: 'n' }] });
    expect(lines[1]).toEqual([1, '1']);
    expect(lines[250_000]).toEqual([250_000, '250000']);
    expect(lines.at(-1)).toEqual({ rowCount: 250_000, command: 'SELECT' });
  });

  test('no rows are fields and an end', async () => {
    expect(linesOf((await stream('select 1 as a where false')).text)).toEqual([
      { fields: [expect.objectContaining({ name: 'a' })] },
      { rowCount: 0, command: 'SELECT' },
    ]);
  });

  test('what fails at once is an answer, what fails later the last line', async () => {
    expect(codeOf(await stream('select 1/0'))).toBe('422 E_SQL_FAILED');
    expect(codeOf(await stream('delete from orders'))).toBe('405 E_SQL_READ_ONLY');
    const answer = await stream('select 1/(5000-n) from generate_series(1, 10000) n');
    expect(answer.status).toBe(200);
    expect(linesOf(answer.text).at(-1)).toMatchObject({ error: { code: 'E_SQL_FAILED' } });
  });

  test('a reader that leaves frees the backend', async () => {
    const leaving = new AbortController();
    const response = await fetch(`${space.server.url}/api/sql/v1/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${space.editor.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        sql: `select repeat('x', 1000) from generate_series(1, 10000000)`,
        connector: { id: space.plain },
      }),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    const open = `select from pg_stat_activity where query like 'select repeat%10000000%' and state <> 'idle'`;
    await vi.waitFor(async () => expect(await count(open)).toBe(0), 20_000);
  });
});
