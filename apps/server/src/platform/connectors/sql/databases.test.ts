import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgress } from '#platform/egress/egress.ts';
import { eventually } from '#testing/eventually.ts';
import { startTestSources } from '#testing/test-sources.ts';
import type { SqlTarget } from '../stored.ts';
import { copyIn, copyOut } from './copy.ts';
import { readPages } from './cursor.ts';
import { createSqlDatabases, type SqlDatabases } from './databases.ts';

let databases: SqlDatabases;
let target: SqlTarget;

const sources = await startTestSources();
beforeAll(async () => {
  const egress = createEgress({ allowData: sources.allowed, allowHttp: '', own: [], samples: [] });
  databases = createSqlDatabases(egress);
  const { config, secrets } = sources.sqlConnector;
  target = { id: 'one', updatedAt: '1', config, password: secrets.password };
});
afterAll(async () => {
  await databases.close();
  await sources.stop();
});

test('SQL-10 cells are the text Postgres prints, digit for digit', async () => {
  const { rows } = await databases.read(
    target,
    `select 9007199254740993::int8, '2021-09-27 20:55:25.625535+00'::timestamptz, 1.10::numeric,
       'NaN'::float8, null::text, ''::text, 'null'::jsonb, '{1,NULL}'::int[], '1975-05-11'::date`,
  );
  expect(rows).toEqual([
    [
      '9007199254740993',
      '2021-09-27 20:55:25.625535+00',
      '1.10',
      'NaN',
      null,
      '',
      'null',
      '{1,NULL}',
      '1975-05-11',
    ],
  ]);
});

test('what a user’s SQL sets or leaves open never reaches the next one', async () => {
  await databases.withFresh(target, async ({ client }) => {
    await client.query('set search_path to nowhere');
    await client.query('begin');
    await client.query('create temp table left_over (id int)');
  });
  await databases.withFresh(target, async ({ client }) => {
    const { rows } = await client.query(
      `select current_setting('search_path') as path, to_regclass('pg_temp.left_over') as table`,
    );
    expect(rows).toEqual([{ path: '"$user", public', table: null }]);
  });
});

test('a line that breaks while a question is under way is a failure of that question and of nothing else', async () => {
  const asked = expect(databases.read(target, 'select pg_sleep(30)')).rejects.toMatchObject({
    code: expect.stringMatching(/^E_/),
  });
  await eventually(async () => {
    const { rows } = await databases.read(
      target,
      `select count(*) from pg_stat_activity where query = 'select pg_sleep(30)'`,
    );
    expect(rows).toEqual([['1']]);
  });
  sources.line.cut();
  await asked;
  sources.line.restore();
  expect((await databases.read(target, 'select 1')).rows).toEqual([['1']]);
});

test('a connection takes one statement at a time, whoever writes it', async () => {
  const two = 'select 1; select 2';
  const isOne = { message: 'cannot insert multiple commands into a prepared statement' };
  await expect(databases.read(target, two)).rejects.toMatchObject(isOne);
  await databases.withFresh(target, async ({ client }) => {
    await expect(client.query(two)).rejects.toMatchObject(isOne);
    const copied = copyOut(client, 'copy (select 1) to stdout; select 2');
    await expect(copied.toArray()).rejects.toMatchObject(isOne);
  });
});

test('a cancelled statement frees its backend', async () => {
  await databases.withFresh(target, async ({ client, cancel }) => {
    const sleeping = client.query('select pg_sleep(600)');
    const ended = expect(sleeping).rejects.toThrow('canceling statement');
    await eventually(async () => {
      const { rows } = await databases.read(target, countSleeping);
      expect(rows).toEqual([['1']]);
    });
    await cancel();
    await ended;
  });
  const { rows } = await databases.read(target, countSleeping);
  expect(rows).toEqual([['0']]);
});

const countSleeping = `select count(*) from pg_stat_activity
  where query = 'select pg_sleep(600)' and state = 'active'`;

test('a result is read page by page, up to the row limit', async () => {
  await databases.withFresh(target, async ({ client }) => {
    const sizes = [];
    const statement = { text: 'select generate_series(1, 100000)' };
    for await (const page of readPages(client, statement, { rows: 1_200, bytes: 1e6 })) {
      expect(page.fields.map((field) => field.name)).toEqual(['generate_series']);
      sizes.push(page.rows.length);
    }
    expect(sizes).toEqual([500, 500, 200]);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: '1' }]);
  });
});

test('a result that is too large is stopped before it is held', async () => {
  await databases.withFresh(target, async ({ client }) => {
    const statement = { text: `select repeat('x', 10000) from generate_series(1, 100000)` };
    const reading = async () => {
      for await (const page of readPages(client, statement, { rows: 1e6, bytes: 1e6 })) void page;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'E_RESULT_TOO_LARGE' });
  });
});

test('rows go in and out by COPY', async () => {
  await databases.withFresh(target, async ({ client }) => {
    await client.query('create temp table copied (id int, name text)');
    const rows = Readable.from(['1\tone\n', '2\t\\N\n']);
    await pipeline(rows, copyIn(client, 'copy copied from stdin'));
    expect(await readText(copyOut(client, 'copy copied to stdout'))).toBe('1\tone\n2\t\\N\n');
  });
});

test('an edited connector connects anew, with what it now says', async () => {
  await databases.read(target, 'select 1');
  const edited = { ...target, updatedAt: '2', password: 'wrong' };
  await expect(databases.read(edited, 'select 1')).rejects.toMatchObject({
    code: 'E_UPSTREAM_AUTH',
  });
  expect((await databases.read(target, 'select 1')).rows).toEqual([['1']]);
});

test('a statement that is kept parsed also runs where a pooler has lost or taken its name', async () => {
  const ask = () => databases.readOften(target, 'select $1::int + 1', [1]);
  const parsed = async () => {
    const { rows } = await databases.read(target, 'select name from pg_prepared_statements');
    return rows.flat();
  };
  await databases.read(target, 'deallocate all');
  expect((await ask()).rows).toEqual([['2']]);
  expect((await ask()).rows).toEqual([['2']]);
  const [name] = await parsed();
  expect(name).toBeDefined();
  // As on another backend, which does not have it.
  await databases.read(target, 'deallocate all');
  expect((await ask()).rows).toEqual([['2']]);
  expect((await ask()).rows).toEqual([['2']]);
  expect(await parsed()).toEqual([]);
});
