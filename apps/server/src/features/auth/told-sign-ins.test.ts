import { afterAll, expect, test } from 'vitest';
import { auditRoutes } from '@causeway/contract/audit.ts';
import { accountActRoutes } from '@causeway/contract/auth/account-acts.ts';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eraseAccount } from '#testing/erase-account.ts';
import { eventually } from '#testing/eventually.ts';
import {
  createKey,
  createProject,
  createSession,
  createUser,
  type TestUser,
} from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { readAccount } from './queries.ts';
import { openSession } from './sign-in.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const acts = (as: TestUser) => server.call(accountActRoutes.list, {}, as);

async function signIn({ email, password }: TestUser) {
  const { user, token } = await server.call(authRoutes.login, { body: { email, password } });
  return { ...user, token } as unknown as TestUser;
}

async function countLines({ id }: TestUser): Promise<number> {
  const lines = await listRows(
    server.services.db,
    sql`select id from audit_log where actor_id = ${id} or target = ${id}::text`,
  );
  return lines.length;
}

test('SESS-7 TEAM-7 people see when, from where and how their account was signed in to, and out of', async () => {
  const person = await createUser(server.services.db);
  await server.call(authRoutes.logout, {}, await signIn(person));
  const [out, back] = await acts(person);
  expect(back).toMatchObject({
    action: 'account.signed-in',
    proofs: ['password'],
    address: '127.0.0.1',
    tries: 1,
  });
  expect(out).toMatchObject({ action: 'session.ended', kind: 'out' });
});

test('SESS-7 TEAM-7 guesses at a password are summed by day and write no lines into the log', async () => {
  const person = await createUser(server.services.db);
  const body = { email: person.email, password: 'not the password' };
  for (let guess = 0; guess < 5; guess += 1) await server.refuse(authRoutes.login, { body });
  const refused = await eventually(async () => {
    const all = await acts(person);
    expect(all).toMatchObject([{ action: 'account.refused', kind: 'password', tries: 5 }]);
    return all[0];
  });
  expect(refused?.address).toBe('127.0.0.1');
  expect(await countLines(person)).toBe(0);
});

test('SESS-7 TEAM-7 who is refused with the right password is not told of as one who guesses', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const told = (kind: string, tries: number) =>
    eventually(async () => {
      expect(await acts(person)).toContainEqual(
        expect.objectContaining({ action: 'account.refused', kind, tries }),
      );
    });
  await changeRows(db, sql`update users set passkeys_only = true where id = ${person.id}`);
  const { email, password } = person;
  await server.refuse(authRoutes.login, { body: { email, password } });
  await told('not-enough', 1);
  await server.refuse(securityRoutes.prove, { body: { password } }, person);
  await told('not-enough', 2);
  await server.refuse(authRoutes.login, { body: { email, password: 'not the password' } });
  await told('password', 1);
  await changeRows(
    db,
    sql`update users set passkeys_only = false, suspended_at = now() where id = ${person.id}`,
  );
  await server.refuse(authRoutes.login, { body: { email, password } });
  await changeRows(db, sql`update users set suspended_at = null where id = ${person.id}`);
  await told('not-enough', 3);
});

test('SESS-7 TEAM-7 wrong codes of the second factor are told to whom they were tried on', async () => {
  const person = await createUser(server.services.db);
  const { secret } = await server.call(securityRoutes.startTotp, {}, person);
  const { generateSync } = await import('otplib');
  await server.call(
    securityRoutes.confirmTotp,
    { body: { code: generateSync({ secret }) } },
    person,
  );
  const { email, password } = person;
  const { details } = await server.refuse(authRoutes.login, { body: { email, password } });
  const body = { flow: details?.flow as string, code: 'not-a-code-at-all' };
  await server.refuse(signInRoutes.secondFactor, { body });
  await eventually(async () => {
    expect(await acts(person)).toContainEqual(
      expect.objectContaining({ action: 'account.refused', kind: 'code', tries: 1 }),
    );
  });
});

test('TEAM-7 whoever signs in all the time fills no log: the rest of a day is one sum', async () => {
  const person = await createUser(server.services.db);
  for (let time = 0; time < 53; time += 1) await signIn(person);
  expect(await countLines(person)).toBe(50);
  const summed = (await acts(person)).find(({ since }) => since !== null);
  expect(summed).toMatchObject({ action: 'account.signed-in', tries: 3 });
});

test('SESS-7 TEAM-7 nobody reads of the sign-ins of others, not the owner of their project either', async () => {
  const { db } = server.services;
  const [owner, viewer] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer });
  await signIn(viewer);
  expect(await acts(owner)).toEqual([]);
  const { items } = await server.call(
    auditRoutes.list,
    { params: { projectId }, query: {} },
    owner,
  );
  expect(items.map(({ action }) => action)).not.toContain('account.signed-in');
});

test('TEAM-6 TEAM-7 a key tried from elsewhere is in the log of its project, once a day', async () => {
  const { db, keyUses } = server.services;
  const owner = await createUser(db);
  const { id: projectId } = await createProject(db, { owner });
  const key = await createKey(server, projectId, owner, { addresses: ['203.0.113.0/24'] });
  for (let time = 0; time < 3; time += 1) {
    const tried = await server.send('GET', '/api/keys/v1/self', { token: key.token });
    expect(tried.status).toBe(403);
    await keyUses.flush();
  }
  const query = { action: 'key.refused' };
  const { items } = await server.call(auditRoutes.list, { params: { projectId }, query }, owner);
  expect(items).toMatchObject([
    { actorKind: 'key', address: '127.0.0.1', details: { reason: 'address' } },
  ]);
});

test('SESS-1 a sign-in takes one connection to the database at a time, so many at once do not wait for one another', async () => {
  const { db } = server.services;
  const account = await readAccount(db, (await createUser(db)).id);
  const origin = { id: 'test', address: '127.0.0.1', network: '127.0.0.1', userAgent: undefined };
  const { pool } = db;
  const taken = Array.from({ length: pool.options.max - 1 }, () => pool.connect());
  const others = await Promise.all(taken);
  try {
    const { user } = await openSession(server.services, { account, proofs: ['password'], origin });
    expect(user.id).toBe(account.id);
  } finally {
    for (const other of others) other.release();
  }
});

test('SESS-4 SESS-7 whose account staff look into is told who they are, and not where they are', async () => {
  const { db } = server.services;
  const [person, helper] = [await createUser(db), await createUser(db, { staff: true })];
  const token = await createSession(db, { userId: person.id, impersonatorId: helper.id });
  await server.call(authRoutes.logout, {}, { token });
  expect(await acts(person)).toMatchObject([
    { action: 'session.ended', staff: helper.name, address: null },
  ]);
});

test('SESS-7 TEAM-7 an erased account leaves neither addresses nor browsers in the log', async () => {
  const person = await createUser(server.services.db);
  await signIn(person);
  await eraseAccount(server, person);
  const lines = await listRows(
    server.services.db,
    sql`select address, details->>'userAgent' as browser from audit_log
        where (actor_id = ${person.id} or target = ${person.id}::text)
          and action <> 'account.erased'`,
  );
  expect(lines).toEqual([{ address: null, browser: null }]);
});
