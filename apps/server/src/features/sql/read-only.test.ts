import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

/** Everything tried to write, keep, lock, reach or hide where only reading is allowed. */
const attempts = [
  'insert into kept values (9)',
  'update kept set id = 9',
  'delete from kept',
  'merge into kept using (select 9) s on false when not matched then insert values (9)',
  'truncate kept',
  'drop table kept',
  'create table made (id int)',
  'create temp table made (id int)',
  'select 9 into made',
  'create table made as select 9',
  'with gone as (delete from kept returning id) select * from gone',
  'with a as (with b as (insert into kept values (9) returning id) select * from b) select * from a',
  'select * from kept for update',
  'select * from (select * from kept for share) s',
  'explain analyze delete from kept',
  'explain (analyze, verbose) select writes()',
  'explain (verbose, analyze true) insert into kept values (9)',
  'select writes()',
  'select * from writes()',
  'select 1 where writes() = 9',
  'do $$ begin delete from kept; end $$',
  'call nothing()',
  'prepare p as delete from kept',
  'execute p',
  'set default_transaction_read_only = off',
  'set session characteristics as transaction read write',
  'begin read write',
  'commit',
  'rollback',
  'select 1; commit; delete from kept',
  'select 1; delete from kept',
  'lock table kept',
  'copy kept from stdin',
  'copy (select 1) to stdout',
  `copy (select 1) to program 'touch /tmp/never'`,
  `copy kept to '/tmp/never'`,
  'listen x',
  `notify x, 'y'`,
  `select pg_notify('x', 'y')`,
  `select set_config('transaction_read_only', 'off', true)`,
  `select set_config('search_path', 'nowhere', false)`,
  'select pg_advisory_lock(1)',
  'select pg_catalog.pg_advisory_lock(1)',
  'select "pg_advisory_lock"(1)',
  'select pg_try_advisory_lock(1)',
  `select nextval('numbers')`,
  `select setval('numbers', 9)`,
  `select pg_read_file('/etc/passwd')`,
  `select * from pg_ls_dir('/')`,
  `select pg_stat_file('/etc/passwd')`,
  `select lo_create(0)`,
  `select lo_import('/etc/passwd')`,
  `select lo_from_bytea(0, 'x')`,
  `select query_to_xml('delete from kept', true, true, '')`,
  `select database_to_xml(true, true, '')`,
  `select * from ts_stat('select pg_read_file(''/etc/passwd'')::tsvector')`,
  `select ts_rewrite('a'::tsquery, 'select pg_read_file(''x'')::tsquery, ''b''::tsquery')`,
  'select pg_terminate_backend(pid) from pg_stat_activity',
  'select pg_cancel_backend(1)',
  'select pg_reload_conf()',
  'select pg_rotate_logfile()',
  'select pg_switch_wal()',
  `select pg_create_physical_replication_slot('x')`,
  `select pg_logical_emit_message(false, 'x', 'y')`,
  'select pg_stat_reset()',
  'select pg_export_snapshot()',
  `select dblink_exec('dbname=x', 'delete from kept')`,
  'select setseed(0.5)',
  'select (select set_config($$a.b$$, $$c$$, false))',
  `select case when true then pg_read_file('/etc/passwd') end`,
  `select array(select pg_ls_dir('/'))`,
  'vacuum kept',
  'refresh materialized view m',
  'reindex table kept',
  'alter table kept add x int',
  `comment on table kept is 'x'`,
  'grant all on kept to public',
  'create role never',
  'alter system set work_mem = 1',
  'discard all',
  'checkpoint',
  `load 'auto_explain'`,
  'declare c cursor with hold for select 1',
];

const readable = [
  'select * from kept',
  'values (1), (2)',
  'table kept',
  'show search_path',
  'explain select * from kept',
  'explain delete from kept',
  'explain (analyze off, costs off) select 1',
  'with a as (select 1) select * from a',
  `select 'delete from kept'`,
  'select count(*) over (), max(id) from kept group by id',
  `select data.* from jsonb_to_record('{"a":1}') as data(a int)`,
  `select current_setting('transaction_read_only')`,
];

let space: SqlWorkspace;
let before: unknown;

beforeAll(async () => {
  space = await startSqlWorkspace();
  await space.database.query(`
    create table kept (id int);
    insert into kept values (1), (2);
    create sequence numbers;
    create materialized view m as select 1;
    create procedure nothing() language sql as 'select 1';
    create function writes() returns int language plpgsql as $$
      begin insert into kept values (9); return 9; end $$;
    grant all on kept, numbers, m to public;`);
  before = await traces();
});
afterAll(() => space.stop());

/** All that could have been left behind. */
async function traces() {
  const { rows } = await space.database.query(`
    select (select array_agg(id order by id) from kept) as kept,
      (select last_value || is_called::text from numbers) as numbers,
      (select array_agg(relname order by relname) from pg_class
        where relkind in ('r', 'S', 'v', 'm') and relname not like 'pg\\_%') as relations,
      (select count(*) from pg_largeobject_metadata) as objects,
      (select count(*) from pg_locks where locktype = 'advisory') as locks,
      (select count(*) from pg_prepared_xacts) as prepared,
      (select count(*) from pg_replication_slots) as slots,
      (select count(*) from pg_stat_activity where state like 'idle in transaction%'
        and datname = current_database()) as open`);
  return rows;
}

describe.each(['plain', 'powerful'] as const)('on a %s role', (kind) => {
  test('SQL-1 a GET writes nothing and leaves nothing behind, whatever it is asked', async () => {
    for (const sql of attempts) {
      const answer = await space.send('GET', { sql }, { connectorId: space[kind] });
      expect(answer.status, `${sql} → ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${sql} → ${answer.text}`).toBeLessThan(500);
    }
    expect(await traces()).toEqual(before);
  });

  test('SQL-1 a GET reads what can be read', async () => {
    for (const sql of readable) {
      const answer = await space.send('GET', { sql }, { connectorId: space[kind] });
      expect(answer.status, `${sql} → ${answer.text}`).toBe(200);
    }
    expect(await traces()).toEqual(before);
  });

  test('a POST to read and a stream are as strict', async () => {
    for (const path of ['/api/sql/v1/read', '/api/sql/v1/stream']) {
      for (const sql of ['delete from kept', 'select writes()', `select pg_read_file('x')`]) {
        const answer = await space.send('POST', { sql }, { connectorId: space[kind] }, path);
        expect(codeOf(answer), sql).toBe('405 E_SQL_READ_ONLY');
      }
    }
    expect(await traces()).toEqual(before);
  });
});

describe('who only reads', () => {
  test('TEAM-2 viewers read by POST too, and write by no method', async () => {
    const as = space.viewer;
    expect(codeOf(await space.send('POST', { sql: 'select * from kept' }, { as }))).toBe('200');
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await space.send(method, { sql: 'delete from kept' }, { as });
      expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
    }
    const hidden = await space.send('POST', { sql: 'select writes()' }, { as });
    expect(codeOf(hidden)).toBe('405 E_SQL_READ_ONLY');
    expect(await traces()).toEqual(before);
  });

  test('viewers run no SQL of their own where the role reaches beyond the data', async () => {
    const options = { as: space.viewer, connectorId: space.powerful };
    for (const method of ['GET', 'POST']) {
      const answer = await space.send(method, { sql: 'select 1' }, options);
      expect(codeOf(answer)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
    }
  });

  test('CONN-3 nobody writes through a read-only connector', async () => {
    const params = { projectId: space.projectId, connectorId: space.plain };
    const set = (readOnly: boolean) =>
      space.server.call(
        connectorRoutes.update,
        { params, body: { settings: { readOnly } } },
        space.owner,
      );
    await set(true);
    const as = space.owner;
    const refused = await space.send('POST', { sql: 'delete from kept' }, { as });
    expect(codeOf(refused)).toBe('405 E_CONNECTOR_READ_ONLY');
    expect(codeOf(await space.send('POST', { sql: 'select writes()' }, { as }))).toBe(
      '405 E_SQL_READ_ONLY',
    );
    expect(codeOf(await space.send('POST', { sql: 'select 1' }, { as }))).toBe('200');
    await set(false);
    expect(await traces()).toEqual(before);
  });
});

describe('one statement never reaches the next', () => {
  const probe = `select current_setting('search_path'), current_setting('my.own', true),
    to_regclass('pg_temp.left_over'), (select count(*) from pg_prepared_statements),
    (select count(*) from pg_cursors), (select count(*) from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()), current_user = session_user,
    pg_catalog.pg_my_temp_schema() = 0`;

  test.each([
    'set search_path to nowhere',
    `select set_config('my.own', 'x', false)`,
    'create temp table left_over (id int)',
    'prepare p as select 1',
    'declare c cursor with hold for select 1',
    'select pg_advisory_lock(7)',
    'begin',
    'set role none',
    'listen something',
    `do $$ begin perform set_config('my.own', 'y', false); create temp table left_over (); end $$`,
  ])('%s', async (sql) => {
    const { rows: clean } = await space.run(probe);
    for (let round = 0; round < 3; round += 1) {
      await space.run(sql);
      const { rows } = await space.run(probe);
      expect(rows).toEqual(clean);
    }
  });

  test('a transaction somebody opened is rolled back', async () => {
    await space.run('begin');
    await space.run('insert into kept values (5)');
    await space.run('rollback');
    const { rows } = await space.run('select count(*) from kept where id = 5');
    expect(rows).toEqual([['1']]);
    await space.run('delete from kept where id = 5');
  });

  test('answers never mix, however many run at once', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map((number) =>
        space.send('GET', { sql: `select ?::int, pg_sleep(random() / 50)`, bindings: [number] }),
      ),
    );
    expect(answers.map(({ json }) => (json as { rows: number[][] }).rows[0]?.[0])).toEqual(numbers);
  });
});
