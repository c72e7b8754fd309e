import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createKey, createProject, createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

let made = 0;

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

const newAddress = () => `moved${(made += 1)}@example.test`;

async function change(person: TestUser, email: string): Promise<void> {
  await server.call(securityRoutes.changeEmail, { body: { email } }, person);
  const code = await mails.findCode(email, /confirms/);
  await server.call(securityRoutes.confirmEmail, { body: { code } }, person);
}

test('SESS-7 an address changes with a code sent to the new one, and both are told', async () => {
  const person = await createUser(server.services.db);
  const email = newAddress();
  await change(person, email);
  expect((await server.call(userRoutes.read, {}, person)).email).toBe(email);
  await mails.find(person.email, /about to get/);
  await mails.find(person.email, /another address now/);
  const { password } = person;
  await server.call(authRoutes.login, { body: { email, password } });
  const old = { email: person.email, password };
  expect((await server.refuse(authRoutes.login, { body: old })).status).toBe(401);
});

test('SESS-7 a link to reset the password that lies in the old mailbox opens nothing any more', async () => {
  const person = await createUser(server.services.db);
  await server.call(authRoutes.requestReset, { body: { email: person.email } });
  const token = await mails.findToken(person.email, /new Causeway password/);
  await change(person, newAddress());
  const body = { token, password: 'a password of the old mailbox' };
  expect((await server.refuse(authRoutes.confirmReset, { body })).code).toBe('E_TOKEN_EXPIRED');
});

test('SESS-7 an address that has an account gets the same answer, and its owner a mail', async () => {
  const [person, owner] = [
    await createUser(server.services.db),
    await createUser(server.services.db),
  ];
  const body = { email: owner.email };
  expect(await server.call(securityRoutes.changeEmail, { body }, person)).toBeNull();
  await mails.find(owner.email, /already have/);
  expect((await server.call(userRoutes.read, {}, person)).email).toBe(person.email);
});

test('SESS-7 wrong codes end the change', async () => {
  const person = await createUser(server.services.db);
  const email = newAddress();
  await server.call(securityRoutes.changeEmail, { body: { email } }, person);
  const code = await mails.findCode(email, /confirms/);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    const body = { code: wrong };
    const refused = await server.refuse(securityRoutes.confirmEmail, { body }, person);
    expect(refused.code).toBe('E_CODE_WRONG');
  }
  const late = await server.refuse(securityRoutes.confirmEmail, { body: { code } }, person);
  expect(late.code).toBe('E_TOKEN_EXPIRED');
});

test('SESS-7 a code that is not sent, since the address got too many mails, is not there to be guessed', async () => {
  const person = await createUser(server.services.db);
  const email = newAddress();
  const ask = () => server.call(securityRoutes.changeEmail, { body: { email } }, person);
  const guess = async () =>
    (await server.refuse(securityRoutes.confirmEmail, { body: { code: '000000' } }, person)).code;
  for (let sent = 0; sent < 6; sent += 1) await ask();
  expect(await guess()).toBe('E_CODE_WRONG');
  await ask();
  expect(await guess()).toBe('E_TOKEN_EXPIRED');
});

test('SESS-7 who changes the address twice does not get rid of the first owner, whose link restores it', async () => {
  const person = await createUser(server.services.db);
  const [first, second] = [newAddress(), newAddress()];
  await change(person, first);
  await change(person, second);
  await server.call(securityRoutes.startTotp, {}, person);
  const { text } = await mails.find(first, /another address now/);
  expect(text).not.toContain('/guest/undo');
  const token = await mails.findToken(person.email, /another address now/);
  const undone = await server.call(signInRoutes.undoEmail, { body: { token } });
  expect((await server.refuse(userRoutes.read, {}, person)).code).toBe('E_INVALID_API_TOKEN');
  const known = { email: second, password: person.password };
  expect((await server.refuse(authRoutes.login, { body: known })).status).toBe(401);
  const password = 'a password that is mine again';
  await server.call(authRoutes.confirmReset, { body: { token: undone.token, password } });
  const back = await server.call(authRoutes.login, { body: { email: person.email, password } });
  expect(back.user.id).toBe(person.id);
  const again = await server.refuse(signInRoutes.undoEmail, { body: { token } });
  expect(again.code).toBe('E_TOKEN_EXPIRED');
});

test('SESS-7 taking a change of the address back ends the keys and recovery codes that were made meanwhile', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  const older = await createKey(server, projectId, person, { scopes: ['project:read'] });
  await changeRows(db, sql`update api_key_secrets set created_at = now() - interval '8 days'`);
  await change(person, newAddress());
  const key = await createKey(server, projectId, person, { scopes: ['project:read'] });
  const { codes } = await server.call(securityRoutes.renewRecoveryCodes, {}, person);
  const token = await mails.findToken(person.email, /another address now/);
  await server.call(signInRoutes.undoEmail, { body: { token } });
  expect((await server.refuse(projectRoutes.list, {}, key)).code).toBe('E_API_KEY_INVALID');
  expect(await server.call(projectRoutes.list, {}, older)).toHaveLength(1);
  expect(codes).toHaveLength(10);
  expect(await countRecoveryCodes(db, person.id)).toBe(0);
});

test('SESS-7 taking a change of the address back ends the ways in that were added in the days before it, and no older ones', async () => {
  const { db } = server.services;
  const person = await createUser(db);
  for (const days of [1, 8]) {
    const at = sql`now() - make_interval(days => ${days})`;
    await changeRows(
      db,
      sql`insert into passkeys (credential_id, user_id, public_key, counter, transports, synced,
            rp_id, name, created_at)
          values (${`${person.id}:${days}`}, ${person.id}, '\\x00', 0, '{}', true, 'localhost',
            ${`${days} days old`}, ${at})`,
    );
    await changeRows(
      db,
      sql`insert into identities (issuer, subject, user_id, email, created_at)
          values ('https://id.example', ${`${person.id}:${days}`}, ${person.id}, ${person.email},
            ${at})`,
    );
  }
  await change(person, newAddress());
  const token = await mails.findToken(person.email, /another address now/);
  await server.call(signInRoutes.undoEmail, { body: { token } });
  const left = await listRows<{ way: string }>(
    db,
    sql`select credential_id as way from passkeys where user_id = ${person.id}
        union all select subject from identities where user_id = ${person.id}`,
  );
  expect(left.map(({ way }) => way)).toEqual([`${person.id}:8`, `${person.id}:8`]);
});

test('a name that a stranger chose is not repeated in the mail to an address that is not theirs', async () => {
  const email = newAddress();
  const name = 'Your account is blocked, see evil.example';
  await server.call(authRoutes.register, { body: { email, password: 'a long password', name } });
  expect((await mails.find(email, /code/)).text).not.toContain('evil.example');
});
