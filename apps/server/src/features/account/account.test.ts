import { afterAll, expect, test } from 'vitest';
import { defaultSettings } from '@causeway/contract/settings/settings.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

test('SESS-3 the current user comes with settings, a new one with the defaults', async () => {
  const { id, email, token } = await createUser(server.services.db);
  const user = await server.call(userRoutes.read, {}, { token });
  expect(user).toMatchObject({ id, email, verified: true, staff: false, impersonator: null });
  expect(user.settings).toEqual(defaultSettings);
});

test('SESS-3 without a living session the answer is 401 and says so', async () => {
  const refused = await server.refuse(userRoutes.read, {}, { token: 'x'.repeat(43) });
  expect(refused).toMatchObject({ status: 401, code: 'E_INVALID_API_TOKEN' });
});

test('the token counts in the Authorization header only, never as a cookie', async () => {
  const { token } = await createUser(server.services.db);
  const answer = await server.send('GET', '/user', { headers: { cookie: `token=${token}` } });
  expect(answer.status).toBe(401);
});

test('SESS-6 a change of settings touches what it names and nothing else', async () => {
  const { token } = await createUser(server.services.db);
  const pins = [{ url: '/dashboards', name: 'Boards' }];
  await server.call(userRoutes.update, { body: { settings: { pins } } }, { token });
  const user = await server.call(
    userRoutes.update,
    { body: { settings: { theme: 'dark', layout: { bottomPane: true } } } },
    { token },
  );
  expect(user.settings).toEqual({
    ...defaultSettings,
    theme: 'dark',
    pins,
    layout: { ...defaultSettings.layout, bottomPane: true },
  });
});

test('SESS-6 the user can be sent back whole, as a client that read it would', async () => {
  const { token } = await createUser(server.services.db);
  const user = await server.call(userRoutes.read, {}, { token });
  const changed = await server.call(
    userRoutes.update,
    { body: { ...user, settings: { ...user.settings, uiLang: 'de' } } },
    { token },
  );
  expect(changed.settings.uiLang).toBe('de');
});

test.each([
  ['verified', true],
  ['staff', true],
  ['email', 'other@example.test'],
  ['credits', 1_000],
  ['id', '00000000-0000-4000-8000-000000000000'],
])('SESS-6 nobody makes themselves %s', async (field, value) => {
  const { token } = await createUser(server.services.db, { verified: false });
  const before = await server.call(userRoutes.read, {}, { token });
  const refused = await server.refuse(userRoutes.update, { body: { [field]: value } }, { token });
  expect(refused).toMatchObject({
    status: 422,
    code: 'E_FIELD_NOT_ALLOWED',
    details: { fields: [field] },
  });
  expect(await server.call(userRoutes.read, {}, { token })).toEqual(before);
});

test('SESS-6 two tabs that each pin a page end with both pins', async () => {
  const { token } = await createUser(server.services.db);
  const pinOf = (name: string) => ({ url: `/${name}`, name });
  const pin = (name: string) => {
    const body = { settings: { pins: [pinOf(name)] }, settingsBase: { pins: [] } };
    return server.call(userRoutes.update, { body }, { token });
  };
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(names.map(pin));
  const { settings } = await server.call(userRoutes.read, {}, { token });
  expect(settings.pins.map((entry) => entry.name).toSorted()).toEqual(names);
});

test('SET-1 values outside their range are refused, naming the field', async () => {
  const { token } = await createUser(server.services.db);
  const body = { settings: { theme: 'purple', layout: { bottomPaneHeight: -5 } } };
  const refused = await server.send('PATCH', '/user', { token, body });
  expect(refused.status).toBe(422);
  expect(refused.json).toMatchObject({
    code: 'E_VALIDATION',
    details: {
      fields: [{ path: 'body.settings.theme' }, { path: 'body.settings.layout.bottomPaneHeight' }],
    },
  });
});

test('SET-1 damaged stored settings come back as defaults, field by field', async () => {
  const { id, token } = await createUser(server.services.db);
  const stored = { theme: 'dark', uiLang: 7, pins: 'broken', layout: { leftPane: false, x: 1 } };
  await changeRows(
    server.services.db,
    sql`update users set settings = ${JSON.stringify(stored)} where id = ${id}`,
  );
  const { settings } = await server.call(userRoutes.read, {}, { token });
  expect(settings).toEqual({
    ...defaultSettings,
    theme: 'dark',
    layout: { ...defaultSettings.layout, leftPane: false },
  });
});

test('SET-3 a time zone and how dates are written belong to the person, field by field', async () => {
  const { token } = await createUser(server.services.db);
  const read = async () => (await server.call(userRoutes.read, {}, { token })).formats;
  expect(await read()).toEqual({ timeZone: null, dates: 'exact' });
  const zone = { formats: { timeZone: 'Asia/Kolkata' } };
  await server.call(userRoutes.update, { body: zone }, { token });
  await server.call(userRoutes.update, { body: { formats: { dates: 'iso' } } }, { token });
  expect(await read()).toEqual({ timeZone: 'Asia/Kolkata', dates: 'iso' });
  const wrong = { formats: { timeZone: 'Mars/Olympus' } };
  const refused = await server.refuse(userRoutes.update, { body: wrong }, { token });
  expect(refused).toMatchObject({ code: 'E_VALIDATION' });
});

test('CONN-4 the chosen project and connectors are remembered with the user', async () => {
  const { token } = await createUser(server.services.db);
  const projectId = crypto.randomUUID();
  const selection = { projectId, connectorIds: { [projectId]: crypto.randomUUID() } };
  await server.call(userRoutes.update, { body: { selection } }, { token });
  expect((await server.call(userRoutes.read, {}, { token })).selection).toEqual(selection);
});
