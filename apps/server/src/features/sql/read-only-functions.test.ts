import { afterAll, beforeAll, expect, test } from 'vitest';
import { harmlessFunctions } from '#platform/connectors/sql/harmless-functions.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
});
afterAll(() => space.stop());

async function listNames(query: string): Promise<string[]> {
  const { rows } = await space.database.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

test('SQL-1 every function of Postgres and its extensions that may change something is refused', async () => {
  // Languages bring no functions but their handlers.
  const extensions = await listNames(
    `select name from pg_available_extensions where name !~ 'pl(perl|python|tcl)'`,
  );
  for (const name of extensions) {
    await space.database.query(`create extension if not exists "${name}"`);
  }
  const volatile = await listNames(`select distinct proname as name from pg_proc
    where provolatile = 'v' and prorettype not in
      ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
      and (pronamespace = 'pg_catalog'::regnamespace or exists (select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'))`);
  expect(volatile.length).toBeGreaterThan(200);
  const allowed: string[] = [];
  for (const name of volatile) {
    const answer = await space.send('POST', { sql: `select "${name}"()` }, {}, '/api/sql/v1/read');
    if (codeOf(answer) !== '405 E_SQL_READ_ONLY') allowed.push(name);
  }
  expect(allowed.filter((name) => !harmlessFunctions.has(name))).toEqual([]);
  expect(allowed.length).toBeGreaterThan(100);
});
