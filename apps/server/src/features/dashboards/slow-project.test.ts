import { afterAll, expect, test } from 'vitest';
import { alertRoutes } from '@causeway/contract/dashboards/alerts.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { queryRoutes } from '@causeway/contract/sql/queries.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkDueAlerts } from './alerts/check.ts';
import { createDrawing } from './drawing/drawing.ts';
import { sendDueSubscriptions } from './subscriptions/send.ts';

const space = await startSqlWorkspace();
const { server, owner, editor } = space;
const { db } = server.services;
const drawing = createDrawing();
const mailbox = await openMailbox(server);
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

/** A dashboard of one number, which is watched and mailed, and both is due. */
async function makeDue(name: string, statement: string, place: { projectId: string; id: string }) {
  const { projectId, id } = place;
  const query = await server.call(
    queryRoutes.create,
    { body: { connector: { id }, name, sql: statement, isShared: true } },
    editor,
  );
  const tileId = crypto.randomUUID();
  const tile = { id: tileId, x: 0, y: 0, w: 6, h: 2, kind: 'number' as const, title: name };
  const tiles = [{ ...tile, queryId: query.id, parameters: [] }];
  const { id: dashboardId } = await server.call(
    dashboardRoutes.create,
    { params: { projectId }, body: { name, description: '', tiles } },
    editor,
  );
  const params = { projectId, dashboardId };
  const when = { rhythm: 'daily' as const, minute: 480, recipients: [editor.id] };
  await server.call(subscriptionRoutes.create, { params, body: when }, editor);
  const condition = { kind: 'threshold' as const, sign: 'above' as const, limit: 0, margin: 0 };
  const alert = { tileId, name, condition, every: 5 as const };
  await server.call(alertRoutes.create, { params, body: alert }, editor);
  // The one that was made first is due first.
  await changeRows(
    db,
    sql`update dashboard_alerts set next_check_at = created_at where dashboard_id = ${dashboardId}`,
  );
  await changeRows(
    db,
    sql`update dashboard_subscriptions set next_at = created_at
        where dashboard_id = ${dashboardId}`,
  );
  return {
    stateOfAlert: async () => (await server.call(alertRoutes.list, { params }, editor))[0]?.state,
  };
}

test('DASH-7 alerts and mails of one project do not wait for the slow database of another', async () => {
  // The server would look every minute by itself.
  await changeRows(db, sql`delete from causeway_jobs.schedule where name like 'dashboards.%'`);
  const other = await createProject(db, { owner, editor });
  const { id } = await server.call(
    connectorRoutes.create,
    { params: { projectId: other.id }, body: space.sources.sqlConnector },
    owner,
  );
  const { projectId, plain } = space;
  const body = { settings: { timeoutSeconds: 600 } };
  await server.call(
    connectorRoutes.update,
    { params: { projectId, connectorId: plain }, body },
    owner,
  );
  await makeDue('Slow', 'select 1 as n from pg_sleep(1000)', { projectId, id: plain });
  const quick = await makeDue('Quick', 'select 1 as n', { projectId: other.id, id });
  const needs = { ...server.services, actAs: server.app.actAs, drawing };
  const passing = Promise.all([checkDueAlerts(needs), sendDueSubscriptions(needs)]);
  await eventually(async () => {
    expect(await quick.stateOfAlert()).toBe('firing');
    const mails = await mailbox.list(editor.email);
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Quick/));
  });
  await space.database.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and query like '%pg_sleep(1000)%'`,
  );
  await passing;
});
