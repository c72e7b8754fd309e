import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

const password = 'a good long password';
let made = 0;

/** Somebody registers with an address that may not be theirs. */
async function claim(email = `claimed${(made += 1)}@example.test`, chosen = password) {
  const { user, token } = await server.call(authRoutes.register, {
    body: { email, password: chosen, name: 'Mallory' },
  });
  return { email, id: user.id, token };
}

function isVerified(userId: string) {
  return findRow<{ verified: boolean }>(
    server.services.db,
    sql`select verified_at is not null as verified from users where id = ${userId}`,
  );
}

test('SESS-5 a link opened by the owner of the mailbox verifies no registration a stranger made', async () => {
  const mallory = await claim();
  const link = await mails.findToken(mallory.email, /code/);
  const ann = await createUser(server.services.db);
  const nobody = await server.refuse(authRoutes.verifyByLink, { body: { token: link } });
  expect(nobody.code).toBe('E_INVALID_API_TOKEN');
  const other = await server.refuse(authRoutes.verifyByLink, { body: { token: link } }, ann);
  expect(other).toMatchObject({ status: 403, code: 'E_OTHER_ACCOUNT' });
  expect(await isVerified(mallory.id)).toEqual({ verified: false });
});

test('SESS-5 who reads the mailbox and did not register ends the registration and its sessions', async () => {
  const mallory = await claim();
  const body = { name: 'Bait' };
  const project = await server.call(projectRoutes.create, { body }, mallory);
  const link = await mails.findToken(mallory.email, /code/);
  expect(await server.call(authRoutes.showClaim, { body: { token: link } })).toMatchObject({
    email: mallory.email,
  });
  await server.call(authRoutes.rejectClaim, { body: { token: link } });
  expect(await isVerified(mallory.id)).toBeUndefined();
  expect((await server.refuse(userRoutes.read, {}, mallory)).code).toBe('E_INVALID_API_TOKEN');
  const left = sql`select from projects where id = ${project.id}`;
  expect(await findRow(server.services.db, left)).toBeUndefined();
  const again = await server.refuse(authRoutes.rejectClaim, { body: { token: link } });
  expect(again).toMatchObject({ status: 410, code: 'E_TOKEN_EXPIRED' });
});

test('SESS-5 a link never ends an account that is verified', async () => {
  const person = await claim();
  const link = await mails.findToken(person.email, /code/);
  const code = await mails.findCode(person.email, /code/);
  await server.call(authRoutes.verifyByCode, { body: { code } }, person);
  const refused = await server.refuse(authRoutes.rejectClaim, { body: { token: link } });
  expect(refused.code).toBe('E_TOKEN_EXPIRED');
  expect(await isVerified(person.id)).toEqual({ verified: true });
});

test('SESS-5 elsewhere the link verifies together with the password that was chosen', async () => {
  const person = await claim();
  const token = await mails.findToken(person.email, /code/);
  const wrong = { token, password: 'not the password' };
  expect(await server.refuse(authRoutes.confirmClaim, { body: wrong })).toMatchObject({
    status: 401,
    code: 'E_INVALID_CREDENTIALS',
  });
  const started = await server.call(authRoutes.confirmClaim, { body: { token, password } });
  expect(started.user).toMatchObject({ id: person.id, verified: true });
  expect((await server.call(userRoutes.read, {}, started)).id).toBe(person.id);
  const again = await server.refuse(authRoutes.confirmClaim, { body: { token, password } });
  expect(again.code).toBe('E_TOKEN_EXPIRED');
});

test('passwords are not guessed beside a link', async () => {
  const { email } = await claim();
  const token = await mails.findToken(email, /code/);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const body = { token, password: `guess ${attempt}` };
    expect((await server.refuse(authRoutes.confirmClaim, { body })).status).toBe(401);
  }
  const refused = await server.refuse(authRoutes.confirmClaim, { body: { token, password } });
  expect(refused).toMatchObject({ status: 429, code: 'E_RATE_LIMITED' });
});

test('SESS-5 once an address is verified, every other registration of it is gone', async () => {
  const { email, ...mallory } = await claim();
  const ann = await claim(email.toUpperCase(), 'the password of Ann');
  const code = await mails.findCode(email.toUpperCase(), /code/);
  await server.call(authRoutes.verifyByCode, { body: { code } }, ann);
  expect(await isVerified(mallory.id)).toBeUndefined();
  expect((await server.refuse(userRoutes.read, {}, mallory)).code).toBe('E_INVALID_API_TOKEN');
  const refused = await server.refuse(authRoutes.login, { body: { email, password } });
  expect(refused.code).toBe('E_INVALID_CREDENTIALS');
});
