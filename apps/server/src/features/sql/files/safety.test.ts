import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '#testing/factories.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

const space = await startFilesWorkspace();
beforeAll(async () => {
  await space.store('a.csv', 'id,name\n1,x\n2,y\n');
});
afterAll(() => space.stop());

test.each([
  `select * from read_csv('/etc/passwd')`,
  `select * from read_text('/etc/passwd')`,
  `select * from read_blob('/etc/passwd')`,
  `select * from glob('/etc/*')`,
  `select * from parquet_scan('/etc/passwd')`,
  `select * from sniff_csv('/etc/passwd')`,
  `select (select content from read_text('/proc/self/environ'))`,
  `with t as (from read_text('/etc/passwd')) select * from t`,
  `select * from query('select 1')`,
  `select * from query_table('a.csv')`,
  `select * from json_execute_serialized_sql('{}')`,
  `select * from duckdb_settings()`,
  `select * from pragma_database_list()`,
  `select current_setting('temp_directory')`,
  `select getenv('HOME')`,
])('a statement over files reaches nothing of the machine: %s', async (sql) => {
  expect(await space.refuse(sql)).toMatchObject({ code: 'E_SQL_READ_ONLY' });
});

test.each([
  `select * from '/etc/passwd'`,
  `select * from '../../../etc/passwd.csv'`,
  `select * from '/etc/hosts.csv'`,
  `select * from 'http://127.0.0.1:1/x.csv'`,
  `select * from 's3://media/a.csv'`,
  `select * from duckdb_views`,
  `select * from information_schema.tables`,
  `select * from main.sqlite_master`,
  `select * from memory.main.x`,
  `select * from (with duckdb_settings as (select 1) select * from duckdb_settings), duckdb_views`,
  `select * from duckdb_views, (with duckdb_views as (select 1) select * from duckdb_views) as t`,
  `with a as (select * from duckdb_views), duckdb_views as (select 1) select * from a, duckdb_views`,
  `with duckdb_views as (select * from duckdb_views) select * from duckdb_views`,
  `select (with sqlite_master as (select 1) select 1), * from sqlite_master`,
])('a name is a key of the bucket or nothing: %s', async (sql) => {
  expect((await space.refuse(sql)).code).toMatch(/^E_(OBJECT|TABLE)_NOT_FOUND$/);
});

test.each([
  `copy (select 1) to '/tmp/x.csv'`,
  `copy 'a.csv' to 'b.csv'`,
  `attach '/tmp/x.db'`,
  `install httpfs`,
  `load httpfs`,
  `set enable_external_access = true`,
  `reset lock_configuration`,
  `pragma database_list`,
  `create table t (a int)`,
  `insert into 'a.csv' values (3)`,
  `delete from 'a.csv'`,
  `drop view "a.csv"`,
  `export database '/tmp/x'`,
  `call pragma_version()`,
  `begin`,
  `explain analyze select 1`,
])('files are only read: %s', async (sql) => {
  expect(await space.refuse(sql)).toMatchObject({ code: 'E_SQL_READ_ONLY' });
});

test('what WITH names is used where it holds, and hides a file of that name there', async () => {
  const { rows } = await space.run(`with recursive n as (
      select 1 as id union all select id + 1 from n where id < 2),
    "a.csv" as (select * from n)
    select (with m as (select max(id) as id from "a.csv") select id from m) as most`);
  expect(rows).toEqual([[2]]);
});

test('SQL-8.13 copies on our disk are not read by a name that only looks as if WITH had given it', async () => {
  await space.run(`select * from 'a.csv'`);
  const folder = await space.server.services.files.cache.folderOf(space.bucketId);
  const all = `"${folder}/*.parquet"`;
  const same = (sign: string) => `"${folder}/*[!${sign}].parquet"`;
  for (const sql of [
    `with ${same('k')} as (select 1) select * from ${same('\u212A')}`,
    `with ${same('ä')} as (select 1) select * from ${same('Ä')}`,
    `with recursive ${all}(id) as (select id from ${all} union select id from ${all} where false)
      select * from ${all}`,
    `with recursive ${all} as (select (select max(id) from ${all}) as id
      union select id from ${all} where false) select * from ${all}`,
  ]) {
    expect((await space.refuse(sql)).code, sql).toMatch(/^E_(OBJECT|TABLE)_NOT_FOUND$/);
  }
});

test('one statement is run at a time, and an empty one not at all', async () => {
  expect(await space.refuse('select 1; select 2')).toMatchObject({
    code: 'E_SQL_MULTIPLE_STATEMENTS',
  });
  expect(await space.refuse('-- nothing')).toMatchObject({ code: 'E_SQL_EMPTY' });
});

test('even past the parser, the process opens nothing outside its folder and stays locked', async () => {
  const { workers, cache } = space.server.services.files;
  const folder = await cache.folderOf(space.bucketId);
  const options = { folder, signal: AbortSignal.timeout(300_000), limitMs: 60_000 };
  const run = { rowLimit: 1, rowsAPage: 1, mostBytes: 1_000, values: [] };
  const ask = (paths: string[]) =>
    workers.ask(
      {
        kind: 'run',
        sql: `select * from x`,
        tables: [
          {
            catalog: '',
            schema: '',
            name: 'x',
            files: paths.map((path) => ({ path, folders: {} })),
          },
        ],
        ...run,
      },
      options,
    );
  // What DuckDB's own permission says, in our words.
  const refused = 'Only files that the statement names are read.';
  await expect(ask(['/etc/passwd'])).rejects.toThrow(refused);
  await expect(ask([`${folder}/../../secret.key`])).rejects.toThrow(refused);
  await expect(ask(['https://example.test/a.parquet'])).rejects.toThrow(refused);
  const other = await cache.folderOf(crypto.randomUUID());
  await expect(ask([`${other}/a.parquet`])).rejects.toThrow(refused);
});

test('another project’s bucket and databases are not there, for members and strangers alike', async () => {
  const { id: otherProject } = await createProject(space.server.services.db, {
    owner: space.stranger,
  });
  const otherBucket = await space.add(space.sources.s3Connector, otherProject, space.stranger);
  await space.add({ ...space.sources.sqlConnector, name: 'Secret' }, otherProject, space.stranger);
  const foreign = await space.send(`select * from 'a.csv'`, { connectorId: otherBucket });
  expect(foreign.status).toBe(404);
  expect((await space.send(`select * from 'a.csv'`, { as: space.stranger })).status).toBe(404);
  expect(await space.refuse('select * from secret.public.customers')).toMatchObject({
    code: 'E_TABLE_NOT_FOUND',
    message: `There is no database 'secret'. Databases here: shop.`,
  });
  expect((await space.run(`select count(*) from 'a.csv'`, { as: space.viewer })).rows).toEqual([
    ['2'],
  ]);
  const notBucket = await space.send('select 1', { connectorId: space.databaseId });
  expect(notBucket.status).toBe(422);
});
