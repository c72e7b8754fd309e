import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ExportRecord } from '@causeway/contract/exports.ts';
import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { memberRoutes } from '@causeway/contract/members.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createGoods, exportOfGoods, type GivenExport } from '#testing/export-requests.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
  await createGoods(space);
});
afterAll(() => space.stop());

const body = (given?: GivenExport) => exportOfGoods(space, given);

async function create(given: GivenExport, token = space.viewer.token) {
  const sent = { token, body: { destination: { kind: 'download' }, ...body(given) } };
  const answer = await space.server.send('POST', '/api/exports/v1/exports', sent);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as ExportRecord & { downloadPath: string | null };
}

async function show(id: string): Promise<ExportRecord> {
  const query = qs.stringify({ connector: { id: space.plain } });
  const sent = { token: space.viewer.token, query };
  return (await space.server.send('GET', `/api/exports/v1/exports/${id}`, sent))
    .json as ExportRecord;
}

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
    await vi.waitFor(async () => expect((await show(made.id)).state).toBe('done'), {
      timeout: 10_000,
    });
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
    await vi.waitFor(async () => expect((await show(made.id)).state).toBe('cancelled'), {
      timeout: 10_000,
    });
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
    await vi.waitFor(async () => expect((await show(made.id)).state).toBe('cancelled'), {
      timeout: 10_000,
    });
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
  await vi.waitFor(
    async () => {
      const { rows } = await space.database.query<{ running: string }>(
        `select count(*) as running from pg_stat_activity
         where state = 'active' and query like '%copy (%' and pid <> pg_backend_pid()`,
      );
      expect(rows[0]?.running).toBe('0');
    },
    { timeout: 10_000 },
  );
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
      await vi.waitFor(async () => expect((await show(id)).endedAt).not.toBeNull(), {
        timeout: 20_000,
      });
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
    await vi.waitFor(async () => expect((await show(made.id)).state).toBe('done'), {
      timeout: 20_000,
    });
    const trash = await space.server.send('GET', '/api/s3/v1/trash', {
      token,
      query: qs.stringify({ connector }),
    });
    expect(trash.json).toMatchObject({ items: [{ path: key, isReplaced: true, byte_size: 13 }] });
  });
});

describe('a kept file', () => {
  const path = (id: string, rest = '') => `/api/exports/v1/exports/${id}${rest}`;
  const query = () => qs.stringify({ connector: { id: space.plain } });
  const kept = { file: { format: 'csv' }, destination: { kind: 'kept' } };

  async function ended(id: string): Promise<ExportRecord> {
    await vi.waitFor(async () => expect((await show(id)).endedAt).not.toBeNull(), {
      timeout: 20_000,
    });
    return show(id);
  }

  async function fetchFile(id: string, token = space.viewer.token) {
    const ticket = await space.server.send('POST', path(id, '/ticket'), { token, query: query() });
    if (ticket.status !== 200) return codeOf(ticket);
    const { downloadPath } = ticket.json as { downloadPath: string };
    const file = await space.server.send('GET', downloadPath);
    expect(codeOf(await space.server.send('GET', downloadPath))).toBe('404 E_EXPORT_NOT_FOUND');
    return file;
  }

  test('SQL-5 is written while nobody waits, and fetched as often as its owner likes', async () => {
    const made = await create({ ...kept, source: { columns: ['id', 'name'] } });
    expect(made.downloadPath).toBeNull();
    const record = await ended(made.id);
    expect(record).toMatchObject({ state: 'done', rows: 3, error: null });
    expect(Date.parse(record.expiresAt ?? '')).toBeGreaterThan(Date.now());
    for (const _ of ['once', 'again']) {
      const file = await fetchFile(made.id);
      expect(file).toMatchObject({ status: 200 });
      expect((file as { text: string }).text).toContain('1,Tea\n');
    }
    expect(await fetchFile(made.id, space.editor.token)).toBe('404 E_EXPORT_NOT_FOUND');
  });

  test('SQL-5 of many parts arrives whole', async () => {
    await space.run(
      'create table wide as select n, repeat($$x$$, 1000) from generate_series(1, 9000) n',
    );
    const made = await create({ ...kept, source: { table: 'wide' } });
    const record = await ended(made.id);
    const file = (await fetchFile(made.id)) as { text: string };
    expect([record.rows, record.bytes]).toEqual([9000, file.text.length]);
    expect(file.text.split('\n')).toHaveLength(9002);
  });

  test.each([
    ['parquet', 17_000_000, 'Parquet takes 16777216'],
    ['xlsx', 200_000, 'a sheet takes 98301'],
    ['sql', 40_000_000, 'an INSERT takes 33554432'],
  ])(
    'SQL-5 with a value too large to be held as %s says which, and CSV takes it',
    async (format, size, told) => {
      await space.run('drop table if exists large_values');
      await space.run(`create table large_values as
      select id, repeat('x', case when id = 2 then ${size} else 1 end) as content
      from generate_series(1, 3) as id`);
      const source = { table: 'large_values', sort: [{ column: 'id', direction: 'asc' }] };
      const refused = await ended((await create({ ...kept, source, file: { format } })).id);
      expect(refused).toMatchObject({ state: 'failed', error: { code: 'E_RESULT_TOO_LARGE' } });
      expect(refused.error?.message).toContain('Row 2');
      expect(refused.error?.message).toContain(told);
      const taken = await ended((await create({ ...kept, source, file: { format: 'csv' } })).id);
      expect(taken).toMatchObject({ state: 'done', rows: 3 });
    },
  );

  test('SQL-5 whose worker died is begun anew by another', async () => {
    const made = await create({ ...kept, source: { columns: ['id'] } });
    await ended(made.id);
    const { db } = space.server.services;
    await db.transaction(async (tx) => {
      await changeRows(
        tx,
        sql`update exports set state = 'running', ended_at = null, expires_at = null, rows = 1
            where id = ${made.id}`,
      );
      await changeRows(
        tx,
        sql`update runs set state = 'running', outcome = null, ended_at = null,
              process = gen_random_uuid() where subject_id = ${made.id}`,
      );
    });
    expect(await ended(made.id)).toMatchObject({ state: 'done', rows: 3 });
    expect(((await fetchFile(made.id)) as { text: string }).text).toBe('id\n1\n2\n3\n');
  });

  test('SQL-5 goes with its export, at the word of its owner or of an admin', async () => {
    const made = await create(kept);
    await ended(made.id);
    const remove = (token: string) =>
      space.server.send('DELETE', path(made.id), { token, query: query() });
    expect(codeOf(await remove(space.editor.token))).toBe('403 E_FORBIDDEN');
    expect((await remove(space.viewer.token)).status).toBe(200);
    expect(codeOf(await remove(space.owner.token))).toBe('404 E_EXPORT_NOT_FOUND');
    const left = await space.server.services.db.query({
      text: 'select from export_parts where export_id = $1',
      values: [made.id],
    });
    expect(left.rowCount).toBe(0);
  });

  test('SQL-5 finds no room where a project keeps too much, and says so', async () => {
    const made = await create(kept);
    await ended(made.id);
    const resize = (bytes: number) =>
      space.server.services.db.query({
        text: 'update exports set kept_bytes = $2 where id = $1',
        values: [made.id, bytes],
      });
    await resize(6_000_000_000);
    const refused = await space.server.send('POST', '/api/exports/v1/exports', {
      token: space.viewer.token,
      body: body(kept),
    });
    expect(codeOf(refused)).toBe('422 E_EXPORT_SPACE');
    await resize(100);
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
