import { afterAll, beforeAll, expect, test } from 'vitest';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import {
  intelligenceRoutes,
  type PlannedChange,
} from '@causeway/contract/intelligence/intelligence.ts';
import { snippetRoutes } from '@causeway/contract/snippets/routes.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { changeRows, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey, type TestUser } from '#testing/factories.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { createScanRequests } from '#testing/scan-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { chain, createWorkflowRequests, manual } from '#testing/workflow-requests.ts';
import { compareStructures } from './drift/watch-structure.ts';
import { keepQueue, movePosition } from './scans.ts';
import { startScan } from './start-scan.ts';
import { startDueScans } from './upkeep.ts';

const space = await startSqlWorkspace();
const scans = createScanRequests(space);

beforeAll(async () => {
  await space.run('create table deals (id int primary key, worth int, note text, stage text)');
  await space.run(
    `insert into deals select n, n * 10, 'note', 'won' from generate_series(1, 60) n`,
  );
  await space.run('create view won_deals as select id, stage from deals');
  await space.run('create table quiet (id int primary key)');
  // Enough of each day to know what is usual, and a Thursday on which one channel was nearly silent.
  await space.run(`create table sales (id int generated always as identity primary key,
      placed_at timestamptz not null, channel text not null, region text not null)`);
  await space.run(`insert into sales (placed_at, channel, region)
      select day + n * interval '4 minutes', case when n % 2 = 0 then 'web' else 'shop' end,
        (array['north', 'south', 'west'])[1 + n % 3]
      from generate_series(current_date - 150, current_date - 1, interval '1 day') day,
        generate_series(1, 120) n
      where not (day = current_date - 9 and n % 2 = 0 and n > 12)`);
});
afterAll(() => space.stop());

async function saveQuery(name: string, statement: string, isShared = true): Promise<string> {
  const body = { connector: { id: space.plain }, name, sql: statement, isShared };
  return (await space.server.call(queryRoutes.create, { body }, space.editor)).id;
}

test('INTEL-1 an unusual day is told with its expected band and with who contributed to it', async () => {
  // Where a machine is so busy that a look runs out of time, the rest is left to the next.
  const found = await eventually(async () => {
    await scans.scan();
    const day = await scans.find('unusual-day', 'sales');
    expect(day).toBeDefined();
    return day;
  });
  expect(found?.facts).toMatchObject({ measure: 'count(*)', expected: 120 });
  expect(Number(found?.facts.value)).toBeLessThan(80);
  expect(found?.facts.contributors).toMatch(/^channel: web \((9\d|100) %\)$/);
  expect(found?.chart).toMatchObject({ kind: 'days', day: found?.facts.day });
  // The other looks need not read it again.
  await space.run('drop table sales');
});

test('INTEL-1 what was noticed in the rows of a table is over when the table is', async () => {
  for (let look = 0; look < 2; look += 1) await scans.scan();
  expect(await scans.find('unusual-day', 'sales')).toBeUndefined();
  const ended = await scans.list('ended');
  expect(ended.map(({ check, table }) => `${check} ${table}`)).toContain('unusual-day sales');
});

test('INTEL-1 a changed structure names, ahead and afterwards, queries, tiles, alerts, workflows, snippets and verified answers it breaks', async () => {
  const { server, editor, projectId, plain: connectorId } = space;
  const params = { projectId };
  const worth = 'select sum(worth) as worth from deals where stage = :stage';
  const queryId = await saveQuery('Worth of deals', worth);
  await saveQuery('Notes', 'select note from public.deals');
  await saveQuery('Mine alone', worth, false);
  await saveQuery('Won ones', 'select id from won_deals');
  const { id: dashboardId } = await server.call(
    dashboardRoutes.create,
    { params, body: { name: 'Sales board' } },
    editor,
  );
  const tile = { kind: 'number' as const, title: 'Pipeline', queryId, parameters: [] };
  const { tileId } = await server.call(
    dashboardRoutes.addTile,
    { params: { ...params, dashboardId }, body: { tile } },
    editor,
  );
  const condition = { kind: 'threshold' as const, sign: 'above' as const, limit: 5 };
  const alert = { tileId, name: 'Too much', condition, every: 60 as const };
  await server.call(
    alertRoutes.create,
    { params: { ...params, dashboardId }, body: alert },
    editor,
  );
  const steps = createWorkflowRequests({ server, projectId, editor });
  const step = { kind: 'query' as const, id: 'read', connectorId };
  await steps.create(chain(manual, { ...step, sql: 'select worth from deals' }), 'Report');
  await steps.create(chain(manual, { ...step, sql: 'select id from deals' }), 'Unmoved');
  const snippet = {
    title: { en: 'Top deals' },
    text: { en: '' },
    sql: 'select max(worth) from deals',
  };
  const shared = { ...snippet, visibility: 'team' as const, projectId };
  await server.call(snippetRoutes.create, { body: shared }, editor);
  const golden = { connectorId, question: 'What are deals worth?', sql: 'select worth from deals' };
  await server.call(goldenRoutes.create, { params, body: golden }, editor);

  const foresee = (person: TestUser, change: PlannedChange) =>
    server.call(
      intelligenceRoutes.impact,
      { params, body: { connectorId, schema: 'public', table: 'deals', changes: [change] } },
      person,
    );
  const ahead = await foresee(space.owner, { kind: 'column-renamed', column: 'worth' });
  expect(ahead.uses.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    'alert Too much',
    'golden What are deals worth?',
    'query Worth of deals',
    'snippet Top deals',
    'tile Sales board · Pipeline',
    'workflow Report',
  ]);
  const mine = await foresee(editor, { kind: 'column-retyped', column: 'worth' });
  expect(mine.uses).toContainEqual(expect.objectContaining({ name: 'Mine alone', breaks: false }));
  const gone = await foresee(space.owner, { kind: 'table-gone' });
  expect(gone.uses.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Notes', 'Unmoved', 'Worth of deals']),
  );

  await scans.scan();
  expect(await scans.find('drift')).toBeUndefined();
  await space.run('alter table deals rename column worth to amount');
  await space.run('drop view won_deals');
  await scans.scan();
  const found = await scans.find('drift', 'deals');
  expect(found).toMatchObject({
    severity: 'critical',
    facts: { what: 'worth → amount', count: 6 },
  });
  const named = found?.uses.map(({ kind, name }) => `${kind} ${name}`).toSorted();
  expect(named).toEqual([
    'alert Too much',
    'golden What are deals worth?',
    'query Worth of deals',
    'snippet Top deals',
    'tile Sales board · Pipeline',
    'workflow Report',
  ]);
  expect(found?.uses.find(({ kind }) => kind === 'query')).toMatchObject({
    problem: 'column "worth" does not exist',
    url: `/sql/editor?projectId=${projectId}&connectorId=${connectorId}&query=${queryId}`,
  });
  const key = await createKey(server, projectId, editor, {
    scopes: ['data:read', 'snippets:read'],
  });
  const query = { connectorId, table: 'deals' };
  const told = await server.call(intelligenceRoutes.list, { params, query }, { token: key.token });
  expect(told.items.find(({ id }) => id === found?.id)?.uses).toMatchObject([{ kind: 'snippet' }]);
  const view = await scans.find('drift', 'won_deals');
  expect(view?.uses.map(({ name }) => name)).toEqual(['Won ones']);
});

test('INTEL-1 a private query that a change breaks is named to its author alone, and once', async () => {
  await scans.scan();
  const told = async (person: TestUser) => {
    const { items } = await space.server.call(inboxRoutes.list, { query: {} }, person);
    return items.filter(({ kind }) => kind === 'query.broken');
  };
  expect(await told(space.editor)).toMatchObject([
    { params: { query: 'Mine alone', table: 'deals', what: 'worth → amount' }, times: 1 },
  ]);
  expect(await told(space.owner)).toEqual([]);
});

test('INTEL-1 what was broken stays named until it works again', async () => {
  await scans.scan();
  expect(await scans.find('drift', 'deals')).toMatchObject({ facts: { count: 6 } });
  await space.run('alter table deals rename column amount to worth');
  await scans.scan();
  await scans.scan();
  expect(await scans.find('drift', 'deals')).toBeUndefined();
});

test('INTEL-1 INTEL-3 a watched database is compared every minute, and the team hears of what broke', async () => {
  const { server, owner, projectId, plain: connectorId } = space;
  const params = { projectId };
  const body = { connectorId, isDaily: true };
  await server.call(intelligenceRoutes.schedule, { params, body }, owner);
  await compareStructures(server.services);
  await space.database.query('alter table deals drop column note');
  await compareStructures(server.services);
  const covered = await scans.ended('structure');
  expect(covered.scan).toMatchObject({ cause: 'structure', tables: 0 });
  expect((await scans.find('drift', 'deals'))?.uses.map(({ name }) => name)).toEqual(['Notes']);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, space.editor);
  expect(items.map(({ kind }) => kind)).toContain('findings.new');
});

test('INTEL-1 it is compared also where more than a thousand others come first', async () => {
  const { database, server, plain, projectId, stranger } = space;
  const { db } = server.services;
  await changeRows(
    db,
    sql`insert into connectors (id, project_id, name, implementation, config)
        select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, ${projectId}, 'x',
          'sql', config from generate_series(1, 1000) n, connectors where id = ${plain}`,
  );
  await changeRows(
    db,
    sql`insert into scan_schedules (connector_id, project_id, user_id, next_at)
        select id, ${projectId}, ${stranger.id}, now() + interval '1 day' from connectors
        where id::text like '00000000-0000-4000-8000-%'`,
  );
  const readStructure = () =>
    findRow<{ structure: string }>(
      db,
      sql`select structure from scan_schedules where connector_id = ${plain}`,
    );
  const before = await readStructure();
  await database.query('create table another_one (id int)');
  await compareStructures(server.services);
  expect(await readStructure()).not.toEqual(before);
  await scans.ended('structure');
  await database.query('drop table another_one');
  await changeRows(db, sql`delete from connectors where id::text like '00000000-0000-4000-8000-%'`);
});

test('INTEL-1 what was imported is looked at, that table and no other', async () => {
  const imports = createImportRequests(space);
  await imports.importFile('id\n1\n2\n', { columns: ['id'], table: 'quiet' });
  const covered = await scans.ended('import');
  expect(covered.scan).toMatchObject({ tables: 1, looked: 1 });
});

test('INTEL-2 an import says nothing of when other tables got their rows', async () => {
  await space.run('create table orders_in (id int primary key, created_at timestamptz not null)');
  await space.run(`insert into orders_in select n, now() - n * interval '10 minutes'
      from generate_series(1, 3000) n`);
  await scans.scan();
  // Hours went by since somebody looked at it.
  const newest = new Date(Date.now() - 90_000_000).toISOString();
  const before = { newest, age: 90_000, openAge: 90_000 };
  await changeRows(
    space.server.services.db,
    sql`update scanned_tables set looked_at = looked_at - interval '9 hours',
          rhythm = rhythm || ${JSON.stringify(before)}::jsonb
        where connector_id = ${space.plain} and table_name = 'orders_in'`,
  );
  const imports = createImportRequests(space);
  const { scan } = await scans.coverage();
  await imports.importFile('id\n8\n9\n', { columns: ['id'], table: 'quiet' });
  await eventually(async () => expect((await scans.ended('import')).scan?.id).not.toBe(scan?.id));
  expect(await scans.find('late')).toBeUndefined();
  await space.run('drop table orders_in');
});

test('INTEL-1 a database is looked at in the morning, once, for who asked for it', async () => {
  const { db } = space.server.services;
  const ofSpace = sql`where connector_id = ${space.plain}`;
  await changeRows(db, sql`update scan_schedules set next_at = now() ${ofSpace}`);
  await startDueScans(space.server.services);
  await startDueScans(space.server.services);
  const covered = await scans.ended('daily');
  expect(covered.scan?.startedBy?.name).toBe(space.owner.name);
});

test('INTEL-2 a profile is kept for its week, and the one of before shows what changed since', async () => {
  const { db } = space.server.services;
  const { plain: connectorId, projectId, viewer, server } = space;
  const ofDeals = sql`where connector_id = ${connectorId} and table_name = 'deals'`;
  await changeRows(db, sql`update table_profiles set week = week - 7 ${ofDeals}`);
  await space.run(`update deals set stage = null where id <= 30`);
  await scans.scan();
  const asked = { params: { projectId, connectorId }, query: { schema: 'public', table: 'deals' } };
  const profiles = await server.call(intelligenceRoutes.profiles, asked, viewer);
  const shares = profiles.map(({ columns }) => {
    return columns.find(({ name }) => name === 'stage')?.nullShare;
  });
  expect(shares).toEqual([0.5, 0]);
});

test('INTEL-1 a scan that broke off goes on at its table', async () => {
  const { services } = space.server;
  const { projectId, plain: connectorId, editor } = space;
  const before = (await scans.coverage()).scan?.id;
  await services.db.transaction(async (tx) => {
    const asked = { projectId, connectorId, userId: editor.id, cause: 'asked' as const };
    const { id } = await startScan(services, tx, { ...asked, title: 'Deals' });
    expect(id).not.toBe(before);
    const queue: [string, string][] = [
      ['public', 'deals'],
      ['public', 'quiet'],
    ];
    await keepQueue(tx, id, { queue, tables: 2, unreadable: 0 });
    await movePosition(tx, id, { position: 1, looked: 1, left: 0, found: 0, spentMs: 5 });
    await changeRows(
      tx,
      sql`update scanned_tables set looked_at = null
      where connector_id = ${connectorId} and table_name in ('deals', 'quiet')`,
    );
  });
  const { scan, looked, tables } = await scans.ended('asked');
  expect(scan).toMatchObject({ tables: 2, looked: 2 });
  expect(tables - looked).toBe(1);
});

test('INTEL-1 INTEL-3 a role that may do anything, row security that is off, and statistics that can’t be read', async () => {
  const { database } = space;
  await database.query(`create extension if not exists pg_stat_statements`);
  await database.query(`create table team_a (id int primary key, tenant_id int);
    create table team_b (id int primary key, tenant_id int);
    create table team_c (id int primary key, tenant_id int);
    alter table team_a enable row level security; alter table team_b enable row level security;
    create table guarded (id int primary key);
    create policy own on guarded using (id = 1);`);
  const asSuperuser = createScanRequests(space, space.powerful);
  // Its catalogs say it all; there are far more tables than anybody waits for.
  const asked = { projectId: space.projectId, userId: space.editor.id, title: 'Powerful' };
  await space.server.services.db.transaction(async (tx) => {
    const scan = { ...asked, connectorId: space.powerful, cause: 'structure' as const };
    await startScan(space.server.services, tx, { ...scan, onlyTables: [] });
  });
  await asSuperuser.ended('structure');
  const found = (await asSuperuser.list()).map(({ check, table }) => `${check} ${table}`);
  expect(found).toEqual(
    expect.arrayContaining([
      'powerful-role null',
      'row-security-missing team_c',
      'row-security-off guarded',
    ]),
  );
});

test('INTEL-1 an index is missing where a statement with a parameter reads all of a busy table for few rows', async () => {
  await space.run('create table visits (id int primary key, city text, place int not null)');
  await space.run(`insert into visits select n, 'city ' || n % 900, n % 3
      from generate_series(1, 110000) n`);
  const { database } = space;
  await database.query('analyze visits');
  await database.query(`do $$ begin for n in 1..150 loop perform count(*) from
      (select from visits limit 1) one; end loop; end $$`);
  await database.query('select pg_stat_force_next_flush()');
  await saveQuery('Visits of a city', 'select id from visits where city = :city');
  await saveQuery('Visits of a third', 'select id from visits where place = :place');
  await saveQuery('Mine of a day', 'select id from visits where city = :city and id > 7', false);
  await scans.scan();
  const found = (await scans.list()).filter(({ check }) => check === 'missing-index');
  expect(found).toMatchObject([
    { table: 'visits', columns: ['city'], facts: { statement: 'Visits of a city' }, hasFix: true },
  ]);
});
