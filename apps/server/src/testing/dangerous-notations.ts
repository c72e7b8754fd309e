import type { SqlWorkspace } from './sql-workspace.ts';

/**
 * Every dangerous call in every notation SQL has for calling something. The calls are chosen one a
 * kind: files, large objects, locks, settings, other sessions, sequences, replication, text that is
 * run, and what people made of these in their own database.
 */
type Call = { name: string; args: string[] };

const calls: Call[] = [
  { name: 'pg_read_file', args: [`'/etc/passwd'::text`] },
  { name: 'pg_ls_dir', args: [`'.'::text`] },
  { name: 'pg_stat_file', args: [`'PG_VERSION'::text`] },
  { name: 'lo_import', args: [`'/etc/passwd'::text`] },
  { name: 'lo_create', args: ['0::oid'] },
  { name: 'pg_advisory_lock', args: ['7::bigint'] },
  { name: 'pg_terminate_backend', args: ['0::int'] },
  { name: 'pg_cancel_backend', args: ['0::int'] },
  { name: 'pg_notify', args: [`'a'::text`, `'b'::text`] },
  { name: 'set_config', args: [`'my.own'::text`, `'x'::text`, 'false'] },
  { name: 'nextval', args: [`'numbers'::regclass`] },
  { name: 'setseed', args: ['0.5::float8'] },
  { name: 'pg_create_physical_replication_slot', args: [`'never'::name`] },
  { name: 'ts_stat', args: [`'select to_tsvector(pg_read_file($$/etc/passwd$$))'::text`] },
  { name: 'dblink', args: [`'select 1'::text`] },
  { name: 'slurp', args: [`'/etc/passwd'::text`] },
  { name: 'run_text', args: [`'select pg_read_file($$/etc/passwd$$)'::text`] },
  { name: 'run_indirectly', args: [`'select pg_read_file($$/etc/passwd$$)'::text`] },
];

type Notation = (call: Call) => string | undefined;

const written = ({ name, args }: Call) => `${name}(${args.join(', ')})`;
/** Only what takes a single value can be written as if it were a part of it. */
const alone = (write: (name: string, value: string) => string): Notation => {
  return ({ name, args }) => (args.length === 1 ? write(name, args[0] ?? '') : undefined);
};
const called = (write: (call: string) => string): Notation => {
  return (call) => write(written(call));
};
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const asText = (write: (text: string) => string): Notation => {
  return (call) => write(literal(`select ${written(call)}`));
};
const escaped = (name: string) =>
  `U&"${[...name].map((letter) => `\\${letter.codePointAt(0)!.toString(16).padStart(4, '0')}`).join('')}"`;

const notations: Record<string, Notation> = {
  function: called((call) => `select ${call}`),
  quoted: ({ name, args }) => `select "${name}"(${args.join(', ')})`,
  escaped: ({ name, args }) => `select ${escaped(name)}(${args.join(', ')})`,
  named: ({ name, args }) => `select ${name.toUpperCase()} /**/ (${args.join(', ')})`,
  attribute: alone((name, value) => `select (${value}).${name}`),
  'attribute, quoted': alone((name, value) => `select (${value})."${name}"`),
  'attribute of a column': alone((name, value) => `select (a).${name} from (select ${value}) t(a)`),
  'attribute of a column, by table': alone((name, value) => {
    return `select (t.a).${name} from (select ${value}) t(a)`;
  }),
  'attribute of a row that is a value': alone((name, value) => {
    return `select t.${name} from unnest(array[${value}]) as t`;
  }),
  'attribute in a condition': alone((name, value) => `select 1 where (${value}).${name} is null`),
  'attribute in an order': alone((name, value) => `select 1 order by (${value}).${name}`),
  'in FROM': called((call) => `select * from ${call} as t`),
  'in ROWS FROM': called((call) => `select * from rows from (${call}) as t`),
  lateral: called((call) => `select * from kept, lateral (select ${call}) as t`),
  'in a CTE': called((call) => `with t as (select ${call}) select * from t`),
  'in a CTE that repeats': called((call) => {
    return `with recursive t as (select 1 as n union all select n + 1 from t where n < 2 and ${call} is null) select * from t`;
  }),
  'in EXPLAIN': called((call) => `explain select ${call}`),
  'in EXPLAIN of a write': called((call) => `explain delete from kept where ${call} is null`),
  'in a cursor': called((call) => `declare c cursor for select ${call}`),
  'in a filter': called((call) => `select count(*) filter (where ${call} is null) from kept`),
  'in a window': called((call) => `select count(*) over (order by ${call}) from kept`),
  'in VALUES': called((call) => `values (${call})`),
  'in a limit': called((call) => `select 1 limit (select count(${call}))`),
  'in a group': called((call) => `select 1 group by ${call}`),
  'in a case': called((call) => `select case when true then ${call} is null end`),
  'in an array': called((call) => `select array(select ${call})`),
  'in a row': called((call) => `select row(${call})`),
  'in EXISTS': called((call) => `select exists (select ${call})`),
  'in a sample': called(
    (call) => `select * from kept tablesample system ((select count(${call})))`,
  ),
  'as a default': called((call) => `create table made (a text default ${call})`),
  'as a domain': called((call) => `create domain made as text check (${call} is null)`),
  'as text of XML': asText((text) => `select query_to_xml(${text}, true, true, '')`),
  'as text of search': asText((text) => `select * from ts_stat(${text})`),
  'as text, by attribute': asText((text) => `select (${text}::text).ts_stat`),
  'as text to a function of people': asText((text) => `select run_text(${text})`),
  'as text to a function of people, by attribute': asText((text) => {
    return `select t.run_text from unnest(array[${text}]) as t`;
  }),
  'as text of a statement': asText((text) => `do ${text}`),
};

/** Made of dangerous calls by whoever owns the database, and called by their own names. */
const made = [
  `select !!! '/etc/passwd'::text`,
  `select operator(public.!!!) '/etc/passwd'::text`,
  `select * from kept where (!!! '/etc/passwd'::text) is not null`,
  `select !~! '/etc/passwd'::text`,
  `select slurps(name) from (values ('/etc/passwd'::text)) t(name)`,
  `select slurps(name) over () from (values ('/etc/passwd'::text)) t(name)`,
  `select '/etc/passwd'::slurping`,
  `select cast('/etc/passwd' as slurping)`,
  `select slurping '/etc/passwd'`,
  `select row(1)::path_like::text`,
  `select atomic('/etc/passwd')`,
];

export type Notated = { how: string; sql: string };

export const notated: Notated[] = [
  ...calls.flatMap((call) =>
    Object.entries(notations).flatMap(([how, write]) => {
      const sql = write(call);
      return sql === undefined ? [] : [{ how: `${call.name} ${how}`, sql }];
    }),
  ),
  ...made.map((sql) => ({ how: 'made by people', sql })),
];

/** What looks like the above, and people need: it has to work for who may only read. */
export const ordinary = [
  'select random() is not null, now() is not null, clock_timestamp() is not null',
  'select gen_random_uuid() is not null, pg_sleep(0)',
  `select similarity('a', 'b'), digest('a', 'sha256'), uuid_generate_v4() is not null, crypt('a', gen_salt('bf', 4)) is not null`,
  `select (row(1, 2)).f1`,
  'select t.net_amount, t.http_status, t.copy_count from (select 1, 2, 3) t(net_amount, http_status, copy_count)',
  `select (person).name from (select row('Ada')::person) t(person)`,
  'select t.value, t.ordinality from unnest(array[1, 2]) with ordinality as t(value, ordinality)',
  `select e.value from jsonb_array_elements('[1]') as e`,
  'select settings.name from pg_settings settings limit 1',
  'select pg_settings.name from pg_settings limit 1',
  `select harmless('a'), counted()`,
  `select 'a' || 'b', 1 + 1, 'a' ~ 'b', array[1] @> array[1]`,
  `select '1'::small`,
];

export async function prepareForNotations({ database, member }: SqlWorkspace): Promise<void> {
  await database.query(`
    create extension if not exists dblink; create extension if not exists pg_trgm;
    create extension if not exists pgcrypto; create extension if not exists "uuid-ossp";
    alter extension pg_trgm set schema public;
    create function slurp(path text) returns text language sql as 'select pg_read_file(path)';
    create function atomic(path text) returns text language sql
      begin atomic select pg_read_file(path); end;
    create function run_text(statement text) returns text language plpgsql as $$
      declare found text; begin execute statement into found; return found; end $$;
    create function run_indirectly(statement text) returns text language sql
      as 'select run_text(statement)';
    create function slurp_step(text, text) returns text language sql
      as 'select pg_read_file($2)';
    create aggregate slurps (text) (sfunc = slurp_step, stype = text);
    create operator !!! (function = slurp, rightarg = text);
    create operator !~! (function = pg_read_file, rightarg = text);
    create domain slurping as text check (pg_read_file(value) is not null);
    create type path_like as (a int);
    create function path_text(path_like) returns text language sql
      as 'select pg_read_file(($1).a::text)';
    create cast (path_like as text) with function path_text(path_like);
    create type person as (name text);
    create domain small as int check (value < 10);
    create function harmless(value text) returns text language sql as 'select upper(value)';
    create function counted() returns bigint language plpgsql as $$
      declare found bigint; begin execute 'select count(*) from kept' into found; return found; end $$;
    grant select on kept to ${member.role};`);
}
