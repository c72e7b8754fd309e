import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

/** Programs in other languages write whole numbers of 64 bits as JSON numbers. */

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.run('create table wallets (id bigint primary key, amount numeric)');
  await space.run('insert into wallets values (9007199254740992, 1), (9007199254740993, 2)');
});
afterAll(() => space.stop());

/** The body as it was written, since JavaScript would write another number. */
async function send(method: string, path: string, body: string) {
  const response = await fetch(`${space.server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${space.editor.token}`,
      'content-type': 'application/json',
    },
    body: `{"connector":{"id":"${space.plain}"},${body}}`,
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const row = '/api/tables/v1/tables/wallets/row';

test.each([
  { what: 'deletes a row', method: 'DELETE', path: row, body: '"key":{"id":9007199254740993}' },
  {
    what: 'changes a row',
    method: 'PATCH',
    path: row,
    body: '"key":{"id":"9007199254740993"},"values":{"amount":12345678901234567.25}',
  },
  {
    what: 'runs a statement',
    method: 'POST',
    path: '/api/sql/v1',
    body: '"sql":"delete from wallets where id = any($1)","bindings":[[9007199254740993]]',
  },
])(
  'SQL-10 a call that $what with a number that would become another one is refused',
  async (call) => {
    const before = await space.rowsOf('select id::text, amount::text from wallets order by id');
    const { status, json } = await send(call.method, call.path, call.body);
    expect([status, json['code']]).toEqual([422, 'E_VALIDATION']);
    expect(json['message']).toMatch(/^Write the number \d+(\.\d+)? as a text/);
    expect(await space.rowsOf('select id::text, amount::text from wallets order by id')).toEqual(
      before,
    );
  },
);

test('SQL-10 a row is found by all digits of a number in an address, and as a text by a call', async () => {
  const query = `connector[id]=${space.plain}&key=${encodeURIComponent('{"id":9007199254740993}')}`;
  const shown = await space.server.send('GET', row, { token: space.viewer.token, query });
  expect(shown.json).toMatchObject({ key: { id: '9007199254740993' } });
  const filter = encodeURIComponent('{"column":"id","operator":"eq","value":9007199254740993}');
  const listed = await space.server.send('GET', '/api/tables/v1/tables/wallets/rows', {
    token: space.viewer.token,
    query: `connector[id]=${space.plain}&filter=${filter}`,
  });
  expect(listed.json).toMatchObject({ rows: [['9007199254740993', '2', expect.anything()]] });
  const deleted = await send('DELETE', row, '"key":{"id":"9007199254740993"}');
  expect(deleted.status).toBe(200);
  expect(await space.rowsOf('select id::text from wallets')).toEqual([['9007199254740992']]);
});
