import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { type Dashboard, dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { confirmRoutes, subscriptionRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import type { TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createDrawing } from '../drawing/drawing.ts';
import { sendDueSubscriptions } from './send.ts';

const space = await startSqlWorkspace();
const { server, projectId } = space;
const { db } = server.services;
const drawing = createDrawing();
const mailbox = await openMailbox(server);
let dashboard: Dashboard;

beforeAll(async () => {
  const place = { id: crypto.randomUUID(), x: 0, y: 0, w: 6, h: 2 };
  const tile = { ...place, kind: 'text' as const, title: '', text: 'All is well' };
  const body = { name: 'Harvest', description: '', tiles: [tile] };
  dashboard = await server.call(
    dashboardRoutes.create,
    { params: { projectId }, body },
    space.editor,
  );
});
afterAll(async () => {
  await drawing.close();
  await space.stop();
});

const place = () => ({ projectId, dashboardId: dashboard.id });
const content = (outside?: string[]) => ({
  rhythm: 'daily' as const,
  minute: 480,
  recipients: [space.editor.id],
  ...(outside && { outside }),
});

const subscribe = (outside: string[], as = space.editor) =>
  server.call(subscriptionRoutes.create, { params: place(), body: content(outside) }, as);
const refuse = (outside: string[], as: TestUser = space.editor) =>
  server.refuse(subscriptionRoutes.create, { params: place(), body: content(outside) }, as);
const change = (subscriptionId: string, outside?: string[], as = space.editor) =>
  server.call(
    subscriptionRoutes.update,
    { params: { ...place(), subscriptionId }, body: content(outside) },
    as,
  );
const end = (subscriptionId: string) =>
  server.call(subscriptionRoutes.remove, { params: { ...place(), subscriptionId } }, space.editor);

async function allow(...mailDomains: string[]): Promise<void> {
  const call = { params: { projectId }, body: { settings: { mailDomains } } };
  await server.call(projectRoutes.update, call, space.owner);
}

const question = /dashboard by mail/;

async function tokenFor(email: string): Promise<string> {
  const { text } = await mailbox.find(email, question);
  return /token=(\S+)/.exec(text)?.[1] ?? '';
}

async function answer(email: string, said: 'yes' | 'never'): Promise<string> {
  const body = { token: await tokenFor(email), answer: said };
  return codeOf(await server.send('POST', confirmRoutes.answer.path, { body }));
}

async function send(): Promise<void> {
  await db.query({
    text: `update dashboard_subscriptions set next_at = now() - interval '1 minute'`,
    values: [],
  });
  await sendDueSubscriptions({ ...server.services, actAs: server.app.actAs, drawing });
}

/** How often the dashboard came, once those who always get it have it. */
async function arrived(email: string): Promise<number> {
  const { rows } = await db.query({
    text: `select count(*)::int as n from dashboard_mailings mailing
           join dashboard_guests guest on guest.id = mailing.guest_id
           where guest.email = $1 and mailing.sent_at is not null`,
    values: [email],
  });
  return (rows as { n: number }[])[0]!.n;
}

const states = (one: { outside: { email: string; state: string }[] }) =>
  Object.fromEntries(one.outside.map(({ email, state }) => [email, state]));

test('DASH-7 an address outside gets a dashboard only where admins allow its domain and it said yes itself', async () => {
  const ann = `ann-${crypto.randomUUID()}@partner.example`;
  expect((await refuse([ann])).code).toBe('E_MAIL_DOMAIN');
  await allow('partner.example');
  expect((await refuse([ann, 'eve@sub.partner.example'])).code).toBe('E_MAIL_DOMAIN');
  const made = await subscribe([ann.toUpperCase()]);
  expect(states(made)).toEqual({ [ann]: 'asked' });
  await send();
  expect(await arrived(ann)).toBe(0);
  const asked = await mailbox.find(ann, question);
  expect(asked.text).toContain(space.editor.email);
  expect(asked.text).not.toContain('Harvest');
  expect(await answer(ann, 'yes')).toBe('200');
  await send();
  expect(await arrived(ann)).toBe(1);
  const mail = await mailbox.find(ann, /Harvest/);
  expect(mail.text).not.toContain('/dashboards/');
  // The domain is allowed no more: looked at each time.
  await allow();
  await send();
  expect(await arrived(ann)).toBe(1);
  await allow('partner.example');
  const token = /\/shared\/unsubscribe\?token=(\S+)/.exec(mail.text)?.[1];
  const stopped = await server.send('POST', '/api/subscriptions/v1/stop', { body: { token } });
  expect(stopped.json).toEqual({ dashboard: 'Harvest' });
  await send();
  expect(await arrived(ann)).toBe(1);
  // That is theirs to say: nobody in the project can take it back.
  expect(states(await change(made.id, []))).toEqual({ [ann]: 'unsubscribed' });
  expect(states(await change(made.id, [ann]))).toEqual({ [ann]: 'unsubscribed' });
  await end(made.id);
  const { items } = await server.call(
    auditRoutes.list,
    { params: { projectId }, query: {} },
    space.owner,
  );
  const told = items.filter(({ action }) => action.startsWith('dashboard.guest-'));
  expect(told.map(({ action }) => action).toSorted()).toEqual([
    'dashboard.guest-asked',
    'dashboard.guest-confirmed',
    'dashboard.guest-left',
  ]);
  expect(JSON.stringify(told)).not.toContain(ann);
});

test('DASH-7 who says never is asked by nobody of the project again, and a false or old link says nothing', async () => {
  await allow('partner.example');
  const bob = `bob-${crypto.randomUUID()}@partner.example`;
  const made = await subscribe([bob]);
  expect(await answer(bob, 'never')).toBe('200');
  expect(await answer(bob, 'yes')).toBe('410 E_TOKEN_EXPIRED');
  await end(made.id);
  const again = await refuse([bob], space.owner);
  expect(again).toMatchObject({ code: 'E_MAIL_REFUSED', details: { addresses: [bob] } });
  const cid = `cid-${crypto.randomUUID()}@partner.example`;
  const late = await subscribe([cid]);
  await db.query({
    text: `update dashboard_guests set asked_at = now() - interval '8 days' where email = $1`,
    values: [cid],
  });
  expect(await answer(cid, 'yes')).toBe('410 E_TOKEN_EXPIRED');
  const wrong = { token: 'x'.repeat(60), answer: 'yes' };
  expect(codeOf(await server.send('POST', confirmRoutes.answer.path, { body: wrong }))).toBe(
    '410 E_TOKEN_EXPIRED',
  );
  await end(late.id);
});

test('DASH-7 who is asked is told of which dashboard and project, but no name that could lead elsewhere', async () => {
  await allow('partner.example');
  const gil = `gil-${crypto.randomUUID()}@partner.example`;
  const made = await subscribe([gil]);
  const body = { token: await tokenFor(gil) };
  const read = () => server.call(confirmRoutes.question, { body });
  const rename = (name: string) =>
    server.call(projectRoutes.update, { params: { projectId }, body: { name } }, space.owner);
  await rename('Orchard');
  expect(await read()).toEqual({ project: 'Orchard', dashboard: 'Harvest' });
  await rename('Account blocked, see evil.example');
  expect(await read()).toEqual({ project: null, dashboard: 'Harvest' });
  await rename('Orchard');
  await end(made.id);
  expect((await server.refuse(confirmRoutes.question, { body })).code).toBe('E_TOKEN_EXPIRED');
  const wrong = { body: { token: 'x'.repeat(60) } };
  expect((await server.refuse(confirmRoutes.question, wrong)).code).toBe('E_TOKEN_EXPIRED');
});

test('DASH-7 viewers neither add nor read addresses outside, and none is sent to when its sender may only look now', async () => {
  await allow('partner.example');
  const dan = `dan-${crypto.randomUUID()}@partner.example`;
  const body = { ...content([dan]), recipients: [space.viewer.id] };
  const call = { params: place(), body };
  expect((await server.refuse(subscriptionRoutes.create, call, space.viewer)).code).toBe(
    'E_FORBIDDEN',
  );
  const made = await server.call(
    subscriptionRoutes.create,
    { params: place(), body: { ...body, recipients: [space.viewer.id, space.editor.id] } },
    space.editor,
  );
  const seen = await server.call(subscriptionRoutes.list, { params: place() }, space.viewer);
  expect(seen.find(({ id }) => id === made.id)?.outside).toEqual([]);
  await answer(dan, 'yes');
  const demote = (role: 'viewer' | 'editor') =>
    server.call(
      memberRoutes.changeRole,
      { params: { projectId, userId: space.editor.id }, body: { role } },
      space.owner,
    );
  await demote('viewer');
  expect((await change(made.id)).outside).toEqual([]);
  await send();
  expect(await arrived(dan)).toBe(0);
  // Nor does who entered them, once they may only look.
  expect((await change(made.id)).outside).toEqual([]);
  await demote('editor');
  await send();
  expect(await arrived(dan)).toBe(1);
  // A change that does not speak of them leaves them.
  expect(states(await change(made.id))).toEqual({ [dan]: 'confirmed' });
  await end(made.id);
});

test('DASH-7 an address with a sign of its own behind a plus is the same mailbox: asked as seldom, and its never holds', async () => {
  await allow('partner.example');
  const name = `fay-${crypto.randomUUID()}`;
  const at = (sign: string) => `${name}${sign}@partner.example`;
  const made = await subscribe([at(''), at('+a'), at('+b')]);
  expect((await refuse([at('+c')])).code).toBe('E_RATE_LIMITED');
  expect(await answer(at('+a'), 'yes')).toBe('200');
  expect(await answer(at('+b'), 'never')).toBe('200');
  expect(await answer(at(''), 'yes')).toBe('410 E_TOKEN_EXPIRED');
  expect(states(await change(made.id))).toEqual({
    [at('')]: 'unsubscribed',
    [at('+a')]: 'unsubscribed',
    [at('+b')]: 'unsubscribed',
  });
  await end(made.id);
  expect((await refuse([at('+d')], space.owner)).code).toBe('E_MAIL_REFUSED');
});

test('DASH-7 an address is asked three times a day at most, whoever asks, and admins alone allow domains', async () => {
  await allow('partner.example');
  const eva = `eva-${crypto.randomUUID()}@partner.example`;
  for (let time = 0; time < 3; time += 1) await end((await subscribe([eva])).id);
  expect((await refuse([eva], space.owner)).code).toBe('E_RATE_LIMITED');
  for (const wrong of ['partner', '*.example', 'a@b.example', 'http://b.example']) {
    const call = { params: { projectId }, body: { settings: { mailDomains: [wrong] } } };
    expect((await server.refuse(projectRoutes.update, call, space.owner)).status).toBe(422);
  }
  const call = { params: { projectId }, body: { settings: { mailDomains: ['evil.example'] } } };
  expect((await server.refuse(projectRoutes.update, call, space.editor)).status).toBe(403);
});
