import qs from 'qs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Nameable,
  SchemaObjects,
  TableStructure,
} from '@causeway/contract/tables/structure.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';

let space: SqlWorkspace;

beforeAll(async () => {
  space = await startSqlWorkspace();
  const statements = [
    'create schema shop',
    `grant usage on schema shop to ${space.role}`,
    `create type shop.mood as enum ('good', 'it''s bad')`,
    'create domain shop.price as numeric(10,2) not null check (value >= 0)',
    'create sequence shop.tickets',
    `create function shop.touch() returns trigger language plpgsql as
      $$ begin new.name := trim(new.name); return new; end $$`,
    `create table shop.makers (id int primary key)`,
    `create table shop."Odd goods" (
      id bigint generated always as identity primary key,
      maker int references shop.makers on delete cascade,
      no int not null default nextval('shop.tickets'),
      name varchar(20) not null unique,
      mood shop.mood default 'good',
      "Net price" shop.price,
      twice numeric generated always as ("Net price" * 2) stored,
      check (no > 0))`,
    `create index odd_names on shop."Odd goods" (lower(name)) where no > 5`,
    `create trigger touched before insert on shop."Odd goods" for each row
      execute function shop.touch()`,
    `alter table shop."Odd goods" enable row level security`,
    `create policy own on shop."Odd goods" for select to public using (no > 1)`,
    `comment on table shop."Odd goods" is 'What''s odd'`,
    `comment on column shop."Odd goods".name is 'As printed'`,
    `create view shop.cheap as select id, name from shop."Odd goods" where "Net price" < 5`,
    `create materialized view shop.counts as select mood, count(*) as goods
      from shop."Odd goods" group by mood`,
    `create table shop.days (day date not null, n int) partition by range (day)`,
    `create table shop.days_2026 partition of shop.days
      for values from ('2026-01-01') to ('2027-01-01')`,
    `grant all on all tables in schema shop to ${space.role}`,
    `alter materialized view shop.counts owner to ${space.role}`,
  ];
  for (const statement of statements) await space.database.query(statement);
});
afterAll(() => space.stop());

async function structureOf(table: string): Promise<TableStructure> {
  const query = qs.stringify({ connector: { id: space.plain }, schema: 'shop' });
  const path = `/api/tables/v1/tables/${encodeURIComponent(table)}/structure`;
  return read(await space.server.send('GET', path, { token: space.viewer.token, query }));
}

test('SQL-4 the structure of a table tells its indexes with size and use, rules, triggers, policies and who uses it', async () => {
  const structure = await structureOf('Odd goods');
  expect(structure.indexes.map(({ name, isPrimary }) => [name, isPrimary])).toEqual([
    ['Odd goods_pkey', true],
    ['Odd goods_name_key', false],
    ['odd_names', false],
  ]);
  expect(structure.indexes[0]).toMatchObject({ sizeBytes: expect.any(Number), scans: 0 });
  expect(structure.constraints.map(({ type }) => type)).toEqual([
    'primary key',
    'unique',
    'foreign key',
    'check',
  ]);
  expect(structure.triggers).toMatchObject([{ name: 'touched', isEnabled: true }]);
  expect(structure).toMatchObject({ hasRowSecurity: true, partitionKey: null });
  expect(structure.policies).toMatchObject([
    { name: 'own', command: 'SELECT', roles: ['public'], using: 'no > 1', check: null },
  ]);
  expect(structure.usedBy.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'materialized view counts',
    'view cheap',
  ]);
  expect((await structureOf('makers')).usedBy).toMatchObject([
    { kind: 'table', name: 'Odd goods' },
  ]);
  expect((await structureOf('days')).partitions).toMatchObject([{ name: 'days_2026' }]);
  expect((await structureOf('days_2026')).partitionOf).toMatchObject({ name: 'days' });
});

test('SQL-4 the SQL of a table makes the same table again, views and partitions too', async () => {
  const names = ['makers', 'Odd goods', 'cheap', 'counts', 'days', 'days_2026'];
  const before = await Promise.all(names.map(async (name) => (await structureOf(name)).ddl));
  await space.database.query('drop table shop."Odd goods", shop.makers, shop.days cascade');
  for (const ddl of before) {
    for (const statement of ddl.split('\n\n')) await space.database.query(statement);
  }
  await space.database.query(`grant all on all tables in schema shop to ${space.role}`);
  await space.database.query(`alter materialized view shop.counts owner to ${space.role}`);
  expect(await Promise.all(names.map(async (name) => (await structureOf(name)).ddl))).toEqual(
    before,
  );
});

test('SQL-4 who owns a table, whether its row security binds the owner too, and who may do what is told', async () => {
  const { database, role } = space;
  await database.query('create table shop.guarded (id int primary key, name text, pay int)');
  await database.query(`alter table shop.guarded owner to ${role}`);
  expect(await structureOf('guarded')).toMatchObject({
    owner: role,
    isOwn: true,
    hasRowSecurity: false,
    isSecurityForced: false,
  });
  await database.query('alter table shop.guarded force row level security');
  await database.query('grant select (name, pay), insert on shop.guarded to public');
  const { grants, ddl, ...told } = await structureOf('guarded');
  expect(told).toMatchObject({ hasRowSecurity: false, isSecurityForced: true });
  expect(ddl).toContain('FORCE ROW LEVEL SECURITY');
  const ofPublic = grants.filter(({ role: who }) => who === 'public');
  expect(ofPublic.map(({ privilege, column }) => [privilege, column])).toEqual([
    ['INSERT', null],
    ['SELECT', 'name'],
    ['SELECT', 'pay'],
  ]);
  expect(grants.filter(({ role: who }) => who === role).length).toBeGreaterThan(6);
  expect((await structureOf('makers')).isOwn).toBe(false);
});

test('SQL-4 what came from the table a partition belongs to is told apart', async () => {
  const { database } = space;
  await database.query('alter table shop.days add constraint positive check (n > 0)');
  await database.query('alter table shop.days_2026 add constraint small check (n < 9)');
  await database.query(`create trigger touched before insert on shop.days for each row
    execute function shop.touch()`);
  await database.query('alter table shop.days_2026 disable trigger touched');
  const { constraints, triggers, ddl } = await structureOf('days_2026');
  expect(constraints.map(({ name, isInherited }) => [name, isInherited])).toEqual([
    ['positive', true],
    ['small', false],
  ]);
  expect(triggers).toMatchObject([{ name: 'touched', isInherited: true, isEnabled: false }]);
  expect(ddl).not.toContain('CREATE TRIGGER');
  expect(ddl).toContain('DISABLE TRIGGER "touched"');
});

test('SQL-4 views and keys that use a table say which of its columns', async () => {
  const used = async (table: string) =>
    (await structureOf(table)).usedBy.map(({ name, columns }) => [name, columns]);
  expect(await used('Odd goods')).toEqual([
    ['counts', ['mood']],
    ['cheap', ['Net price', 'id', 'name']],
  ]);
  expect(await used('makers')).toEqual([['Odd goods', ['id']]]);
});

test('SQL-4 roles and trigger functions are offered to who may change tables, with who can use the schema', async () => {
  const ask = (token: string) =>
    space.server.send('GET', '/api/tables/v1/nameable', {
      token,
      query: qs.stringify({ connector: { id: space.plain }, schema: 'shop' }),
    });
  expect(codeOf(await ask(space.viewer.token))).toBe('403 E_FORBIDDEN');
  const { roles, triggerFunctions } = read<Nameable>(await ask(space.editor.token));
  expect(triggerFunctions).toContainEqual({ schema: 'shop', name: 'touch' });
  expect(roles).toContainEqual({ name: space.role, mayUseSchema: true });
  expect(roles).toContainEqual({ name: space.member.role, mayUseSchema: false });
  expect(roles.map(({ name }) => name)).not.toContain('pg_signal_backend');
});

test('SQL-4 functions, sequences and types of a schema are listed', async () => {
  const query = qs.stringify({ connector: { id: space.plain }, schema: 'shop' });
  const answer = await space.server.send('GET', '/api/tables/v1/objects', {
    token: space.viewer.token,
    query,
  });
  const objects = read<SchemaObjects>(answer);
  expect(objects.functions).toMatchObject([
    { name: 'touch', kind: 'function', result: 'trigger', language: 'plpgsql' },
  ]);
  expect(objects.sequences).toMatchObject([
    { name: 'Odd goods_id_seq', ownedBy: 'Odd goods.id' },
    { name: 'tickets', ownedBy: null, increment: '1' },
  ]);
  expect(objects.types).toEqual([
    { name: 'mood', kind: 'enum', definition: `'good', 'it''s bad'` },
    {
      name: 'price',
      kind: 'domain',
      definition: 'numeric(10,2) NOT NULL CHECK (VALUE >= 0::numeric)',
    },
  ]);
});

test('SQL-4 a materialized view is computed anew by who may write, and nothing else is', async () => {
  const refresh = (table: string, { token } = space.owner) =>
    space.server.send('POST', `/api/tables/v1/tables/${encodeURIComponent(table)}/refresh`, {
      token,
      body: { connector: { id: space.plain }, schema: 'shop' },
    });
  await space.database.query(
    `insert into shop."Odd goods" (no, name, "Net price") values (5, 'Cup', 3), (6, 'Jar', 9)`,
  );
  expect(codeOf(await refresh('counts', space.viewer))).toBe('403 E_FORBIDDEN');
  expect(codeOf(await refresh('cheap'))).toBe('422 E_VALIDATION');
  expect((await refresh('counts')).status).toBe(200);
  const { rows } = await space.database.query('select goods::int from shop.counts');
  expect(rows).toEqual([{ goods: 2 }]);
});
