import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { startDashboards } from '#testing/dashboard-requests.ts';
import { untilMailsWent } from '#testing/mails.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { checkDueAlerts } from './alerts/check.ts';
import { askTiles, openView } from './ask-tiles.ts';
import { createDrawing } from './drawing/drawing.ts';
import { sendDueSubscriptions } from './subscriptions/send.ts';

const { space, create, save, send } = await startDashboards();
const drawing = createDrawing();
const tileId = crypto.randomUUID();
let dashboard: Dashboard;
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

const region = { slug: 'region', label: 'Region', type: 'text', options: [], initial: '' };

beforeAll(async () => {
  const query = await save(
    'By region',
    'select 5 as n where :region::text is null or :region::text is not null',
    { parameters: [{ name: 'region', type: 'text', value: null }] },
  );
  const tile = { id: tileId, kind: 'number', title: '', queryId: query.id, parameters: [] };
  const tiles = [{ ...tile, x: 0, y: 0, w: 3, h: 3 }];
  dashboard = await create('Of a region', { tiles, filters: [region] });
});

const below = (path: string) => `/${dashboard.id}${path}`;
const needs = { ...space.server.services, actAs: space.server.app.actAs, drawing };

async function must<Answer>(sent: ReturnType<typeof send>): Promise<Answer> {
  const answer = await sent;
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as Answer;
}

async function inbox(kind: string) {
  const { json } = await space.server.send('GET', '/api/inbox/v1', { token: space.editor.token });
  const { items } = json as { items: { kind: string; params: object }[] };
  return items.filter((one) => one.kind === kind).map(({ params }) => params);
}

async function makeDue(column: string, table: string): Promise<void> {
  const text = `update ${table} set ${column} = now() - interval '1 minute'`;
  await space.server.services.db.query({ text, values: [] });
}

test('DASH-3 DASH-7 a mail or an alert without the value its dashboard asks for is not of all rows: its owner is told', async () => {
  const daily = { rhythm: 'daily', minute: 0, recipients: [space.viewer.id] };
  await must(send('POST', below('/subscriptions'), daily));
  const condition = { kind: 'threshold', sign: 'above', limit: 1, margin: 0 };
  const alert = { tileId, name: 'Much', condition, every: 5 };
  await must(send('POST', below('/alerts'), alert));
  const filters = [{ ...region, isRequired: true }];
  await must(send('PATCH', below(''), { version: dashboard.version, filters }));

  await makeDue('next_at', 'dashboard_subscriptions');
  await sendDueSubscriptions(needs);
  await untilMailsWent(space.server.services.db);
  const { rows } = await space.server.services.db.query({
    text: `select recipient from kept_mails where subject like 'Of a region%'`,
    values: [],
  });
  expect(rows).toEqual([]);
  expect(await inbox('subscription.unfiltered')).toEqual([
    { dashboard: 'Of a region', filters: 'Region' },
  ]);

  for (let check = 0; check < 3; check += 1) {
    await makeDue('next_check_at', 'dashboard_alerts');
    await checkDueAlerts(needs);
  }
  const [seen] = await must<DashboardAlert[]>(send('GET', below('/alerts')));
  expect(seen).toMatchObject({ state: 'ok', checks: [{ outcome: 'failed' }, {}, {}] });
  expect(await inbox('alert.broken')).toEqual([
    { title: 'Much', error: 'A filter that must have a value has none. (Region)' },
  ]);
  expect(codeOf(await send('POST', below('/subscriptions'), daily))).toBe('422 E_FILTER_MISSING');
});

test('DASH-3 paper and pictures wait for the value a dashboard asks for, as its page does', async () => {
  const language = 'en';
  const asking = async (path: string, body: object) => codeOf(await send('POST', path, body));
  const size = { language, width: 400, height: 300 };
  const png = below(`/tiles/${tileId}/picture`);
  expect(await asking(below('/pdf'), { language })).toBe('422 E_FILTER_MISSING');
  expect(await asking(png, size)).toBe('422 E_FILTER_MISSING');
  const asked = { 'f.region': 'EU' };
  expect(await asking(below('/pdf'), { language, asked })).toBe('200');
  expect(await asking(png, { ...size, asked })).toBe('200');
  // The picture in the list is drawn of what these find.
  const { projectId, editor } = space;
  const behalf = { userId: editor.id, ref: 'test', projectId, dashboardId: dashboard.id };
  const view = await openView(needs, behalf);
  expect(await askTiles(view, { asked: {}, maxAge: 60 })).toMatchObject([
    { rows: undefined, failure: { code: 'E_FILTER_MISSING' } },
  ]);
});
