import { afterAll, expect, test } from 'vitest';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createDrawing } from '../drawing/drawing.ts';
import { sendDueSubscriptions } from './send.ts';

const space = await startSqlWorkspace();
const drawing = createDrawing();
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

async function subscribeIn(
  projectId: string,
  name: string,
): Promise<{ id: string; dashboardId: string }> {
  const { server, editor } = space;
  const place = { id: crypto.randomUUID(), x: 0, y: 0, w: 6, h: 2 };
  const tile = { ...place, kind: 'text' as const, title: '', text: 'All is well' };
  const body = { name, description: '', tiles: [tile] };
  const { id: dashboardId } = await server.call(
    dashboardRoutes.create,
    { params: { projectId }, body },
    editor,
  );
  const made = await server.call(
    subscriptionRoutes.create,
    {
      params: { projectId, dashboardId },
      body: { rhythm: 'daily', minute: 480, recipients: [editor.id] },
    },
    editor,
  );
  return { id: made.id, dashboardId };
}

test('DASH-7 a subscription whose next time can not be told waits and says why, keeps no other from being sent, and goes on with another zone', async () => {
  const { server, editor, projectId } = space;
  const { db } = server.services;
  // The server would look every minute by itself, between what is done here and what is expected.
  await changeRows(db, sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`);
  const elsewhere = await createProject(db, { owner: editor });
  const stuck = await subscribeIn(elsewhere.id, 'Stuck');
  const good = await subscribeIn(projectId, 'Good');
  const setZone = (timeZone: string) =>
    changeRows(
      db,
      sql`update projects set settings = settings || ${JSON.stringify({ timeZone })}::jsonb
          where id = ${elsewhere.id}`,
    );
  await setZone('Mars/Olympus');
  await changeRows(
    db,
    sql`update dashboard_subscriptions set next_at = now() - case id when ${stuck.id}::uuid
          then interval '2 minutes' else interval '1 minute' end`,
  );
  const needs = { ...server.services, actAs: server.app.actAs, drawing };
  const sent = async () => {
    await sendDueSubscriptions(needs);
    const rows = await listRows<{ id: string }>(
      db,
      sql`select subscription_id as id from dashboard_mailings where sent_at is not null
          order by slot desc`,
    );
    return rows.map(({ id }) => id);
  };
  const waiting = async () => {
    const { items } = await server.call(inboxRoutes.list, { query: {} }, editor);
    return items.filter(({ kind }) => kind === 'subscription.waiting');
  };
  expect(await sent()).toEqual([good.id]);
  expect(await sent()).toEqual([good.id]);
  const call = { params: { projectId: elsewhere.id, dashboardId: stuck.dashboardId } };
  const [said] = await server.call(subscriptionRoutes.list, call, editor);
  expect(said?.unknownZone).toBe('Mars/Olympus');
  expect(await waiting()).toMatchObject([
    { params: { dashboard: 'Stuck', zone: 'Mars/Olympus' }, times: 1 },
  ]);
  const body = { rhythm: 'daily' as const, minute: 480, recipients: [editor.id] };
  const refused = await server.refuse(subscriptionRoutes.create, { ...call, body }, editor);
  expect(refused).toMatchObject({ code: 'E_VALIDATION' });

  await setZone('Europe/Berlin');
  expect(await sent()).toEqual([good.id, stuck.id]);
  const [mended] = await server.call(subscriptionRoutes.list, call, editor);
  expect(mended?.unknownZone).toBeNull();
});
