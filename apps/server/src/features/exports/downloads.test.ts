import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { eventually } from '#testing/eventually.ts';
import { createGoods, exportCalls } from '#testing/export-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await createGoods(space);
});
afterAll(() => space.stop());

const { body, create, show } = exportCalls(() => space);

describe('a download', () => {
  test('SQL-5 is fetched by a link that works once, and tells that it is done', async () => {
    const made = await create({ file: { format: 'csv' } });
    const first = await space.server.send('GET', made.downloadPath ?? '');
    expect([first.status, first.text.split('\n')[0]]).toEqual([
      200,
      'id,name,price,big,data,at,tags',
    ]);
    const again = await space.server.send('GET', made.downloadPath ?? '');
    expect(codeOf(again)).toBe('404 E_EXPORT_NOT_FOUND');
    await eventually(async () => expect((await show(made.id)).state).toBe('done'));
    expect(await show(made.id)).toMatchObject({ rows: 3, bytes: first.text.length });
  });

  test('TEAM-2 a link got as an editor gives a viewer no SQL on a role that reaches beyond the data', async () => {
    const { projectId, editor, owner, powerful } = space;
    const change = (role: 'viewer' | 'editor') => {
      const params = { projectId, userId: editor.id };
      return space.server.call(memberRoutes.changeRole, { params, body: { role } }, owner);
    };
    const answer = await space.server.send('POST', '/api/exports/v1/exports', {
      token: editor.token,
      body: {
        connector: { id: powerful },
        source: { kind: 'query', sql: 'select 1 as one', name: 'one' },
        file: { format: 'csv' },
        destination: { kind: 'download' },
      },
    });
    const { downloadPath } = answer.json as { downloadPath: string };
    await change('viewer');
    try {
      const fetched = await space.server.send('GET', downloadPath);
      expect(codeOf(fetched)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
    } finally {
      await change('editor');
    }
  });

  test('SQL-5 is not to be had with a wrong ticket, or once its session has ended', async () => {
    const made = await create({});
    const path = made.downloadPath ?? '';
    expect(codeOf(await space.server.send('GET', `${path.slice(0, -4)}xxxx`))).toBe(
      '404 E_EXPORT_NOT_FOUND',
    );
    await space.server.services.db.query({
      text: 'update sessions set expires_at = now() where user_id = $1',
      values: [space.viewer.id],
    });
    expect(codeOf(await space.server.send('GET', path))).toBe('404 E_EXPORT_NOT_FOUND');
    await space.server.services.db.query({
      text: `update sessions set expires_at = now() + interval '1 day' where user_id = $1`,
      values: [space.viewer.id],
    });
  });

  test('SQL-5 that is left halfway frees its connection and is told as cancelled', async () => {
    await space.run(
      'create table long as select n, repeat($$x$$, 500) from generate_series(1, 200000) n',
    );
    const made = await create({ source: { table: 'long' }, file: { format: 'csv' } });
    const response = await fetch(`${space.server.url}${made.downloadPath}`);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await eventually(async () => expect((await show(made.id)).state).toBe('cancelled'));
    await expectNoCopies();
  });

  test('SQL-5 that is cancelled breaks off: half a file never looks like a whole one', async () => {
    const made = await create({
      source: {
        kind: 'query',
        sql: `select n, repeat('x', 2000), pg_sleep(0.005) from generate_series(1, 100000) n`,
        table: undefined,
      },
      file: { format: 'csv' },
    });
    const response = await fetch(`${space.server.url}${made.downloadPath}`);
    const taken = response.text();
    taken.catch(() => {});
    const path = `/api/exports/v1/exports/${made.id}/cancel`;
    const query = qs.stringify({ connector: { id: space.plain } });
    await space.server.send('POST', path, { token: space.viewer.token, query });
    await expect(taken).rejects.toThrow('terminated');
    await eventually(async () => expect((await show(made.id)).state).toBe('cancelled'));
    await expectNoCopies();
  });
});

describe('an export of somebody else', () => {
  test('SQL-5 is cancelled by who started it and by admins, not by other readers', async () => {
    const made = await create({}, space.editor.token);
    const path = `/api/exports/v1/exports/${made.id}/cancel`;
    const query = qs.stringify({ connector: { id: space.plain } });
    const cancel = ({ token }: { token: string }) =>
      space.server.send('POST', path, { token, query });
    expect(codeOf(await cancel(space.viewer))).toBe('403 E_FORBIDDEN');
    expect((await show(made.id)).state).toBe('ready');
    expect((await cancel(space.owner)).status).toBe(200);
    expect((await show(made.id)).state).toBe('cancelled');
  });
});

test.each(['../x', 'a/../../x', '', 'folder/', 'nul\u0000'])(
  'SQL-5 an export into the bucket as %j, where nobody could open it, is refused',
  async (key) => {
    const destination = { kind: 'bucket', connectorId: space.plain, key };
    const sent = { token: space.editor.token, body: { ...body(), destination } };
    const answer = await space.server.send('POST', '/api/exports/v1/exports', sent);
    expect(codeOf(answer)).toBe('422 E_VALIDATION');
  },
);

async function expectNoCopies(): Promise<void> {
  await eventually(async () => {
    const { rows } = await space.database.query<{ running: string }>(
      `select count(*) as running from pg_stat_activity
         where state = 'active' and query like '%copy (%' and pid <> pg_backend_pid()`,
    );
    expect(rows[0]?.running).toBe('0');
  });
}

describe('into a bucket', () => {
  test('SQL-5 an export is written by a job, leaves what is there alone unless told, and keeps what it replaces in the trash', async () => {
    const bucket = await space.server.call(
      connectorRoutes.create,
      { params: { projectId: space.projectId }, body: space.sources.s3Connector },
      space.owner,
    );
    const destination = { kind: 'bucket', connectorId: bucket.id, key: 'out/goods.csv' };
    const given = { source: { columns: ['id'] }, file: { format: 'csv' }, destination };
    const ended = async (id: string) => {
      await eventually(async () => expect((await show(id)).endedAt).not.toBeNull());
      return show(id);
    };
    const first = await create(given, space.editor.token);
    expect(await ended(first.id)).toMatchObject({ state: 'done', rows: 3, error: null });
    const second = await create(given, space.editor.token);
    expect(await ended(second.id)).toMatchObject({
      state: 'failed',
      error: { code: 'E_OBJECT_EXISTS' },
    });
    const third = await create(
      { ...given, destination: { ...destination, overwrite: true } },
      space.editor.token,
    );
    expect((await ended(third.id)).state).toBe('done');
    const trash = await space.server.send('GET', '/api/s3/v1/trash', {
      token: space.editor.token,
      query: qs.stringify({ connector: { id: bucket.id } }),
    });
    expect(trash.json).toMatchObject({ items: [{ path: 'out/goods.csv', isReplaced: true }] });
  });

  test('SQL-5 what was put there while an export was read is kept in the trash as well', async () => {
    const bucket = await space.server.call(
      connectorRoutes.create,
      {
        params: { projectId: space.projectId },
        body: { ...space.sources.s3Connector, name: 'Late' },
      },
      space.owner,
    );
    const connector = { id: bucket.id };
    const { token } = space.editor;
    await space.run(`create function gate() returns int language plpgsql as
      $$ begin perform pg_advisory_xact_lock(4711); return 1; end $$`);
    await space.run('create view gated as select gate() as id');
    await space.database.query('select pg_advisory_lock(4711)');
    const key = 'late/goods.csv';
    const destination = { kind: 'bucket', connectorId: bucket.id, key, overwrite: true };
    const source = { table: 'gated', columns: ['id'] };
    const made = await create({ source, file: { format: 'csv' }, destination }, token);
    await space.server.send('PUT', '/api/s3/v1', {
      token,
      body: { connector, path: key, body: 'put meanwhile' },
    });
    await space.database.query('select pg_advisory_unlock(4711)');
    await eventually(async () => expect((await show(made.id)).state).toBe('done'));
    const trash = await space.server.send('GET', '/api/s3/v1/trash', {
      token,
      query: qs.stringify({ connector }),
    });
    expect(trash.json).toMatchObject({ items: [{ path: key, isReplaced: true, byte_size: 13 }] });
  });
});

test('SQL-5 rows without a key are chosen by all that was seen of them, copies counted', async () => {
  await space.run(`create table keyless (a text, f float8, at timestamptz, hidden int)`);
  await space.run(`insert into keyless values ('x', 0.000001, '2024-01-01', 1),
    ('x', 0.000001, '2024-01-01', 2), ('x', 0.000001, '2024-01-01', 3), ('y', null, null, 4)`);
  const seen = { a: 'x', f: 0.000001, at: '2024-01-01 00:00:00+00' };
  const rows = [seen, seen, { a: 'y', f: null, at: null }];
  const ask = (columns: string[]) =>
    space.server.send('POST', '/api/exports/v1/stream', {
      token: space.viewer.token,
      body: body({ source: { table: 'keyless', columns, rows }, file: { format: 'csv' } }),
    });
  expect((await ask(['a', 'f'])).text.trim().split('\n').toSorted()).toEqual([
    'a,f',
    'x,1e-06',
    'x,1e-06',
    'y,',
  ]);
  expect(codeOf(await ask(['a', 'hidden']))).toBe('422 E_VALIDATION');
});
