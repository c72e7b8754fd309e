import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { SchemaNews } from '@causeway/contract/connectors/schema-news.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

let params: { projectId: string; connectorId: string };

const space = await startSqlWorkspace();
beforeAll(async () => {
  params = { projectId: space.projectId, connectorId: space.plain };
  await space.run('create table orders (id int primary key, total numeric)');
  await space.run('create table tmp (id int primary key)');
});
afterAll(() => space.stop());

const visit = (as: TestUser): Promise<SchemaNews> =>
  space.server.call(connectorRoutes.visit, { params }, as);

const change = (settings: object) =>
  space.server.call(connectorRoutes.update, { params, body: { settings } }, space.owner);

async function readSettings() {
  return (await space.server.call(connectorRoutes.read, { params }, space.viewer)).settings;
}

/** The visit before was long enough ago to be another one. */
async function letTimePass() {
  await changeRows(
    space.server.services.db,
    sql`update connector_visits set visited_at = visited_at - interval '1 hour'`,
  );
}

describe('looking after a database', () => {
  test('CONN-3 tables made since one’s last visit are new, until the visit after', async () => {
    expect((await visit(space.owner)).newTables).toEqual([]);
    await space.run('create table invoices (id int primary key)');
    await letTimePass();
    expect((await visit(space.owner)).newTables).toEqual(['invoices']);
    expect((await visit(space.owner)).newTables).toEqual(['invoices']);
    expect((await visit(space.viewer)).newTables).toEqual([]);
    await letTimePass();
    expect((await visit(space.owner)).newTables).toEqual([]);
  });

  test('CONN-3 what was renamed is told, and the settings keep its new name', async () => {
    await change({ aliases: { orders: 'Bestellungen', 'orders.total': 'Summe' } });
    await space.database.query('alter table orders rename to purchases');
    await space.database.query('alter table purchases rename total to amount');
    const renamed = [
      { before: 'orders', after: 'purchases' },
      { before: 'orders.total', after: 'purchases.amount' },
    ];
    expect((await visit(space.viewer)).renamed).toEqual(renamed);
    expect((await readSettings()).aliases).toEqual({
      orders: 'Bestellungen',
      'orders.total': 'Summe',
    });
    expect((await visit(space.owner)).renamed).toEqual(renamed);
    expect((await readSettings()).aliases).toEqual({
      purchases: 'Bestellungen',
      'purchases.amount': 'Summe',
    });
    expect((await visit(space.owner)).renamed).toEqual([]);
  });

  test('CONN-3 what is gone is told with everything that still speaks of it', async () => {
    await change({ hidden: ['tmp', 'gone_*'], aliases: { 'purchases.amount': 'Summe' } });
    await space.server.send('POST', '/api/tables/v1/tables/tmp/views', {
      token: space.editor.token,
      body: { connector: { id: space.plain }, name: 'Latest', definition: '', isShared: true },
    });
    await space.database.query('drop table tmp');
    await space.database.query('alter table purchases drop column amount');
    const { missing } = await visit(space.owner);
    expect(
      missing.map(({ name, dependents }) => [name, dependents.map(({ kind }) => kind)]),
    ).toEqual([
      ['purchases.amount', ['alias']],
      ['tmp', ['hidden', 'view']],
    ]);
    const dependents = await space.server.call(connectorRoutes.dependents, { params }, space.owner);
    expect(dependents).toMatchObject([{ kind: 'view', name: 'Latest' }]);
  });
});

describe('limits of a connector', () => {
  const rows = 'select * from generate_series(1, 50)';

  test('CONN-3 no statement brings more rows than the connector allows, and the limit can go again', async () => {
    await change({ rowLimit: 20, timeoutSeconds: 5 });
    expect(codeOf(await space.send('POST', { sql: rows }))).toBe('422 E_RESULT_TOO_LARGE');
    const cut = await space.send('POST', { sql: rows, rowLimit: 1000 });
    expect(cut.json).toMatchObject({ rowCount: 20, hasMore: true });
    await change({ rowLimit: null, timeoutSeconds: null });
    expect((await space.run(rows)).rows).toHaveLength(50);
    expect(await readSettings()).not.toHaveProperty('rowLimit');
  });
});

test('CONN-3 a check says what it found as a code with values, for every language', async () => {
  const check = await space.server.call(connectorRoutes.test, { params }, space.owner);
  const list = check.steps.find(({ step }) => step === 'list');
  expect(list).toMatchObject({
    note: { code: 'tables-listed', values: { schema: 'public' } },
    message: expect.stringMatching(/tables in public/),
  });
});

test('CONN-3 a check counts the tables of all schemas together', async () => {
  const checkList = async () => {
    const { steps } = await space.server.call(connectorRoutes.test, { params }, space.owner);
    return steps.find(({ step }) => step === 'list')?.note;
  };
  const alone = await checkList();
  const count = Number(alone?.values?.['count']);
  expect(alone).toEqual({ code: 'tables-listed', values: { count, schema: 'public' } });
  await space.database.query(
    `create schema sales; create table sales.a (); create table sales.b ();
     grant usage on schema sales to ${space.role};
     grant select on all tables in schema sales to ${space.role}`,
  );
  expect(await checkList()).toMatchObject({
    code: 'tables-in-schemas',
    values: { count: count + 2, number: 2 },
  });
});
