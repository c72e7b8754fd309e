import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { createKey, createProject, createSession, createUser } from '#testing/factories.ts';
import type { TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

/** What is taken away on one instance is gone on the other from its next request on. */
let owner: TestUser;
let editor: TestUser;
let projectId: string;

const here = await startTestServer();
const there = await here.another();
beforeAll(async () => {
  const { db } = here.services;
  [owner, editor] = [await createUser(db), await createUser(db)];
  projectId = (await createProject(db, { owner, editor })).id;
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

const list = () => ({ params: { projectId } });
const codeThere = async (token: string) =>
  (await there.refuse(dashboardRoutes.list, list(), { token })).code;

test('SESS-2 a session that ended on one instance is dead on the next request to another', async () => {
  const token = await createSession(here.services.db, { userId: editor.id });
  await there.call(dashboardRoutes.list, list(), { token });
  await here.call(authRoutes.logout, {}, { token });
  expect(await codeThere(token)).toBe('E_INVALID_API_TOKEN');
});

test('SESS-2 of many sessions that ask at the same moment each is answered as who it is, and those that ended are refused', async () => {
  const { db } = here.services;
  const stranger = await createUser(db);
  const people = [owner, stranger, editor];
  const sessions = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const { id: userId } = people[index % 3]!;
      const token = await createSession(db, { userId });
      if (index % 5 === 0) await here.call(authRoutes.logout, {}, { token });
      return { userId, token, isEnded: index % 5 === 0 };
    }),
  );
  const asked = await Promise.all(
    sessions.flatMap(({ token }) => [
      there.send('GET', '/user', { token }),
      there.send('GET', `/api/dashboards/v1/${projectId}`, { token }),
    ]),
  );
  const expected = sessions.flatMap(({ userId, isEnded }) => {
    if (isEnded) return [401, 401];
    return [userId, userId === stranger.id ? 404 : 200];
  });
  expect(
    asked.map(({ status, json }, index) =>
      status === 200 && index % 2 === 0 ? (json as { id: string }).id : status,
    ),
  ).toEqual(expected);
});

test('TEAM-6 a key that was revoked on one instance is dead on the next request to another', async () => {
  const { id: keyId, token } = await createKey(here, projectId, editor, {
    scopes: ['dashboards:read'],
  });
  await there.call(dashboardRoutes.list, list(), { token });
  await here.call(apiKeyRoutes.revoke, { params: { projectId, keyId } }, editor);
  expect(await codeThere(token)).toBe('E_API_KEY_INVALID');
});

test('TEAM-2 a role that was lowered on one instance counts on the next request to another', async () => {
  const body = { name: 'A dashboard', description: '', tiles: [] };
  await there.call(dashboardRoutes.create, { ...list(), body }, editor);
  const params = { projectId, userId: editor.id };
  await here.call(memberRoutes.changeRole, { params, body: { role: 'viewer' } }, owner);
  const refused = await there.refuse(dashboardRoutes.create, { ...list(), body }, editor);
  expect(refused.code).toBe('E_FORBIDDEN');
  await here.call(memberRoutes.remove, { params }, owner);
  expect(await codeThere(editor.token)).toBe('E_PROJECT_NOT_FOUND');
});
