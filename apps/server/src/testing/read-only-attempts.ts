import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlWorkspace } from './sql-workspace.ts';

/** Everything tried to write, keep, lock, reach or hide where only reading is allowed. */
export const attempts = [
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
  'select * from writing',
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
  `select table_to_xml('kept', true, true, '')`,
  `select cursor_to_xml('c', 1, true, true, '')`,
  `select schema_to_xml('public', true, true, '')`,
  `select dblink('dbname=x', 'select 1')`,
  `select dblink_connect('dbname=x')`,
  `select lo_put(1, 0, 'x')`,
  `select lo_export(1, '/tmp/never')`,
  `select pg_read_binary_file('/etc/passwd')`,
  'select pg_ls_waldir()',
  'select pg_advisory_xact_lock(1)',
  'select pg_advisory_lock_shared(1, 2)',
  'select pg_advisory_unlock_all()',
  `select pg_drop_replication_slot('x')`,
  `select pg_replication_origin_create('x')`,
  'select pg_promote()',
  `select pg_backup_start('x')`,
  `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'kept')`,
  `select gin_clean_pending_list('by_words')`,
  `select brin_summarize_new_values('by_range')`,
  `select brin_desummarize_range('by_range', 0)`,
  `select heap_force_kill('kept', array['(0,1)']::tid[])`,
  'select autoprewarm_dump_now()',
  'select * from kept for no key update skip locked',
  'explain analyze execute p',
  'import foreign schema public from server never into public',
  'security label on table kept is null',
  'create function made() returns int language sql as $$ select 1 $$',
  'create extension if not exists hstore',
  'alter role current_user set work_mem = 64',
  'drop owned by current_user',
  'reassign owned by current_user to current_user',
  'cluster kept',
  'analyze kept',
  'unlisten *',
  'deallocate all',
  'close all',
  'savepoint s',
  `prepare transaction 'x'`,
];

/** What only looks. */
export const readable = [
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

/** Tables, functions and views the attempts are about. */
export async function prepareForAttempts({ database }: SqlWorkspace): Promise<void> {
  await database.query(`
    create table kept (id int);
    insert into kept values (1), (2);
    create sequence numbers;
    create materialized view m as select 1;
    create procedure nothing() language sql as 'select 1';
    create function writes() returns int language plpgsql as $$
      begin insert into kept values (9); return 9; end $$;
    create view writing as select writes() as id;
    create function leaves() returns int language plpgsql as $$
      begin
        perform set_config('my.own', 'x', false), set_config('search_path', 'nowhere', false),
          pg_advisory_lock(7);
        execute 'listen something';
        execute 'prepare left_over as select 1';
        return 1;
      end $$;
    create view leaving as select leaves() as id;
    create table words (text tsvector, at int);
    create index by_words on words using gin (text);
    create index by_range on words using brin (at);
    grant all on kept, numbers, m, words, writing, leaving to public;`);
}

/** All that could have been left behind. */
export async function listTraces({ database }: SqlWorkspace): Promise<unknown> {
  await untilSessionsEnded(database);
  const { rows } = await database.query(`
    select (select array_agg(id order by id) from kept) as kept,
      (select last_value || is_called::text from numbers) as numbers,
      (select array_agg(relname order by relname) from pg_class
        where relkind in ('r', 'S', 'v', 'm', 'i') and relname not like 'pg\\_%') as relations,
      (select array_agg(proname order by proname) from pg_proc
        where pronamespace = 'public'::regnamespace) as functions,
      (select relacl from pg_class where oid = 'kept'::regclass) as grants,
      (select count(*) from pg_description where objoid = 'kept'::regclass) as comments,
      (select array_agg(extname order by extname) from pg_extension) as extensions,
      (select count(*) from pg_db_role_setting where setdatabase in (0, (select oid
        from pg_database where datname = current_database())) and setrole in
        (select usesysid from pg_stat_activity where datname = current_database())) as settings,
      (select count(*) from pg_largeobject_metadata) as objects,
      (select count(*) from pg_locks where locktype = 'advisory' and database = (select oid
        from pg_database where datname = current_database())) as locks,
      (select count(*) from pg_prepared_xacts where database = current_database()) as prepared,
      (select count(*) from pg_replication_slots where database = current_database()) as slots,
      (select count(*) from pg_stat_activity where state like 'idle in transaction%'
        and datname = current_database()) as open`);
  return rows;
}

/**
 * Whoever asked is answered at once; a session that may not be used again ends a moment later, and
 * what it had open or locked with it. What stays shows in the traces.
 */
async function untilSessionsEnded(database: SqlWorkspace['database']): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const { rows } = await database.query(`
      select from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()
      union all
      select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`);
    if (rows.length === 0) return;
    await sleep(50);
  }
}
