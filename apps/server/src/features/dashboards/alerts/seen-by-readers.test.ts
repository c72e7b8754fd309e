import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { read } from '#testing/table-requests.ts';
import { onServer } from '#testing/test-database.ts';

const space = await startSqlWorkspace();
const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;
beforeAll(() => onServer(`create role ${reader}`));
afterAll(async () => {
  await space.stop();
  await onServer(`drop role ${reader}`);
});

async function send<Answered>(method: string, path: string, body: object, as: TestUser) {
  return read<Answered>(await space.server.send(method, path, { token: as.token, body }));
}
const base = `/api/dashboards/v1/${space.projectId}`;

test('TEAM-2 who works as a role for readers is not told what alerts of others found, only how they stand', async () => {
  const { editor, owner, plain, powerful, viewer, server } = space;
  const query = { connector: { id: plain }, name: 'Pay', sql: 'select 424242', isShared: true };
  const { id: queryId } = await send<{ id: string }>(
    'POST',
    '/api/queries/v1/queries',
    query,
    editor,
  );
  const tileId = crypto.randomUUID();
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const tile = { id: tileId, kind: 'number', queryId, title: '', parameters: [], ...place };
  const dashboard = { name: 'Watched', tiles: [tile] };
  const { id } = await send<{ id: string }>('POST', base, dashboard, editor);
  const condition = { kind: 'threshold', sign: 'above', limit: 1 };
  const wanted = { tileId, name: 'High', condition, every: 5 };
  const alert = (as: TestUser) =>
    send<DashboardAlert>('POST', `${base}/${id}/alerts`, wanted, as).then((made) => made.id);
  const [theirs, own] = [await alert(editor), await alert(viewer)];
  for (const alertId of [theirs, own]) {
    await changeRows(
      server.services.db,
      sql`insert into dashboard_alert_checks (alert_id, outcome, value, error)
          values (${alertId}, 'firing', '424242', 'Grace')`,
    );
  }
  const settings = { readerRole: reader };
  const path = `/api/connectors/v1/${space.projectId}/${powerful}`;
  await send('PATCH', path, { settings }, owner);
  const checks = async (alertId: string, as: TestUser) => {
    const answer = await server.send('GET', `${base}/${id}/alerts`, { token: as.token });
    return read<DashboardAlert[]>(answer).find((one) => one.id === alertId)?.checks;
  };
  expect(await checks(theirs, viewer)).toMatchObject([{ value: null, error: null }]);
  expect(await checks(own, viewer)).toMatchObject([{ value: '424242' }]);
  expect(await checks(theirs, editor)).toMatchObject([{ value: '424242', error: 'Grace' }]);
});
