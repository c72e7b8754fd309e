import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { startOrdersWorkspace } from '#testing/orders-workspace.ts';
import { codeOf, type Run } from '#testing/sql-workspace.ts';

const space = await startOrdersWorkspace();
afterAll(() => space.stop());
beforeEach(() => space.reset());

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
