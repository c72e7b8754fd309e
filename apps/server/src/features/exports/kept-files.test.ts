import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportRecord } from '@causeway/contract/exports.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createGoods, exportCalls } from '#testing/export-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { noteCounts, readExport } from './queries.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await createGoods(space);
});
afterAll(() => space.stop());

const { body, create, show } = exportCalls(() => space);

describe('a kept file', () => {
  const path = (id: string, rest = '') => `/api/exports/v1/exports/${id}${rest}`;
  const query = () => qs.stringify({ connector: { id: space.plain } });
  const kept = { file: { format: 'csv' }, destination: { kind: 'kept' } };

  async function ended(id: string): Promise<ExportRecord> {
    await eventually(async () => expect((await show(id)).endedAt).not.toBeNull());
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

  test('SQL-5 is as long as it was last told to be, whatever is told late', async () => {
    const { db } = space.server.services;
    const made = await create(kept);
    const whole = await ended(made.id);
    await changeRows(db, sql`update exports set state = 'running' where id = ${made.id}`);
    const stored = await readExport(db, made.id);
    await noteCounts(db, stored, { rows: 1, bytes: 5 });
    expect(await show(made.id)).toMatchObject({ rows: whole.rows, bytes: whole.bytes });
    await changeRows(db, sql`update exports set state = 'done' where id = ${made.id}`);
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
