import { afterAll, expect, test } from 'vitest';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { openMailbox } from '#testing/mails.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkDueAlerts } from '../alerts/check.ts';
import { createDrawing } from '../drawing/drawing.ts';
import { forgetOldMailings } from './queries.ts';
import { sendDueSubscriptions } from './send.ts';

const space = await startSqlWorkspace();
const { server, projectId, editor, owner } = space;
const { db } = server.services;
const drawing = createDrawing();
const mailbox = await openMailbox(server);
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

async function makeWatched() {
  const query = await server.call(
    queryRoutes.create,
    {
      body: { connector: { id: space.plain }, name: 'One', sql: 'select 1 as n', isShared: true },
    },
    editor,
  );
  const tileId = crypto.randomUUID();
  const tile = { id: tileId, x: 0, y: 0, w: 6, h: 2, kind: 'number' as const, title: 'One' };
  const tiles = [{ ...tile, queryId: query.id, parameters: [] }];
  const { id: dashboardId } = await server.call(
    dashboardRoutes.create,
    { params: { projectId }, body: { name: 'Resting', description: '', tiles } },
    editor,
  );
  const params = { projectId, dashboardId };
  const when = { rhythm: 'daily' as const, minute: 480, recipients: [editor.id] };
  await server.call(subscriptionRoutes.create, { params, body: when }, editor);
  const condition = { kind: 'threshold' as const, sign: 'above' as const, limit: 0, margin: 0 };
  const alert = { tileId, name: 'Some', condition, every: 5 as const };
  await server.call(alertRoutes.create, { params, body: alert }, editor);
  return params;
}

test('DASH-7 mails and alerts that are due while their project is deleted wait, and go on when it is restored', async () => {
  // The server would look every minute by itself, between what is done here and what is expected.
  await changeRows(db, sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`);
  const params = await makeWatched();
  const [due] = await server.call(subscriptionRoutes.list, { params }, editor);
  // A mail was about to be sent when the project was deleted.
  await changeRows(
    db,
    sql`insert into dashboard_mailings (subscription_id, slot, user_id)
        values (${due!.id}, now() - interval '5 minutes', ${editor.id})`,
  );
  await changeRows(
    db,
    sql`update dashboard_subscriptions set next_at = now() - interval '1 minute'`,
  );
  await changeRows(db, sql`update dashboard_alerts set next_check_at = now()`);
  const needs = { ...server.services, actAs: server.app.actAs, drawing };
  await server.call(projectRoutes.remove, { params: { projectId } }, owner);
  await sendDueSubscriptions(needs);
  await checkDueAlerts(needs);
  expect(await mailbox.list(editor.email)).toEqual([]);

  await server.call(projectRoutes.restore, { params: { restingId: projectId } }, owner);
  await sendDueSubscriptions(needs);
  await checkDueAlerts(needs);
  const [subscription] = await server.call(subscriptionRoutes.list, { params }, editor);
  expect(subscription).toMatchObject({ isHeld: false, lastFailed: 0 });
  const [alert] = await server.call(alertRoutes.list, { params }, editor);
  expect(alert).toMatchObject({ isHeld: false, state: 'firing' });
  const { items } = await server.call(inboxRoutes.list, { query: {} }, owner);
  expect(items.filter(({ kind }) => kind.endsWith('.held'))).toEqual([]);
  await mailbox.find(editor.email, /^Resting/);

  // What was due weeks ago is kept no longer, whether it went or not; what went today is.
  await changeRows(
    db,
    sql`insert into dashboard_mailings (subscription_id, slot, user_id, sent_at)
        values (${due!.id}, now() - interval '8 days', ${editor.id}, null),
          (${due!.id}, now() - interval '9 days', ${editor.id}, now() - interval '9 days')`,
  );
  const slots = () => listRows(db, sql`select slot from dashboard_mailings order by slot`);
  const kept = (await slots()).slice(2);
  expect(kept).not.toEqual([]);
  await forgetOldMailings(db);
  expect(await slots()).toEqual(kept);
});
