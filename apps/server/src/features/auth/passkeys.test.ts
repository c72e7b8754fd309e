import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createAuthenticator, type Lies } from '#testing/authenticator.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { passkeyHome } from './webauthn.ts';

const server = await startTestServer();
afterAll(() => server.stop());

type Device = ReturnType<typeof createAuthenticator>;

function newDevice(): Device {
  return createAuthenticator(passkeyHome(server.services.env));
}

async function enrol(person: TestUser, device: Device, lies: Parameters<Device['enrol']>[1] = {}) {
  const { flow, options } = await server.call(securityRoutes.startPasskey, {}, person);
  const body = { flow, credential: device.enrol(options, lies), name: 'Phone' };
  return server.send('POST', securityRoutes.addPasskey.path, { body, token: person.token });
}

async function withPasskey(lies: Parameters<Device['enrol']>[1] = {}) {
  const person = await createUser(server.services.db);
  const device = newDevice();
  expect((await enrol(person, device, lies)).status).toBe(200);
  return { person, device };
}

async function signIn(device: Device, lies: Lies = {}) {
  const { flow, options } = await server.call(signInRoutes.startPasskey, {});
  const body = { flow, credential: device.assert(options, lies) };
  return { body, answer: await server.send('POST', signInRoutes.passkey.path, { body }) };
}

describe('signing in with a passkey', () => {
  test('SESS-7 a passkey opens the account, and counts as both factors', async () => {
    const { person, device } = await withPasskey();
    const { secret } = await server.call(securityRoutes.startTotp, {}, person);
    const code = generateSync({ secret });
    await server.call(securityRoutes.confirmTotp, { body: { code } }, person);
    const { answer } = await signIn(device);
    expect(answer).toMatchObject({ status: 200, json: { user: { id: person.id } } });
    const { token } = answer.json as { token: string };
    const [session] = await server.call(securityRoutes.listSessions, {}, { token });
    expect(session).toMatchObject({ isCurrent: true, proofs: ['passkey'] });
  });

  test('SESS-7 the same answer a second time opens nothing', async () => {
    const { device } = await withPasskey();
    const { body, answer } = await signIn(device);
    expect(answer.status).toBe(200);
    const again = await server.send('POST', signInRoutes.passkey.path, { body });
    expect(again.json).toMatchObject({ code: 'E_TOKEN_EXPIRED' });
  });

  test('SESS-7 an answer that names another account is refused', async () => {
    const { device } = await withPasskey();
    const ann = await withPasskey();
    const handle = await handleOf(ann.person);
    const { answer } = await signIn(device, { userHandle: handle });
    expect(answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });

  test.each([
    ['without finger, face or PIN', { unverified: true }],
    ['given to another site', { origin: 'https://evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
  ] as [string, Lies][])('SESS-7 an answer %s is refused', async (_, lies) => {
    const { device } = await withPasskey();
    expect((await signIn(device, lies)).answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });

  test('SESS-7 an answer without a finger, face or PIN opens nothing', async () => {
    const { device } = await withPasskey();
    const { answer } = await signIn(device, { unverified: true });
    expect(answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });

  test('SESS-7 an answer to a challenge of another tab is refused', async () => {
    const { device } = await withPasskey();
    const mine = await server.call(signInRoutes.startPasskey, {});
    const theirs = await server.call(signInRoutes.startPasskey, {});
    const body = { flow: theirs.flow, credential: device.assert(mine.options) };
    const answer = await server.send('POST', signInRoutes.passkey.path, { body });
    expect(answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });

  test('SESS-7 a copied device is noticed by its counter, unless devices share the passkey', async () => {
    const bound = await withPasskey();
    await signIn(bound.device, { counter: 9 });
    const copied = await signIn(bound.device, { counter: 4 });
    expect(copied.answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
    const synced = await withPasskey({ synced: true });
    await signIn(synced.device, { counter: 9 });
    expect((await signIn(synced.device, { counter: 4 })).answer.status).toBe(200);
  });

  test('a passkey nobody has enrolled opens nothing', async () => {
    const { answer } = await signIn(newDevice(), { userHandle: 'bm9ib2R5' });
    expect(answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });
});

describe('adding a passkey', () => {
  test('SESS-7 takes a fresh proof: a sign-in that is half done can not enrol its own', async () => {
    const { db } = server.services;
    const person = await createUser(db);
    const begun = await server.call(securityRoutes.startPasskey, {}, person);
    await changeRows(
      db,
      sql`update sessions set proved_at = now() - interval '11 minutes'
          where user_id = ${person.id}`,
    );
    const start = await server.refuse(securityRoutes.startPasskey, {}, person);
    expect(start).toMatchObject({ status: 403, code: 'E_PROOF_REQUIRED' });
    const credential = newDevice().enrol(begun.options);
    const body = { flow: begun.flow, credential, name: 'Phone' };
    const finish = await server.refuse(securityRoutes.addPasskey, { body }, person);
    expect(finish).toMatchObject({ status: 403, code: 'E_PROOF_REQUIRED' });
  });

  test('SESS-7 who registered without showing that the address is theirs can add none', async () => {
    const claim = await createUser(server.services.db, { verified: false });
    const refused = await server.refuse(securityRoutes.startPasskey, {}, claim);
    expect(refused.code).toBe('E_EMAIL_UNVERIFIED');
  });

  test('SESS-7 one made for another account, or without its owner there, is refused', async () => {
    const { db } = server.services;
    const [ann, mallory] = [await createUser(db), await createUser(db)];
    const begun = await server.call(securityRoutes.startPasskey, {}, ann);
    const credential = newDevice().enrol(begun.options);
    const body = { flow: begun.flow, credential, name: 'Phone' };
    const planted = await server.refuse(securityRoutes.addPasskey, { body }, mallory);
    expect(planted.code).toBe('E_TOKEN_EXPIRED');
    const unverified = await enrol(ann, newDevice(), { unverified: true });
    expect(unverified.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
  });
});

describe('own passkeys', () => {
  test('SESS-7 a passkey proves who one is, one of somebody else does not', async () => {
    const { db } = server.services;
    const { person, device } = await withPasskey();
    const other = await withPasskey();
    await changeRows(db, sql`update sessions set proved_at = 'epoch' where user_id = ${person.id}`);
    const prove = async (used: Device, begunBy = person) => {
      const { flow, options } = await server.call(securityRoutes.startPasskeyProof, {}, begunBy);
      const body = { flow, credential: used.assert(options) };
      const { path } = securityRoutes.proveByPasskey;
      return server.send('POST', path, { body, token: person.token });
    };
    expect((await prove(other.device)).json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
    const planted = await prove(other.device, other.person);
    expect(planted.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
    expect((await server.refuse(securityRoutes.startTotp, {}, person)).code).toBe(
      'E_PROOF_REQUIRED',
    );
    expect((await prove(device)).status).toBe(200);
    await server.call(securityRoutes.startTotp, {}, person);
  });

  test('SESS-7 with passkeys only, the right password is refused like a wrong one', async () => {
    const { person, device } = await withPasskey();
    const only = { body: { only: true } };
    const early = await server.refuse(securityRoutes.choosePasskeysOnly, only, person);
    expect(early.code).toBe('E_LAST_WAY_IN');
    await enrol(person, newDevice());
    await server.call(securityRoutes.choosePasskeysOnly, only, person);
    const { email, password } = person;
    const refused = await server.refuse(authRoutes.login, { body: { email, password } });
    expect(refused).toMatchObject({ status: 401, code: 'E_INVALID_CREDENTIALS' });
    const proof = await server.refuse(securityRoutes.prove, { body: { password } }, person);
    expect(proof.code).toBe('E_PASSWORD_WRONG');
    expect((await signIn(device)).answer.status).toBe(200);
    const [first] = (await server.call(securityRoutes.show, {}, person)).passkeys;
    const params = { passkeyId: first!.id };
    const last = await server.refuse(securityRoutes.removePasskey, { params }, person);
    expect(last.code).toBe('E_LAST_WAY_IN');
  });

  test('SESS-7 one that was removed opens nothing, and nobody removes those of others', async () => {
    const { person, device } = await withPasskey();
    const other = await createUser(server.services.db);
    const [passkey] = (await server.call(securityRoutes.show, {}, person)).passkeys;
    expect(passkey).toMatchObject({ name: 'Phone', synced: false });
    const params = { passkeyId: passkey!.id };
    expect((await server.refuse(securityRoutes.removePasskey, { params }, other)).status).toBe(404);
    await server.call(securityRoutes.renamePasskey, { params, body: { name: 'Old' } }, person);
    await server.call(securityRoutes.removePasskey, { params }, person);
    expect((await signIn(device)).answer.json).toMatchObject({ code: 'E_PASSKEY_REFUSED' });
    await server.call(userRoutes.read, {}, person);
  });
});

async function handleOf({ id }: TestUser): Promise<string> {
  const { readHandle } = await import('./queries.ts');
  return (await readHandle(server.services.db, id)).toString('base64url');
}
