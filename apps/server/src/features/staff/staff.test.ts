import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const staff = await createUser(server.services.db, { staff: true, name: 'Sam of staff' });
afterAll(() => server.stop());

async function actsOf(action: string) {
  const { items } = await server.call(staffRoutes.acts, { query: {} }, staff);
  return items.filter((item) => item.action === action);
}

describe('the staff area', () => {
  test('TEAM-11 finds accounts by address or id and projects by id or their owner’s address, and writes down what was looked for', async () => {
    const { db } = server.services;
    const person = await createUser(db, { email: 'ada.needle@example.test', name: 'Ada Needle' });
    const project = await createProject(db, { owner: person }, 'Haystack');
    for (const search of [person.email, person.id, 'needle']) {
      const { items } = await server.call(staffRoutes.users, { query: { search } }, staff);
      expect(items.map(({ id }) => id)).toEqual([person.id]);
    }
    for (const search of [project.id, person.email, 'haystack']) {
      const { items } = await server.call(staffRoutes.projects, { query: { search } }, staff);
      expect(items).toMatchObject([{ id: project.id, members: 1, owners: [{ id: person.id }] }]);
    }
    const details = (await actsOf('staff.searched')).map(({ details: said }) => said['search']);
    expect(details).toEqual(expect.arrayContaining([person.email, person.id, project.id]));
  });

  test('TEAM-11 who pages through accounts or projects without looking for anything is written down, page by page', async () => {
    const { db } = server.services;
    for (let index = 0; index < 3; index += 1) await createUser(db);
    const { nextCursor } = await server.call(staffRoutes.users, { query: { limit: 2 } }, staff);
    await server.call(staffRoutes.users, { query: { limit: 2, cursor: nextCursor! } }, staff);
    await server.call(staffRoutes.projects, { query: {} }, staff);
    const listed = (await actsOf('staff.listed')).map(({ details: said }) => said['among']);
    expect(listed).toEqual(['projects', 'accounts', 'accounts']);
  });

  test('TEAM-11 an account tells where it is and how it comes in, never with what', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const { id: projectId } = await createProject(db, { editor: person }, 'Of the account');
    const key = await createKey(server, projectId, person);
    const params = { userId: person.id };
    const account = await server.call(staffRoutes.user, { params }, staff);
    expect(account).toMatchObject({
      sessions: 1,
      keys: 1,
      ways: { password: true, totp: false, passkeys: 0 },
      projects: [{ name: 'Of the account', role: 'editor' }],
    });
    expect(JSON.stringify(account)).not.toContain(key.token);
    expect(await actsOf('staff.account-opened')).toMatchObject([{ target: person.id }]);
  });

  test('TEAM-11 a suspended account stops with the next call, keys too, and comes back as it was', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const { id: projectId } = await createProject(db, { owner: person });
    const key = await createKey(server, projectId, person, { scopes: ['project:read'] });
    const asked = { params: { userId: person.id }, body: { reason: 'spam' } };
    await server.call(staffRoutes.suspend, asked, staff);
    const another = await server.another();
    expect((await another.refuse(userRoutes.read, {}, person)).code).toBe('E_INVALID_API_TOKEN');
    await another.stop();
    expect((await server.refuse(projectRoutes.list, {}, key)).code).toBe('E_KEY_HELD');
    expect(await actsOf('staff.suspended')).toMatchObject([{ details: { reason: 'spam' } }]);
    await server.call(staffRoutes.unsuspend, asked, staff);
    expect(await server.call(projectRoutes.list, {}, key)).toHaveLength(1);
    const other = await createUser(db, { staff: true });
    const refused = await server.refuse(
      staffRoutes.suspend,
      { ...asked, params: { userId: other.id } },
      staff,
    );
    expect(refused.code).toBe('E_USER_NOT_FOUND');
  });

  test('TEAM-11 a flag counts at once: with registration off nobody opens an account', async () => {
    const body = { email: 'new@example.test', password: 'a password to begin', name: 'New' };
    await server.call(
      staffRoutes.setFlag,
      { params: { flag: 'registration' }, body: { state: 'off' } },
      staff,
    );
    const refused = await server.refuse(authRoutes.register, { body });
    expect(refused.code).toBe('E_REGISTRATION_CLOSED');
    await server.call(
      staffRoutes.setFlag,
      { params: { flag: 'registration' }, body: { state: 'on' } },
      staff,
    );
    await server.call(authRoutes.register, { body });
    expect(await actsOf('staff.flag-changed')).toHaveLength(2);
  });

  test('TEAM-11 something can be on for staff alone', async () => {
    const person = await createUser(server.services.db);
    const flagsOf = async (reader: TestUser) =>
      (await server.call(userRoutes.read, {}, reader)).flags;
    expect(await flagsOf(person)).toContain('support');
    const params = { flag: 'support' as const };
    await server.call(staffRoutes.setFlag, { params, body: { state: 'staff' } }, staff);
    expect(await flagsOf(person)).not.toContain('support');
    expect(await flagsOf(staff)).toContain('support');
    await server.call(staffRoutes.setFlag, { params, body: { state: 'on' } }, staff);
  });

  test('TEAM-11 health names the instances, the work that waits and the followers', async () => {
    const health = await server.call(staffRoutes.health, {}, staff);
    expect(health.processes).toHaveLength(1);
    expect(health.databaseBytes).toBeGreaterThan(0);
    expect(health.mail).toBe('kept');
    expect(health.followers.map(({ name }) => name)).toContain('inbox.members');
    expect(await server.call(staffRoutes.failedRuns, {}, staff)).toEqual([]);
  });

  test('TEAM-11 who reads kept mails is written down', async () => {
    await server.call(staffRoutes.mails, { query: { search: 'nobody@x' } }, staff);
    expect(await actsOf('staff.mails-read')).toMatchObject([{ details: { search: 'nobody@x' } }]);
  });
});

describe('acting as somebody', () => {
  test('SESS-4 is told to the person at once, in the inbox and by mail, with the reason, and says until when', async () => {
    const person = await createUser(server.services.db);
    const mails = await openMailbox(server);
    const body = { id: person.id, reason: 'ticket 17' };
    const { user } = await server.call(authRoutes.impersonate, { body }, staff);
    const left = Date.parse(user.impersonator?.until ?? '') - Date.now();
    expect(left).toBeGreaterThan(55 * 60_000);
    expect(left).toBeLessThanOrEqual(60 * 60_000);
    const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
    expect(items[0]).toMatchObject({ kind: 'impersonation.started' });
    const mail = await mails.find(person.email, /acts as you/);
    expect(mail.text).toContain('ticket 17');
    expect(mail.text).toContain('Sam of staff');
  });

  test('SESS-4 an operator can limit it to looking: nothing is written, and one comes back', async () => {
    const looking = await startTestServer({ IMPERSONATION: 'view' });
    const { db } = looking.services;
    const [person, own] = [await createUser(db), await createUser(db, { staff: true })];
    const { token } = await looking.call(authRoutes.impersonate, { body: { id: person.id } }, own);
    expect(await looking.call(userRoutes.read, {}, { token })).toMatchObject({ id: person.id });
    const body = { name: 'Somebody else' };
    const refused = await looking.refuse(userRoutes.update, { body }, { token });
    expect(refused.code).toBe('E_IMPERSONATION_REFUSED');
    const create = await looking.refuse(projectRoutes.create, { body: { name: 'P' } }, { token });
    expect(create.code).toBe('E_IMPERSONATION_REFUSED');
    const back = await looking.call(authRoutes.stopImpersonating, {}, { token });
    expect(back.user.id).toBe(own.id);
    await looking.stop();
  });
});
