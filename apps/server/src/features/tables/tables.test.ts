import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { TableDetails, TableSummary } from '@causeway/contract/tables/details.ts';
import { eventually } from '#testing/eventually.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.run(`create type mood as enum ('good', 'bad')`);
  await space.run('create domain positive as int not null check (value > 0)');
  await space.run(
    'create table people (id bigint generated always as identity primary key, email varchar(80) unique)',
  );
  await space.run(`create table orders (
    id serial primary key,
    person bigint not null references people on delete cascade,
    amount numeric(10,2) default 0 check (amount >= 0),
    state mood, states mood[], count positive,
    created_at timestamptz default now(),
    doubled numeric generated always as (amount * 2) stored)`);
  await space.run(`comment on table orders is 'What was bought'`);
  await space.run(`comment on column orders.amount is 'In euros'`);
  await space.run('create index orders_created on orders (created_at desc) where amount > 0');
  await space.run('create view recent as select * from orders where amount > 1');
  await space.run('create materialized view sums as select sum(amount) from orders');
  await space.run('create table parts (id int, at date) partition by range (at)');
  await space.run(
    `create table parts_2024 partition of parts for values from ('2024-01-01') to ('2025-01-01')`,
  );
  await space.run(
    'create table "Straße/100% ""x""" ("select" int primary key, "a b" text, "Ü" text)',
  );
  await space.run('create table empty ()');
});
afterAll(() => space.stop());

async function get(path: string, query: object = {}, as = space.viewer) {
  const text = qs.stringify({ connector: { id: space.plain }, ...query });
  return space.server.send('GET', `/api/tables/v1${path}`, { token: as.token, query: text });
}

async function list(query: object = {}): Promise<TableSummary[]> {
  const { json } = await get('/tables', query);
  return (json as { tables: TableSummary[] }).tables;
}

async function discover(table: string, query: object = {}): Promise<TableDetails> {
  const answer = await get(`/tables/${encodeURIComponent(table)}`, query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as TableDetails;
}

const own = (tables: TableSummary[]) => tables.map(({ name, kind }) => `${name}: ${kind}`);

describe('listing tables', () => {
  test('SQL-2 tables of the public schema come by name, each kind named, partitions with their parent', async () => {
    expect(own(await list())).toEqual([
      'empty: table',
      'orders: table',
      'parts: partitioned',
      'people: table',
      'recent: view',
      'Straße/100% "x": table',
      'sums: materialized view',
    ]);
  });

  test('SQL-2 names with umlauts and capitals stand where people look for them', async () => {
    await space.database.query(
      'create table "Ärzte" (id int); create table "öfen" (id int); grant select on "Ärzte", "öfen" to public',
    );
    const names = (await list({ refresh: true })).map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['Ärzte', 'empty', 'öfen', 'orders']);
    await space.database.query('drop table "Ärzte"; drop table "öfen"');
    await list({ refresh: true });
  });

  test('SQL-4 a listed table has its comment and the planner’s count', async () => {
    await space.database.query(
      'insert into people (email) select n::text from generate_series(1, 500) n',
    );
    await space.database.query('analyze people');
    const tables = await list({ refresh: true });
    expect(tables.find(({ name }) => name === 'orders')).toMatchObject({
      description: 'What was bought',
    });
    expect(tables.find(({ name }) => name === 'people')).toMatchObject({
      rowCount: 500,
      description: null,
    });
    expect(tables.find(({ name }) => name === 'recent')).toMatchObject({ rowCount: null });
  });

  test('SQL-2 hidden tables are left out, by name or pattern, and aliases are their labels', async () => {
    const params = { projectId: space.projectId, connectorId: space.plain };
    const settings = { hidden: ['s*', 'empty'], aliases: { orders: 'Bestellungen' } };
    await space.server.call(connectorRoutes.update, { params, body: { settings } }, space.owner);
    const names = (await list()).map(({ name }) => name);
    expect(names).not.toContain('sums');
    expect(names).not.toContain('empty');
    expect(await list({ search: 'BESTELL' })).toMatchObject([
      { name: 'orders', label: 'Bestellungen' },
    ]);
    expect(
      (await list({ hidden: true })).filter(({ hidden }) => hidden).map(({ name }) => name),
    ).toEqual(['empty', 'sums']);
    await space.server.call(
      connectorRoutes.update,
      { params, body: { settings: { hidden: [], aliases: {} } } },
      space.owner,
    );
  });

  test('SQL-2 other schemas can be chosen', async () => {
    await space.database.query(
      `create schema "Other One"; create table "Other One".thing (id int)`,
    );
    await space.database.query(
      `grant usage on schema "Other One" to public; grant select on all tables in schema "Other One" to public`,
    );
    const { json } = await get('/schemas');
    expect(json).toContainEqual({
      name: 'Other One',
      tables: 1,
      isSystem: false,
      isDefault: false,
    });
    expect(json).toContainEqual(expect.objectContaining({ name: 'pg_catalog', isSystem: true }));
    expect(own(await list({ schema: 'Other One' }))).toEqual(['thing: table']);
    expect((await discover('thing', { schema: 'Other One' })).columns).toHaveLength(1);
    expect(await list({ schema: 'nowhere' })).toEqual([]);
  });

  test('a table of others, and what the role may not see, is not listed', async () => {
    await space.database.query('create table secret (id int); revoke all on secret from public');
    expect((await list()).map(({ name }) => name)).not.toContain('secret');
    const answer = await get('/tables', {}, space.stranger);
    expect(codeOf(answer)).toBe('404 E_PROJECT_NOT_FOUND');
  });
});

describe('discovering a table', () => {
  test('SQL-4 columns have type, exact type, default, rules, comment and what fills them', async () => {
    const { columns, ...table } = await discover('orders');
    const byName = Object.fromEntries(columns.map((column) => [column.name, column]));
    expect(byName.id).toMatchObject({
      type: 'integer',
      isNullable: false,
      defaultValue: `nextval('orders_id_seq'::regclass)`,
      constraintName: 'orders_pkey',
      constraintType: 'PRIMARY KEY',
    });
    expect(byName.amount).toMatchObject({
      type: 'numeric',
      exactType: 'numeric(10,2)',
      isNullable: true,
      defaultValue: '0',
      constraintType: 'CHECK',
      description: 'In euros',
    });
    expect(byName.person).toMatchObject({ constraintType: 'FOREIGN KEY' });
    expect(byName.state).toMatchObject({
      type: 'mood',
      enumValues: ['good', 'bad'],
      category: 'E',
    });
    expect(byName.states).toMatchObject({ type: 'mood[]', enumValues: ['good', 'bad'] });
    expect(byName.count).toMatchObject({
      type: 'positive',
      baseType: 'integer',
      isNullable: false,
    });
    expect(byName.doubled).toMatchObject({
      generated: 'stored',
      defaultValue: null,
      expression: expect.stringContaining('amount'),
    });
    expect(table).toMatchObject({
      kind: 'table',
      description: 'What was bought',
      primaryKey: { name: 'orders_pkey', columns: ['id'] },
      foreignKeys: [
        {
          columns: ['person'],
          references: { schema: 'public', table: 'people', columns: ['id'] },
          onDelete: 'cascade',
        },
      ],
      key: ['id'],
      readOnlyReason: null,
    });
    expect(table.checks[0]?.definition).toContain('amount >=');
    expect(table.indexes.map(({ name }) => name)).toEqual(['orders_created', 'orders_pkey']);
  });

  test('SQL-4 references are found from the other side too, identity and unique keys are named', async () => {
    const people = await discover('people');
    expect(people.referencedBy).toMatchObject([
      { columns: ['id'], from: { table: 'orders', columns: ['person'] }, onDelete: 'cascade' },
    ]);
    expect(people.columns[0]).toMatchObject({ identity: 'always' });
    expect(people.columns[1]).toMatchObject({
      exactType: 'character varying(80)',
      constraintType: 'UNIQUE',
    });
    expect(people.uniqueKeys).toMatchObject([{ columns: ['email'] }]);
  });

  test('SQL-3 what can not be changed says why', async () => {
    await space.run('create table nokey (a int)');
    await space.run('create table other (a int not null unique, b int)');
    expect(await discover('nokey')).toMatchObject({ key: null, readOnlyReason: 'no-key' });
    expect(await discover('sums')).toMatchObject({ key: null, readOnlyReason: 'not-updatable' });
    expect(await discover('other')).toMatchObject({
      key: ['a'],
      primaryKey: null,
      readOnlyReason: null,
    });
  });

  test('any name can be found', async () => {
    const { columns, key } = await discover('Straße/100% "x"');
    expect(columns.map(({ name }) => name)).toEqual(['select', 'a b', 'Ü']);
    expect(key).toEqual(['select']);
  });

  test('SQL-4 no columns, or no table, is told in the words of the spec', async () => {
    for (const table of ['empty', 'nowhere']) {
      const answer = await get(`/tables/${table}`);
      expect(codeOf(answer)).toBe('404 E_TABLE_NOT_FOUND');
      expect(answer.json).toMatchObject({
        message: `Table '${table}' not found or has no columns`,
      });
    }
    expect((await get('/tables/orders/exists')).json).toEqual({ exists: true });
    expect((await get('/tables/nowhere/exists')).json).toEqual({ exists: false });
  });
});

describe('what is remembered', () => {
  test('our own schema changes count at once, also on another instance', async () => {
    const other = await space.server.another();
    const query = qs.stringify({ connector: { id: space.plain } });
    const namesThere = async () => {
      const { json } = await other.send('GET', '/api/tables/v1/tables', {
        token: space.viewer.token,
        query,
      });
      return (json as { tables: TableSummary[] }).tables.map(({ name }) => name);
    };
    expect(await namesThere()).not.toContain('brand_new');
    await space.run('create table brand_new (id int)');
    expect((await list()).map(({ name }) => name)).toContain('brand_new');
    await eventually(async () => expect(await namesThere()).toContain('brand_new'));
    await space.run('alter table brand_new rename to renamed');
    expect((await list()).map(({ name }) => name)).toContain('renamed');
    await space.run('drop table renamed');
    await other.stop();
  });

  test('changes made elsewhere are noticed by themselves', async () => {
    await list();
    await space.run('create table changing (a int)');
    expect((await discover('changing')).columns).toHaveLength(1);
    await space.database.query('alter table changing add b text');
    await eventually(async () => expect((await discover('changing')).columns).toHaveLength(2));
    await space.database.query('drop table changing');
    expect(codeOf(await get('/tables/changing', { refresh: true }))).toBe('404 E_TABLE_NOT_FOUND');
  });
});
