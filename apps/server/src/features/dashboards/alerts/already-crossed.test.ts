import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const { server, editor, projectId } = space;
const tileId = crypto.randomUUID();
let dashboardId: string;

beforeAll(async () => {
  // The server would look every minute by itself, between what is done here and what is expected.
  await changeRows(
    server.services.db,
    sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`,
  );
  await space.run('create table level as select 140 as value');
  const connector = { id: space.plain };
  const body = { connector, name: 'Level', sql: 'select value from level', isShared: true };
  const { id: queryId } = await server.call(queryRoutes.create, { body }, editor);
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const tile = { id: tileId, kind: 'number' as const, queryId, title: '', parameters: [] };
  const wanted = { name: 'Watched', tiles: [{ ...tile, ...place }] };
  const made = await server.call(
    dashboardRoutes.create,
    { params: { projectId }, body: wanted },
    editor,
  );
  dashboardId = made.id;
});
afterAll(() => space.stop());

async function watch(name: string, firstNews: 'now' | 'next' | undefined) {
  const params = { projectId, dashboardId };
  const condition = { kind: 'threshold' as const, sign: 'above' as const, limit: 100 };
  const body = { tileId, name, condition, every: 1440 as const, ...(firstNews && { firstNews }) };
  const { id: alertId } = await server.call(alertRoutes.create, { params, body }, editor);
  return async (value: number) => {
    await space.run(`update level set value = ${value}`);
    await server.call(alertRoutes.check, { params: { ...params, alertId } }, editor);
    const { items } = await server.call(inboxRoutes.list, { query: { limit: 50 } }, editor);
    const told = items.filter(({ params: said }) => (said as { title?: string }).title === name);
    return told.reduce((sum, { times }) => sum + times, 0);
  };
}

test('DASH-7 what is crossed when it begins to be watched is told at once', async () => {
  for (const chosen of [undefined, 'now'] as const) {
    const checkAt = await watch(`At once ${chosen}`, chosen);
    expect([await checkAt(140), await checkAt(150)]).toEqual([1, 1]);
  }
});

test('DASH-7 what is crossed already is told only when it was over and is crossed again, where that was chosen', async () => {
  const checkAt = await watch('Next time', 'next');
  expect([await checkAt(140), await checkAt(150)]).toEqual([0, 0]);
  expect([await checkAt(90), await checkAt(140), await checkAt(141)]).toEqual([1, 2, 2]);
});
