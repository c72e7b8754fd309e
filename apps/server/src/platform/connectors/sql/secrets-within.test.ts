import { loadModule, parseSync } from 'libpg-query';
import { beforeAll, expect, test } from 'vitest';
import { firstOf, inspectTree } from './inspect-statement.ts';
import { withoutSecrets } from './secrets-within.ts';

beforeAll(() => loadModule());

const told = (sql: string) => withoutSecrets(sql, ...firstOf(parseSync(sql)));

test.each([
  [`create role a login password 'p'`, `create role a login password '…'`],
  [
    `create user "Zoë 'x'" encrypted password 'p' valid until '2030-01-01'`,
    `create user "Zoë 'x'" encrypted password '…' valid until '2030-01-01'`,
  ],
  [
    `/* 'no' */ alter role a password /* ü */ $$p'$$;`,
    `/* 'no' */ alter role a password /* ü */ '…';`,
  ],
  [`alter user a password E'p\\'q' createdb`, `alter user a password '…' createdb`],
  [
    `create server s foreign data wrapper w options (host 'h', api_key 'p', port '1')`,
    `create server s foreign data wrapper w options (host 'h', api_key '…', port '1')`,
  ],
  [
    `alter server s options (set token 'p', drop host)`,
    `alter server s options (set token '…', drop host)`,
  ],
  [
    `create user mapping for a server s options (user 'u', password 'p')`,
    `create user mapping for a server s options (user 'u', password '…')`,
  ],
  [
    `alter user mapping for a server s options (set password 'p')`,
    `alter user mapping for a server s options (set password '…')`,
  ],
  [
    `create subscription s connection 'host=h password=p' publication a with (slot_name = 'b')`,
    `create subscription s connection '…' publication a with (slot_name = 'b')`,
  ],
  [`alter subscription s connection 'password=p'`, `alter subscription s connection '…'`],
  [
    `alter foreign table t options (set password 'p', table_name 'n')`,
    `alter foreign table t options (set password '…', table_name 'n')`,
  ],
  [
    `do $x$ begin update t set a = 'kept'; execute 'create role r password ''p'''; end $x$`,
    `do $x$ begin update t set a = 'kept'; execute '…'; end $x$`,
  ],
  [
    `do $$ begin execute format('alter role %I password %L', 'r', $q$p$q$); end $$ language plpgsql`,
    `do $$ begin execute format('…', '…', '…'); end $$ language plpgsql`,
  ],
  [`do 'begin alter user a password ''p''; end'`, `do '…'`],
  [
    `create function f() returns text return dblink_connect('host=h password=p')`,
    `create function f() returns text return dblink_connect('…')`,
  ],
  [
    `create function f() returns void language sql as $$ select 'a'; alter role r password 'p' $$`,
    `create function f() returns void language sql as $$ select 'a'; alter role r password '…' $$`,
  ],
  [
    `select a from public.dblink('host=h password=p', 'select 1') as t(a int)`,
    `select a from public.dblink('…', '…') as t(a int)`,
  ],
  [
    `select dblink_connect_u('c', 'host=h pass' || 'wd=p user=u passwd=p')`,
    `select dblink_connect_u('…', '…' || '…')`,
  ],
  [
    `create function f() returns text return dblink_connect('dbname=d password=p')`,
    `create function f() returns text return dblink_connect('…')`,
  ],
  [
    `do $$ declare c text := 'hostaddr=10.0.0.1 password=p'; d text := 'kept'; begin perform dblink_connect(c); end $$`,
    `do $$ declare c text := '…'; d text := 'kept'; begin perform dblink_connect(c); end $$`,
  ],
  [
    `create function f() returns text return dblink_connect($q$dbname=d password=p$q$)`,
    `create function f() returns text return dblink_connect('…')`,
  ],
  [`select dblink_connect($$dbname=d password=p$$)`, `select dblink_connect('…')`],
  [
    `do language plpgsql $x$ begin perform dblink_connect('password=p'); end $x$`,
    `do language plpgsql $x$ begin perform dblink_connect('…'); end $x$`,
  ],
  [
    `create view v as select * from dblink('postgresql://app:geheim@db/shop','select 1') as t(a int)`,
    `create view v as select * from dblink('…','…') as t(a int)`,
  ],
  [
    `do $$ begin perform http_get('https://app:geheim@host.example/'); end $$`,
    `do $$ begin perform http_get('…'); end $$`,
  ],
  [
    `do $$ begin execute 'create\nuser x password ''p'''; end $$`,
    `do $$ begin execute '…'; end $$`,
  ],
  [`do E'begin execute ''create\\nuser x pass\\167ord p''; end'`, `do '…'`],
])('SQL-1 what lets somebody in is taken out of a statement, and nothing else: %s', (sql, kept) => {
  expect(told(sql)).toBe(kept);
  expect(inspectTree(parseSync(sql)).holdsSecret).toBe(true);
});

test('SQL-1 what is long is looked at once, whatever stands in it', () => {
  const long = `select dblink('${'://a:'.repeat(100_000)}')`;
  expect(told(long)).toBe(long);
});

test('SQL-1 of a literal that goes on in the next line nothing is left', () => {
  const parts = told(`alter role a password 'one'\n  'two' createdb`);
  expect(parts).not.toMatch(/one|two/);
  expect(parts).toContain('createdb');
});

test.each([
  'create role a login',
  'alter role a password null',
  'alter server s options (drop password)',
  `create server s foreign data wrapper w options (host 'h')`,
  'alter subscription s disable',
  `update users set password = 'p'`,
  `do $$ begin perform 'password'; end $$`,
  `create function is_right(password text) returns boolean language sql as $$ select password = 'p' $$`,
  `select dblink('c', 'select 1')`,
  `alter foreign table t options (set table_name 'n')`,
  `alter table orders set (autovacuum_enabled = false), add column note text default 'a'`,
  `alter view v set (security_invoker = true)`,
  `alter table orders alter column a set (n_distinct = 5)`,
  `select dblink('c', 'select ''https://host:80/a'', ''b''')`,
])('SQL-1 holds nothing to be taken out: %s', (sql) => {
  expect(inspectTree(parseSync(sql)).holdsSecret).toBe(false);
  expect(told(sql)).toBe(sql);
});
