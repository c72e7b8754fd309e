import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { lostFactorRoutes, staffLostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';
import { findIdentityOwner, insertIdentity } from './identities.ts';
import { tellOfLostFactors } from './lost-factor-job.ts';

let first: TestUser;
let second: TestUser;
const server = await startTestServer();
const mails = await openMailbox(server);
beforeAll(async () => {
  const { db } = server.services;
  [first, second] = [await createUser(db, { staff: true }), await createUser(db, { staff: true })];
});
afterAll(() => server.stop());

async function withTotp(person?: TestUser) {
  const owner = person ?? (await createUser(server.services.db));
  const { secret } = await server.call(securityRoutes.startTotp, {}, owner);
  const body = { code: generateSync({ secret }) };
  const { codes } = await server.call(securityRoutes.confirmTotp, { body }, owner);
  return { ...owner, recovery: codes };
}

async function beginSignIn({ email, password }: TestUser): Promise<string> {
  const refused = await server.refuse(authRoutes.login, { body: { email, password } });
  expect(refused.code).toBe('E_SECOND_FACTOR');
  return String(refused.details?.['flow']);
}

async function ask(person: TestUser) {
  return server.call(lostFactorRoutes.ask, { body: { flow: await beginSignIn(person) } });
}

/** As if so many days had passed, with what the product does meanwhile. */
async function letDaysPass({ id }: TestUser, days: number): Promise<void> {
  await changeRows(
    server.services.db,
    sql`update lost_factors set ready_at = ready_at - make_interval(days => ${days}),
          mailed_at = mailed_at - make_interval(days => ${days}) where user_id = ${id}`,
  );
  const stopUrl = (token: string) => `http://x/guest/keep-factors?token=${token}`;
  await tellOfLostFactors(server.services, stopUrl);
}

const decision = ({ id }: TestUser) => ({
  params: { userId: id },
  body: { reason: 'Passport seen in a call' },
});
const agree = (person: TestUser, by: TestUser) =>
  server.send('POST', `/api/staff/v1/users/${person.id}/lost-factors/agree`, {
    body: decision(person).body,
    token: by.token,
  });
const requestsOf = async ({ id }: TestUser) =>
  (await server.call(staffLostFactorRoutes.list, {}, first)).filter(({ person }) => {
    return person.id === id;
  });

test('SESS-7 who lost every factor gets back in after three days of mails and two of the staff, by the mailbox only', async () => {
  const person = await withTotp();
  const { id: projectId } = await createProject(server.services.db, { owner: person });
  const key = await createKey(server, projectId, person, { scopes: ['project:read'] });
  await ask(person);
  await mails.find(person.email, /asks to remove your second factor/);
  expect((await agree(person, first)).json).toMatchObject({ code: 'E_VALIDATION' });

  await letDaysPass(person, 1);
  await letDaysPass(person, 1);
  await letDaysPass(person, 1);
  const told = await mails.list(person.email);
  expect(told.filter(({ subject }) => /asks to remove/.test(subject))).toHaveLength(3);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, second);
  expect(items).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'recovery.ready' })]),
  );

  expect((await agree(person, first)).json).toEqual({ isDone: false });
  expect((await agree(person, first)).json).toMatchObject({ code: 'E_FORBIDDEN' });
  await server.call(userRoutes.read, {}, person);
  expect((await agree(person, second)).json).toEqual({ isDone: true });

  expect((await server.refuse(userRoutes.read, {}, person)).code).toBe('E_INVALID_API_TOKEN');
  expect((await server.refuse(projectRoutes.list, {}, key)).code).toBe('E_API_KEY_INVALID');
  const { email, password } = person;
  const refused = await server.refuse(authRoutes.login, { body: { email, password } });
  expect(refused.code).toBe('E_INVALID_CREDENTIALS');
  const token = await mails.findToken(email, /were removed/);
  const body = { token, password: 'a new one of mine' };
  await server.call(authRoutes.confirmReset, { body });
  await server.call(authRoutes.login, { body: { email, password: body.password } });
});

test('SESS-7 nor does a sign-in at a provider that was connected to the account let anybody back in', async () => {
  const { db } = server.services;
  const person = await withTotp();
  const identity = { issuer: 'https://id.test', subject: person.id };
  await insertIdentity(db, { ...identity, userId: person.id, email: 'somebody@else.test' });
  await ask(person);
  await letDaysPass(person, 3);
  await agree(person, first);
  expect(await findIdentityOwner(db, identity)).toBe(person.id);
  expect((await agree(person, second)).json).toEqual({ isDone: true });
  expect(await findIdentityOwner(db, identity)).toBeUndefined();
  await mails.find(person.email, /were removed/);
});

test('SESS-7 any of the mails stops it, and asking again neither shortens the wait nor mails more', async () => {
  const person = await withTotp();
  const { readyAt } = await ask(person);
  const token = await mails.findToken(person.email, /asks to remove/);
  await letDaysPass(person, 1);
  const again = await ask(person);
  expect(Date.parse(readyAt) - Date.parse(again.readyAt)).toBe(86_400_000);
  const told = await mails.list(person.email);
  expect(told.filter(({ subject }) => /asks to remove/.test(subject)).length).toBeLessThan(3);
  await server.call(lostFactorRoutes.stop, { body: { token } });
  expect(await requestsOf(person)).toEqual([]);
  const gone = await server.refuse(lostFactorRoutes.stop, { body: { token } });
  expect(gone.code).toBe('E_TOKEN_EXPIRED');
  await beginSignIn(person);
});

test('SESS-7 a sign-in with a factor ends the request, and its owner is told', async () => {
  const person = await withTotp();
  await ask(person);
  const body = { flow: await beginSignIn(person), code: person.recovery[0] ?? '' };
  await server.call(signInRoutes.secondFactor, { body });
  expect(await requestsOf(person)).toEqual([]);
  await mails.find(person.email, /factors stay/);
});

test('TEAM-11 staff begin it for who asked elsewhere, wait just as long, and refuse it with a reason', async () => {
  const person = await withTotp();
  await server.call(staffLostFactorRoutes.begin, decision(person), first);
  expect(await requestsOf(person)).toMatchObject([{ isReady: false, begunBy: first.name }]);
  await server.call(staffLostFactorRoutes.refuse, decision(person), second);
  expect(await requestsOf(person)).toEqual([]);
  await beginSignIn(person);
  const without = await createUser(server.services.db);
  const refused = await server.refuse(staffLostFactorRoutes.begin, decision(without), first);
  expect(refused.code).toBe('E_VALIDATION');
});

test('TEAM-11 nobody decides about themselves, and only who proved a moment ago who they are decides', async () => {
  const member = await withTotp(await createUser(server.services.db, { staff: true }));
  await server.call(staffLostFactorRoutes.begin, decision(member), first);
  await letDaysPass(member, 3);
  expect((await agree(member, member)).json).toMatchObject({ code: 'E_FORBIDDEN' });
  await changeRows(
    server.services.db,
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${first.id}`,
  );
  expect((await agree(member, first)).json).toMatchObject({ code: 'E_PROOF_REQUIRED' });
});

test('SESS-7 half a sign-in that was used up, and a made up one, ask for nothing', async () => {
  const person = await withTotp();
  const flow = await beginSignIn(person);
  await server.call(lostFactorRoutes.ask, { body: { flow } });
  for (const made of [flow, 'x'.repeat(43)]) {
    const refused = await server.refuse(lostFactorRoutes.ask, { body: { flow: made } });
    expect(refused.code).toBe('E_TOKEN_EXPIRED');
  }
});
