import { afterAll, expect, test } from 'vitest';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

const space = await startFilesWorkspace();
afterAll(() => space.stop());

test('SQL-8.13 a CSV, a Parquet and a JSON file of a bucket are queried like tables', async () => {
  await space.store('orders/2024.csv', 'id,total\n1,10.50\n9007199254740993,2.25\n');
  const csv = await space.run(`select id, total from 'orders/2024.csv' order by id desc`);
  expect(csv).toMatchObject({
    command: 'SELECT',
    rowCount: 2,
    hasMore: false,
    fields: [
      { name: 'id', type: 'int8' },
      { name: 'total', type: 'float8' },
    ],
    rows: [
      ['9007199254740993', 2.25],
      ['1', 10.5],
    ],
  });

  const parquet = parquetWriteBuffer({
    columnData: [{ name: 'n', data: [1n, 2n, 3n], type: 'INT64' }],
  });
  await space.store('numbers.parquet', Buffer.from(parquet));
  expect((await space.run(`select sum(n) from "numbers.parquet"`)).rows).toEqual([['6']]);

  await space.store('people.json', '[{"name":"Ada","tags":["a","b"],"more":{"n":1}}]');
  const json = await space.run(`from 'people.json'`);
  expect(json.fields.map(({ type }) => type)).toEqual(['text', 'text[]', 'json']);
  expect(json.rows).toEqual([['Ada', '{a,b}', '{"n":1}']]);
  await space.store('log.ndjson', '{"level":"info"}\n{"level":"warn"}\n');
  expect((await space.run(`select count(*) from 'log.ndjson'`)).rows).toEqual([['2']]);
});

test('SQL-8.13 a file is joined with a table of a database of the same project', async () => {
  await space.database.query(`create table customers (
    id bigint primary key, name text, seen timestamptz, spent numeric, extra jsonb, tags text[])`);
  await space.database.query(`insert into customers values
    (9007199254740993, 'Ada', '2021-09-27 20:55:25.625535+00', 12345678901234567890.12, '{"n":9007199254740993}', '{a,"b c"}'),
    (2, '', null, -0.5, 'null', null), (3, null, 'infinity', 1, '[]', '{}')`);
  await space.store('visits.csv', 'customer,page\n9007199254740993,home\n2,cart\n3,home\n');
  const joined = await space.run(`
    select c.*, v.page from 'visits.csv' v
    join shop.public.customers c on c.id = v.customer order by c.id desc`);
  expect(joined.fields.map(({ type }) => type)).toEqual([
    'int8',
    'text',
    'timestamptz',
    'numeric',
    'json',
    'json',
    'text',
  ]);
  expect(joined.rows).toEqual([
    [
      '9007199254740993',
      'Ada',
      '2021-09-27 20:55:25.625535+00',
      '12345678901234567890.12',
      '{"n": 9007199254740993}',
      '["a","b c"]',
      'home',
    ],
    ['3', null, 'infinity', '1.00', '[]', '[]', 'home'],
    ['2', '', null, '-0.50', 'null', null, 'cart'],
  ]);
  const short = await space.run(`select count(*) from Shop.customers`);
  expect(short.rows).toEqual([['3']]);
});

test('SQL-8.13 a saved query over files runs where it is used, more pages than one included', async () => {
  const lines = Array.from({ length: 1_200 }, (_, n) => `${n},x`);
  await space.store('used.csv', `n,word\n${lines.join('\n')}\n`);
  const connector = { id: space.bucketId };
  const { token } = space.editor;
  const sql = `select n from 'used.csv' where n >= :from::int order by n`;
  const body = { connector, name: 'Used', sql, isShared: true };
  const saved = await space.server.send('POST', '/api/queries/v1/queries', { token, body });
  const { id } = saved.json as { id: string };
  const answer = await space.server.send('POST', `/api/queries/v1/queries/${id}/run`, {
    token,
    body: { connector, parameters: [{ name: 'from', value: '100' }] },
  });
  const { rows, hasMore } = answer.json as QueryRows;
  expect([rows.length, rows[0], rows.at(-1), hasMore]).toEqual([1_100, ['100'], ['1199'], false]);
});

test('DASH-3 a saved query over files is narrowed by its columns and says which it does not have', async () => {
  await space.store('narrowed.csv', 'n,word\n1,a\n2,b\n');
  const connector = { id: space.bucketId };
  const { token } = space.editor;
  const made = { connector, name: 'Narrowed', sql: `select * from 'narrowed.csv'`, isShared: true };
  const saved = await space.server.send('POST', '/api/queries/v1/queries', { token, body: made });
  const { id } = saved.json as { id: string };
  const where = ['elsewhere', 'word', 'nowhere'].map((column) => ({
    column,
    condition: { in: ['b'] },
  }));
  const answer = await space.server.send('POST', `/api/queries/v1/queries/${id}/run`, {
    token,
    body: { connector, where },
  });
  expect(answer.json).toMatchObject({
    rows: [['2', 'b']],
    notApplied: ['elsewhere', 'nowhere'],
  });
});

test('SQL-8.13 a plan over files names the files, measures when asked, and marks what is wrong', async () => {
  const lines = Array.from({ length: 500 }, (_, n) => `${n},${n % 5}`);
  await space.store('plan/"odd".csv', `n,group\n${lines.join('\n')}\n`);
  const from = `from 'plan/"odd".csv'`;
  const plan = async (sql: string, analyze: boolean) => {
    const connector = { id: space.bucketId };
    const body = { connector, sql, bindings: { least: '100' }, analyze };
    const { token } = space.viewer;
    return space.server.send('POST', fileRoutes.plan.path, { token, body });
  };
  const grouped = `select "group", count(*) ${from} where n >= :least::int group by 1`;
  const expected = JSON.stringify((await plan(grouped, false)).json);
  expect(expected).toContain('READ_PARQUET');
  expect(expected).not.toContain('operator_timing');
  const measured = await plan(grouped, true);
  const text = JSON.stringify(measured.json);
  expect(text).toContain(JSON.stringify('plan/"odd".csv').slice(1, -1));
  expect(text).toContain('"operator_cardinality":400');
  expect(text).not.toMatch(/query_name|\.parquet/);
  const wrong = await plan(`select ü, :least ${from}`, false);
  expect(wrong).toMatchObject({ status: 422, json: { details: { position: 8 } } });
  const writing = await plan(`copy (select 1) to 'x.csv'`, true);
  expect(writing.status).toBe(405);
});

test('TEAM-9 the time SQL over files takes is counted, for who asked, and so is its plan', async () => {
  const { server } = space;
  await space.store('counted.csv', 'n\n1\n');
  const count = async () => {
    await server.services.credits.flush();
    const used = await listRows<{ meter: string; times: number }>(
      server.services.db,
      sql`select meter, sum(n)::int as times from usage_day where cause_kind = 'files' group by 1`,
    );
    expect(used.map(({ meter }) => meter)).toEqual(['compute.ms']);
    return used[0]?.times ?? 0;
  };
  await space.run(`select * from 'counted.csv'`);
  const ran = await count();
  const body = { connector: { id: space.bucketId }, sql: `select * from 'counted.csv'` };
  const { token } = space.viewer;
  const planned = await server.send('POST', fileRoutes.plan.path, { token, body });
  expect(planned.status).toBe(200);
  expect(await count()).toBe(ran + 1);
});
