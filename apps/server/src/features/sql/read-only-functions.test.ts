import { afterAll, expect, test } from 'vitest';
import { harmlessFunctions } from '#platform/connectors/sql/harmless-functions.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
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
    await space.database.query(`create extension if not exists "${name}" cascade`);
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

test('SQL-1 a function that runs text is refused in whatever type the text comes', async () => {
  const types = `text varchar char(100)[] name json jsonb xml bytea jsonpath tsquery citext hstore
    anycompatible anynonarray anyarray anyelement words word_of word_of[]`.split(/\s+/);
  await space.database.query(`
    create extension if not exists citext; create extension if not exists hstore;
    create domain words as text; create type word_of as (word text)`);
  const allowed: string[] = [];
  for (const [at, type] of types.entries()) {
    const [name, made] = [`runs_${at}`, `made_${at}`];
    await space.database.query(`create function ${name}(given ${type}) returns text language plpgsql
      as $$ begin execute 'select 1'; return given::text; end $$`);
    await space.database.query(`create function ${made}(given ${type}) returns text
      language sql as 'select ${name}(given)'`);
    allowed.push(...(await listAllowed([`select ${name}(null)`, `select ${made}(null)`])));
  }
  expect(allowed).toEqual([]);
  // What can hold no statement runs as ever.
  await space.database.query(`create function counts(a int, b date, c uuid[], d numeric)
    returns int language plpgsql as $$ begin execute 'select 1'; return a; end $$`);
  expect(await listAllowed(['select counts(1, null, null, null)'])).toHaveLength(1);
});

test('SQL-1 a type that calls something dangerous is refused in all that is made of it', async () => {
  await space.database.query(`
    create domain slurping as text check (pg_read_file(value) is not null);
    create domain deeper as slurping; create type holder as (a deeper);
    create table held (id int, a slurping); create table outer_held (inner_held held[])`);
  const refused = [
    `select '/etc/passwd'::deeper`,
    `select '{/etc/passwd}'::_slurping`,
    `select '(/etc/passwd)'::holder`,
    `select row(1, '/etc/passwd')::held`,
    `select jsonb_populate_record(null::held, '{"a":"/etc/passwd"}')`,
    `select jsonb_populate_record(null::outer_held, '{"inner_held":[{"a":"/etc/passwd"}]}')`,
    `select pg_input_is_valid('/etc/passwd', 'slurping')`,
    `select * from pg_input_error_info('/etc/passwd', 'slurping')`,
  ];
  expect(await listAllowed(refused)).toEqual([]);
  expect(await listAllowed(['select held.id, held.a from held where held.a is null'])).toHaveLength(
    1,
  );
});

async function listAllowed(statements: string[]): Promise<string[]> {
  space.server.services.sqlCatalog.forget(space.powerful);
  const allowed: string[] = [];
  for (const sql of statements) {
    const options = { connectorId: space.powerful };
    const answer = await space.send('POST', { sql }, options, '/api/sql/v1/read');
    if (codeOf(answer) !== '405 E_SQL_READ_ONLY') allowed.push(`${sql} → ${answer.text}`);
  }
  return allowed;
}
