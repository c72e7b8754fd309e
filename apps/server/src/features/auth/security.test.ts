import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createSession, createUser, type TestUser } from '#testing/factories.ts';
import { warnOfPasskeysElsewhere } from './passkeys-elsewhere.ts';
import { insertPasskey } from './passkeys.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

const passkeyOf = (userId: string, rpId: string) => ({
  userId,
  credentialId: crypto.randomUUID(),
  publicKey: Buffer.from([0]),
  counter: 0,
  transports: [],
  synced: true,
  rpId,
  name: 'Laptop',
});

/** The proof of a session is as old as can be. */
async function letProofPass({ id }: TestUser): Promise<void> {
  await changeRows(
    server.services.db,
    sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`,
  );
}

describe('proving who one is', () => {
  test('SESS-7 ten minutes after the last proof, dangerous changes ask for it again', async () => {
    const person = await createUser(server.services.db);
    await letProofPass(person);
    const change = { body: { password: 'a password that is new' } };
    const dangerous = [
      [securityRoutes.changePassword, change],
      [securityRoutes.startTotp, {}],
      [securityRoutes.removeTotp, {}],
      [securityRoutes.renewRecoveryCodes, {}],
    ] as const;
    for (const [route, input] of dangerous) {
      const refused = await server.refuse(route, input, person);
      expect(refused, route.path).toMatchObject({ status: 403, code: 'E_PROOF_REQUIRED' });
    }
    const body = { password: person.password };
    await server.call(securityRoutes.prove, { body }, person);
    await server.call(securityRoutes.startTotp, {}, person);
  });

  test('SESS-7 a wrong password proves nothing, and guessing is slowed', async () => {
    const person = await createUser(server.services.db);
    await letProofPass(person);
    const body = { password: 'not the password' };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const refused = await server.refuse(securityRoutes.prove, { body }, person);
      expect(refused).toMatchObject({ status: 422, code: 'E_PASSWORD_WRONG' });
    }
    const right = { password: person.password };
    const refused = await server.refuse(securityRoutes.prove, { body: right }, person);
    expect(refused.status).toBe(429);
    const still = await server.refuse(securityRoutes.startTotp, {}, person);
    expect(still.code).toBe('E_PROOF_REQUIRED');
  });

  test('SESS-4 staff who act as somebody see and change nothing of how they sign in', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const staff = await createUser(db, { staff: true });
    const token = await createSession(db, { userId: person.id, impersonatorId: staff.id });
    for (const route of Object.values(securityRoutes)) {
      const path = route.path.replace(':sessionId', person.id);
      const body = 'body' in route ? { body: {} } : {};
      const answer = await server.send(route.method, path, { token, ...body });
      expect(answer.json, route.path).toMatchObject({ code: 'E_IMPERSONATION_REFUSED' });
    }
  });
});

describe('sessions', () => {
  test('SESS-7 each is listed with browser, address and way of signing in, the own one marked', async () => {
    const person = await createUser(server.services.db);
    const { email, password } = person;
    const { token } = await server.call(authRoutes.login, { body: { email, password } });
    const sessions = await server.call(securityRoutes.listSessions, {}, { token });
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      isCurrent: true,
      address: '127.0.0.1',
      userAgent: expect.any(String),
      proofs: ['password'],
    });
    expect(sessions[1]).toMatchObject({ isCurrent: false });
  });

  test('SESS-7 one that is ended stops working on the next request, on every instance', async () => {
    const other = await server.another();
    const person = await createUser(server.services.db);
    const token = await createSession(server.services.db, { userId: person.id });
    expect((await other.call(userRoutes.read, {}, { token })).id).toBe(person.id);
    const sessions = await server.call(securityRoutes.listSessions, {}, person);
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)!.id;
    await server.call(securityRoutes.endSession, { params: { sessionId } }, person);
    for (const instance of [server, other]) {
      const refused = await instance.refuse(userRoutes.read, {}, { token });
      expect(refused.code).toBe('E_INVALID_API_TOKEN');
    }
    await other.stop();
  });

  test('SESS-7 nobody ends a session of somebody else', async () => {
    const [person, other] = [
      await createUser(server.services.db),
      await createUser(server.services.db),
    ];
    const [session] = await server.call(securityRoutes.listSessions, {}, person);
    const params = { sessionId: session!.id };
    const refused = await server.refuse(securityRoutes.endSession, { params }, other);
    expect(refused.status).toBe(404);
    await server.call(userRoutes.read, {}, person);
  });

  test('SESS-7 all others can be ended at once', async () => {
    const person = await createUser(server.services.db);
    const token = await createSession(server.services.db, { userId: person.id });
    await server.call(securityRoutes.endOtherSessions, {}, person);
    await server.refuse(userRoutes.read, {}, { token });
    expect(await server.call(securityRoutes.listSessions, {}, person)).toHaveLength(1);
  });

  test('SESS-7 a sign-in from elsewhere is told to the owner, one from where they are is not', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const body = { email: person.email, password: person.password };
    await changeRows(
      db,
      sql`insert into account_networks (user_id, network) values (${person.id}, '203.0.113.0')`,
    );
    await server.call(authRoutes.login, { body });
    await mails.find(person.email, /new sign-in/);
    await server.call(authRoutes.login, { body });
    expect(await mails.list(person.email)).toHaveLength(1);
  });

  test('SESS-7 a sign-in with the password alone is told to who has passkeys, wherever it came from', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const body = { email: person.email, password: person.password };
    await server.call(authRoutes.login, { body });
    expect(await mails.list(person.email)).toEqual([]);
    // One of another host lets nobody in: the password is all they have.
    await insertPasskey(db, passkeyOf(person.id, 'former.example.test'));
    await server.call(authRoutes.login, { body });
    expect(await mails.list(person.email)).toEqual([]);
    await db.transaction((tx) =>
      changeRows(tx, sql`delete from passkeys where user_id = ${person.id}`),
    );
    await insertPasskey(db, passkeyOf(person.id, 'localhost'));
    await server.call(authRoutes.login, { body });
    const { text } = await mails.find(person.email, /with its password/);
    expect(text).toContain('passkeys only');
  });

  test('SESS-7 the start warns of passkeys that were made for another address than the one of now', async () => {
    const { db, env } = server.services;
    const person = await createUser(db);
    await insertPasskey(db, passkeyOf(person.id, 'old.example.test'));
    const said: string[] = [];
    await warnOfPasskeysElsewhere(
      { db, env },
      { warn: (line: unknown) => said.push(String(line)) },
    );
    expect(said).toEqual([expect.stringMatching(/^1 passkeys were made for old\.example\.test/)]);
  });
});

describe('the password', () => {
  test('SESS-7 a new one ends all other sessions, keeps this one, and is told by mail', async () => {
    const person = await createUser(server.services.db);
    const token = await createSession(server.services.db, { userId: person.id });
    const password = 'a password that is new';
    await server.call(securityRoutes.changePassword, { body: { password } }, person);
    await server.call(userRoutes.read, {}, person);
    await server.refuse(userRoutes.read, {}, { token });
    await server.call(authRoutes.login, { body: { email: person.email, password } });
    const old = { email: person.email, password: person.password };
    expect((await server.refuse(authRoutes.login, { body: old })).status).toBe(401);
    await mails.find(person.email, /was changed/);
  });

  test('SESS-5 a link to reset the password that was mailed before does not count any more', async () => {
    const person = await createUser(server.services.db);
    await server.call(authRoutes.requestReset, { body: { email: person.email } });
    const token = await mails.findToken(person.email, /new Causeway password/);
    const password = 'a password that is new';
    await server.call(securityRoutes.changePassword, { body: { password } }, person);
    const refused = await server.refuse(authRoutes.confirmReset, { body: { token, password } });
    expect(refused.code).toBe('E_TOKEN_EXPIRED');
  });
});

describe('acting as somebody else', () => {
  test('SESS-4 its subject sees who did, when, why and what was done', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const staff = await createUser(db, { staff: true, name: 'Sam of staff' });
    const body = { id: person.id, reason: 'ticket 17' };
    const { token } = await server.call(authRoutes.impersonate, { body }, staff);
    await server.call(userRoutes.read, {}, { token });
    const [open] = await server.call(securityRoutes.listImpersonations, {}, person);
    expect(open).toMatchObject({ staff: 'Sam of staff', reason: 'ticket 17', endedAt: null });
    const back = await server.call(authRoutes.stopImpersonating, {}, { token });
    const [seen] = await server.call(securityRoutes.listImpersonations, {}, person);
    expect(seen!.endedAt).not.toBeNull();
    const others = await server.call(securityRoutes.listImpersonations, {}, back);
    expect(others).toEqual([]);
  });
});
