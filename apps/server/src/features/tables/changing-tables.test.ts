import qs from 'qs';
import { afterAll, expect, test } from 'vitest';
import type { RowsPage } from '@causeway/contract/tables/tables.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
afterAll(() => space.stop());

async function readPage(table: string): Promise<RowsPage> {
  const answer = await space.server.send('GET', `/api/tables/v1/tables/${table}/rows`, {
    token: space.viewer.token,
    query: qs.stringify({ connector: { id: space.plain } }),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as RowsPage;
}

test('SQL-3 a page is right at once when a column got another type or was dropped', async () => {
  await space.run('create table moving (id int primary key, amount int)');
  await space.run('insert into moving values (1, 10)');
  await readPage('moving');
  expect((await readPage('moving')).rows[0]?.slice(0, 2)).toEqual([1, 10]);

  await space.run('alter table moving alter amount type text');
  const changed = await readPage('moving');
  expect(changed.rows[0]?.slice(0, 2)).toEqual([1, '10']);
  expect(changed.fields[1]?.type).toBe('text');

  await space.run('alter table moving drop amount');
  expect((await readPage('moving')).fields.map(({ name }) => name)).toEqual(['id', 'xmin']);
});

test('SQL-3 many readers of one page at the same moment all get it', async () => {
  await space.run('create table busy as select n as id from generate_series(1, 60) n');
  await space.run('alter table busy add primary key (id)');
  const pages = await Promise.all(Array.from({ length: 40 }, () => readPage('busy')));
  expect(pages.every((page) => page.rows.length === 50)).toBe(true);
});
