import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
afterAll(() => space.stop());

/** The rows of a file that is asked for while somebody is in the middle of something with the table. */
async function exportDuring(source: object, statements: string[]): Promise<unknown> {
  const writer = new pg.Client({ connectionString: space.sources.database.url });
  await writer.connect();
  try {
    await writer.query('set search_path to public');
    await writer.query('begin');
    for (const statement of statements) await writer.query(statement);
    const asked = space.server.send('POST', '/api/exports/v1/stream', {
      token: space.viewer.token,
      body: { connector: { id: space.plain }, source, file: { format: 'json' } },
    });
    await eventually(async () => {
      const waiting = await space.rowsOf(
        `select from pg_locks where not granted and locktype = 'relation'
           and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(waiting).toHaveLength(1);
    });
    await writer.query('commit');
    return (await asked).json;
  } finally {
    await writer.end();
  }
}

const anew = ['truncate daily', 'insert into daily values (7)'];
const inPlace = [
  'create table tomorrow as select 7 as n',
  'grant select on tomorrow to public',
  'drop table daily',
  'alter table tomorrow rename to daily',
];

test.each([
  { how: 'filled anew', statements: anew },
  { how: 'given another type', statements: ['alter table daily alter n type bigint'] },
  { how: 'put in the place of another', statements: inPlace },
])('SQL-5 an export that waits until its table is $how has its rows', async ({ statements }) => {
  await space.run('drop table if exists daily');
  await space.run('create table daily (n int)');
  await space.run('insert into daily values (7)');
  const query = { kind: 'query', sql: 'select * from daily' };
  expect(await exportDuring(query, statements)).toEqual([{ n: 7 }]);
});
