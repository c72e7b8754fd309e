import { afterAll, expect, test } from 'vitest';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
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

async function subscribeIn(projectId: string, name: string): Promise<string> {
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
  return made.id;
}

test('DASH-7 a subscription whose next time can not be told keeps no other from being sent, and is told of', async () => {
  const { server, editor, projectId } = space;
  const { db } = server.services;
  // The server would look every minute by itself, between what is done here and what is expected.
  await changeRows(db, sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`);
  const elsewhere = await createProject(db, { owner: editor });
  const [stuck, good] = [
    await subscribeIn(elsewhere.id, 'Stuck'),
    await subscribeIn(projectId, 'Good'),
  ];
  await changeRows(
    db,
    sql`update projects set settings = settings || '{"timeZone": "Mars/Olympus"}'
        where id = ${elsewhere.id}`,
  );
  await changeRows(
    db,
    sql`update dashboard_subscriptions set next_at = now() - case id when ${stuck}::uuid
          then interval '2 minutes' else interval '1 minute' end`,
  );
  const needs = { ...server.services, actAs: server.app.actAs, drawing };
  await expect(sendDueSubscriptions(needs)).rejects.toThrow('CronDate');
  const due = await listRows<{ id: string }>(
    db,
    sql`select id from dashboard_subscriptions where next_at <= now()`,
  );
  expect(due).toEqual([{ id: stuck }]);
  const sent = await listRows<{ id: string }>(
    db,
    sql`select subscription_id as id from dashboard_mailings where sent_at is not null`,
  );
  expect(sent).toEqual([{ id: good }]);
});
