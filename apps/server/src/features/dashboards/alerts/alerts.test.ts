import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DashboardAlert } from '@causeway/contract/dashboards/alerts.ts';
import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { DashboardSubscription } from '@causeway/contract/dashboards/subscriptions.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import type { TestUser } from '#testing/factories.ts';
import { openMailbox, untilMailsWent } from '#testing/mails.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createDrawing } from '../drawing/drawing.ts';
import { sendDueSubscriptions } from '../subscriptions/send.ts';
import { checkDueAlerts } from './check.ts';

let dashboard: Dashboard;
const tileId = crypto.randomUUID();
const chartId = crypto.randomUUID();

async function must<Answer>(sent: Promise<{ status: number; text: string; json: unknown }>) {
  const answer = await sent;
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as Answer;
}

function send(method: string, path: string, body?: object, as: TestUser = space.editor) {
  return space.server.send(method, path, { token: as.token, ...(body && { body }) });
}
const at = (path: string) => `/api/dashboards/v1/${space.projectId}/${dashboard.id}${path}`;

const space = await startSqlWorkspace();
const drawing = createDrawing();
beforeAll(async () => {
  await space.database.query(`create table level (value int);
    insert into level values (90); grant all on level to ${space.role}`);
  const save = (name: string, sql: string) =>
    must<SavedQuery>(
      send('POST', '/api/queries/v1/queries', {
        connector: { id: space.plain },
        name,
        sql,
        isShared: true,
      }),
    );
  const level = await save('Level', 'select value from level order by value desc');
  const broken = await save('Broken', 'select 1 / 0');
  const chart = await save(
    'Chart',
    `select d::date as day, 3 as n from generate_series('2026-01-01'::date, '2026-01-09', '1 day') d`,
  );
  const tile = (id: string, kind: string, queryId: string, y: number, more = {}) => ({
    id,
    kind,
    queryId,
    title: '',
    parameters: [],
    x: 0,
    y,
    w: 6,
    h: 4,
    ...more,
  });
  dashboard = await must(
    send('POST', `/api/dashboards/v1/${space.projectId}`, {
      name: 'Watched',
      tiles: [
        tile(tileId, 'number', level.id, 0),
        tile(chartId, 'chart', chart.id, 4, { chart: null }),
        tile(crypto.randomUUID(), 'table', broken.id, 8),
      ],
    }),
  );
});
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

const content = {
  tileId,
  name: 'Too high',
  condition: { kind: 'threshold', sign: 'above', limit: 100, margin: 0 },
  every: 5,
};

async function checkAt(value: number): Promise<void> {
  const { db } = space.server.services;
  await space.database.query('update level set value = $1', [value]);
  await db.query({ text: 'delete from query_results', values: [] });
  await db.query({ text: 'update dashboard_alerts set next_check_at = now()', values: [] });
  const needs = { ...space.server.services, actAs: space.server.app.actAs };
  // Two workers at once: a check that is due is one worker's.
  await Promise.all([checkDueAlerts(needs), checkDueAlerts(needs)]);
}

async function inbox(kind: string): Promise<number> {
  const { json } = await send('GET', '/api/inbox/v1');
  const { items } = json as { items: { kind: string; times: number }[] };
  return items.filter((one) => one.kind === kind).reduce((sum, { times }) => sum + times, 0);
}

test('DASH-7 an alert comes once when its limit is crossed and once when all is well again, with two workers at it', async () => {
  const alert = await must<DashboardAlert>(send('POST', at('/alerts'), content));
  for (const value of [90, 101, 103, 102, 99, 101]) await checkAt(value);
  expect([await inbox('alert.fired'), await inbox('alert.recovered')]).toEqual([2, 1]);
  const [seen] = await must<DashboardAlert[]>(send('GET', at('/alerts')));
  expect(seen).toMatchObject({ id: alert.id, state: 'firing' });
  expect(seen?.checks.map(({ value }) => value)).toEqual(['101', '99', '102', '103', '101', '90']);
  const { rows } = await space.server.services.db.query({
    text: `select data->>'state' as state from outbox where type = 'alert.changed' order by id`,
    values: [],
  });
  expect(rows).toEqual([{ state: 'firing' }, { state: 'ok' }, { state: 'firing' }]);
  await must(send('DELETE', at(`/alerts/${alert.id}`)));
});

test('DASH-7 a snoozed alert is checked and tells nothing; at the end it tells once if it still fires', async () => {
  const before = await inbox('alert.fired');
  const alert = await must<DashboardAlert>(send('POST', at('/alerts'), content));
  await must(send('PUT', at(`/alerts/${alert.id}/snooze`), { minutes: 60 }));
  await checkAt(101);
  await checkAt(102);
  expect(await inbox('alert.fired')).toBe(before);
  await must(send('PUT', at(`/alerts/${alert.id}/snooze`), { minutes: 0 }));
  await checkAt(103);
  await checkAt(104);
  expect(await inbox('alert.fired')).toBe(before + 1);
  await must(send('DELETE', at(`/alerts/${alert.id}`)));
});

/** As if they had left the project while it is done. */
async function withoutViewer(done: () => Promise<void>): Promise<void> {
  const { db } = space.server.services;
  const values = [space.projectId, space.viewer.id];
  await db.query({
    text: 'delete from project_members where project_id = $1 and user_id = $2',
    values,
  });
  await done();
  await db.query({
    text: `insert into project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
    values,
  });
}

test('DASH-7 an alert is its author’s: nobody else changes it, and it is held when they lose the right', async () => {
  const alert = await must<DashboardAlert>(send('POST', at('/alerts'), content, space.viewer));
  expect(codeOf(await send('PUT', at(`/alerts/${alert.id}`), content))).toBe('403 E_FORBIDDEN');
  await withoutViewer(() => checkAt(90));
  const [held] = await must<DashboardAlert[]>(send('GET', at('/alerts')));
  expect(held?.isHeld).toBe(true);
  await must(send('DELETE', at(`/alerts/${alert.id}`)));
});

test('DASH-7 a held alert is taken over by an editor, who is told from then on; one that is checked by nobody else', async () => {
  const alert = await must<DashboardAlert>(send('POST', at('/alerts'), content, space.viewer));
  const take = (as: TestUser) => send('POST', at(`/alerts/${alert.id}/take-over`), undefined, as);
  expect(codeOf(await take(space.editor))).toBe('403 E_FORBIDDEN');
  await withoutViewer(() => checkAt(90));
  const taken = await must<DashboardAlert>(take(space.editor));
  expect(taken).toMatchObject({ isHeld: false, isMine: true, author: space.editor.name });
  expect(codeOf(await take(space.viewer))).toBe('403 E_FORBIDDEN');
  await must(send('DELETE', at(`/alerts/${alert.id}`)));
});

test('DASH-7 a subscription is changed in place: its time, its people, and whose it is when it was held', async () => {
  const body = { rhythm: 'daily', minute: 0, recipients: [space.viewer.id] };
  const made = await must<DashboardSubscription>(
    send('POST', at('/subscriptions'), body, space.viewer),
  );
  const { db } = space.server.services;
  await db.query({
    text: 'update dashboard_subscriptions set is_held = true where id = $1',
    values: [made.id],
  });
  await db.query({
    text: 'update dashboard_subscribers set unsubscribed_at = now() where subscription_id = $1',
    values: [made.id],
  });
  const path = at(`/subscriptions/${made.id}`);
  const wanted = {
    rhythm: 'weekly',
    weekday: 3,
    minute: 510,
    recipients: [space.viewer.id, space.owner.id],
  };
  expect(codeOf(await send('PUT', path, wanted, space.viewer))).toBe('403 E_FORBIDDEN');
  const changed = await must<DashboardSubscription>(send('PUT', path, wanted));
  expect(changed).toMatchObject({
    rhythm: 'weekly',
    weekday: 3,
    minute: 510,
    isHeld: false,
    isMine: true,
  });
  const isOut = Object.fromEntries(
    changed.recipients.map(({ id, isUnsubscribed }) => [id, isUnsubscribed]),
  );
  expect(isOut).toEqual({ [space.viewer.id]: true, [space.owner.id]: false });
  const alone = { ...wanted, recipients: [space.owner.id] };
  expect((await must<DashboardSubscription>(send('PUT', path, alone))).recipients).toHaveLength(1);
  await must(send('DELETE', path));
});

test('DASH-7 a subscription arrives once a slot, with pictures and a PDF, also when its worker dies between two mails', async () => {
  const { services, app } = space.server;
  const { db } = services;
  const mailbox = await openMailbox(space.server);
  const recipients = [space.owner.id, space.editor.id, space.viewer.id, space.stranger.id];
  const subscription = await must<DashboardSubscription>(
    send('POST', at('/subscriptions'), { rhythm: 'daily', minute: 510, recipients }),
  );
  expect(subscription.recipients).toHaveLength(3);
  await db.query({
    text: `update dashboard_subscriptions set next_at = now() - interval '1 minute'`,
    values: [],
  });
  let sent = 0;
  const dying = {
    ...services.mailer,
    send: async (...args: Parameters<typeof services.mailer.send>) => {
      sent += 1;
      if (sent > 2) throw new Error('killed');
      return services.mailer.send(...args);
    },
  };
  const needs = { ...services, actAs: app.actAs, drawing };
  await expect(sendDueSubscriptions({ ...needs, mailer: dying })).rejects.toThrow('killed');
  await db.query({ text: 'update dashboard_mailings set taken_until = null', values: [] });
  await Promise.all([sendDueSubscriptions(needs), sendDueSubscriptions(needs)]);
  for (const person of [space.owner, space.editor, space.viewer]) {
    const mail = await mailbox.find(person.email, /Watched/);
    expect(mail.text).toContain('could not be read');
  }
  await untilMailsWent(db);
  const { rows } = await db.query({
    text: `select recipient, jsonb_array_length(attachments) as files from kept_mails where subject like 'Watched%'`,
    values: [],
  });
  expect(rows).toHaveLength(3);
  expect(rows).toMatchObject([{ files: 2 }, { files: 2 }, { files: 2 }]);
});

test('DASH-7 one click ends a subscription for who clicks, and a viewer subscribes nobody else', async () => {
  const mailbox = await openMailbox(space.server);
  const { text } = await mailbox.find(space.viewer.email, /Watched/);
  const token = text.split('token=')[1]?.trim() ?? '';
  const stopped = await space.server.send('POST', '/api/subscriptions/v1/stop', {
    body: { token },
  });
  expect(stopped.json).toEqual({ dashboard: 'Watched' });
  const [one] = await must<DashboardSubscription[]>(send('GET', at('/subscriptions')));
  const gone = one?.recipients.filter(({ isUnsubscribed }) => isUnsubscribed);
  expect(gone?.map(({ id }) => id)).toEqual([space.viewer.id]);
  const body = { rhythm: 'daily', minute: 0, recipients: [space.owner.id] };
  expect(codeOf(await send('POST', at('/subscriptions'), body, space.viewer))).toBe(
    '403 E_FORBIDDEN',
  );
  const wrong = await space.server.send('POST', '/api/subscriptions/v1/stop', {
    body: { token: 'x'.repeat(40) },
  });
  expect(codeOf(wrong)).toBe('410 E_TOKEN_EXPIRED');
});

test('DASH-7 a subscription whose dashboard was deleted, or that can not be drawn, keeps no other from being sent', async () => {
  const { services, app } = space.server;
  const { db } = services;
  const of = async (name: string) => {
    const { id } = await must<Dashboard>(
      send('POST', `/api/dashboards/v1/${space.projectId}`, {
        name,
        tiles: dashboard.tiles
          .filter((tile) => tile.id === chartId)
          .map((tile) => ({ ...tile, id: crypto.randomUUID() })),
      }),
    );
    const path = `/api/dashboards/v1/${space.projectId}/${id}`;
    const body = { rhythm: 'daily', minute: 0, recipients: [space.editor.id, space.owner.id] };
    const made = await must<DashboardSubscription>(send('POST', `${path}/subscriptions`, body));
    return { path, id: made.id };
  };
  const [gone, broken, good] = [await of('Gone'), await of('Broken'), await of('Good')];
  for (const [minutes, { id }] of [
    [3, gone],
    [2, broken],
    [1, good],
  ] as const) {
    await db.query({
      text: `insert into dashboard_mailings (subscription_id, slot, user_id)
             select $1, date_trunc('minute', now()) - $2 * interval '1 minute', user_id from dashboard_subscribers
             where subscription_id = $1`,
      values: [id, minutes],
    });
  }
  // Who wants none any more gets none, also of those that wait.
  await db.query({
    text: `update dashboard_subscribers set unsubscribed_at = now()
           where subscription_id = $1 and user_id = $2`,
    values: [good.id, space.owner.id],
  });
  await must(send('DELETE', gone.path));
  let drawn = 0;
  const failing = {
    ...drawing,
    pdf: (...args: Parameters<typeof drawing.pdf>) => {
      drawn += 1;
      return drawn === 1 ? Promise.reject(new Error('not drawn')) : drawing.pdf(...args);
    },
  };
  const needs = { ...services, actAs: app.actAs, drawing: failing };
  await expect(sendDueSubscriptions(needs)).rejects.toThrow('not drawn');
  await untilMailsWent(db);
  const { rows } = await db.query({
    text: `select recipient, subject from kept_mails where subject ~ '^(Gone|Broken|Good)'`,
    values: [],
  });
  expect(rows).toEqual([
    { recipient: space.editor.email, subject: expect.stringMatching(/^Good/) },
  ]);
  await must(send('POST', `${gone.path}/restore`));
  const [held] = await must<DashboardSubscription[]>(send('GET', `${gone.path}/subscriptions`));
  expect(held?.isHeld).toBe(false);
});

test('DASH-7 a subscription that could not be read for a moment is not held for good', async () => {
  const { services } = space.server;
  const { db } = services;
  await db.query({
    text: `update dashboard_subscriptions set next_at = now() - interval '1 minute'
           where dashboard_id = $1`,
    values: [dashboard.id],
  });
  const refuse = () => Promise.reject(new Failure('E_RATE_LIMITED'));
  const needs = { ...services, actAs: () => ({ call: refuse, bytes: refuse }), drawing };
  await expect(sendDueSubscriptions(needs)).rejects.toThrow(Failure);
  const [one] = await must<DashboardSubscription[]>(send('GET', at('/subscriptions')));
  expect(one?.isHeld).toBe(false);
});

test('DASH-7 a subscription that is held for good tells once why, to who can take it over', async () => {
  const { services, app } = space.server;
  const body = { rhythm: 'daily', minute: 0, recipients: [space.viewer.id] };
  const made = await send('POST', at('/subscriptions'), body, space.viewer);
  const { id } = made.json as DashboardSubscription;
  await services.db.query({
    text: `insert into dashboard_mailings (subscription_id, slot, user_id)
           select $1, now() - n * interval '1 minute', $2 from generate_series(1, 2) n`,
    values: [id, space.viewer.id],
  });
  await withoutViewer(() => sendDueSubscriptions({ ...services, actAs: app.actAs, drawing }));
  const all = await must<DashboardSubscription[]>(send('GET', at('/subscriptions')));
  expect(all.find((one) => one.id === id)?.isHeld).toBe(true);
  const { json } = await send('GET', '/api/inbox/v1', undefined, space.owner);
  const { items } = json as { items: { kind: string }[] };
  expect(items.filter(({ kind }) => kind === 'subscription.held')).toMatchObject([
    { params: { dashboard: 'Watched', person: space.viewer.name }, times: 1 },
  ]);
});

test('DASH-7 who checks an alert by hand is told what is true now, not what was seen a moment ago', async () => {
  await space.database.query('update level set value = 90');
  const made = await must<DashboardAlert>(
    send('POST', at('/alerts'), {
      tileId,
      name: 'By hand',
      condition: { kind: 'threshold', sign: 'above', limit: 100, margin: 0 },
      every: 60,
    }),
  );
  const check = () => must<DashboardAlert>(send('POST', at(`/alerts/${made.id}/check`)));
  expect(await check()).toMatchObject({ state: 'ok' });
  await space.database.query('update level set value = 140');
  expect(await check()).toMatchObject({ state: 'firing', checks: [{ value: '140' }, {}] });
  await send('DELETE', at(`/alerts/${made.id}`));
});

test('DASH-7 of hours beyond what a table shows the last one is judged, and of too many none', async () => {
  const count = (hours: number) => space.database.query('update level set value = $1', [hours]);
  const query = await must<SavedQuery>(
    send('POST', '/api/queries/v1/queries', {
      connector: { id: space.plain },
      name: 'Hours',
      sql: `select timestamp '2020-01-01' + n * interval '1 hour' as hour, n
        from generate_series(1, (select value from level)) n order by 1`,
      isShared: true,
    }),
  );
  const place = { x: 0, y: 0, w: 6, h: 4 };
  const tile = { id: crypto.randomUUID(), kind: 'number', queryId: query.id, title: '' };
  const { id } = await must<Dashboard>(
    send('POST', `/api/dashboards/v1/${space.projectId}`, {
      name: 'Hourly',
      tiles: [{ ...tile, ...place, parameters: [] }],
    }),
  );
  const alerts = `/api/dashboards/v1/${space.projectId}/${id}/alerts`;
  const made = await must<DashboardAlert>(send('POST', alerts, { ...content, tileId: tile.id }));
  const check = () => must<DashboardAlert>(send('POST', `${alerts}/${made.id}/check`));
  await count(2_100);
  expect(await check()).toMatchObject({ checks: [{ value: '2100' }] });
  await count(50_001);
  expect(await check()).toMatchObject({ checks: [{ outcome: 'failed', value: null }, {}] });
});
