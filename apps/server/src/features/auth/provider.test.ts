import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { type OutsideUser, startOidcProvider, visitProvider } from '#testing/oidc-provider.ts';
import { startTestServer } from '#testing/test-server.ts';

const home = 'http://causeway.example.test';

const provider = await startOidcProvider({
  redirectUris: [`${home}/guest/oidc`, `${home}/account/oidc`],
});
const server = await startTestServer({
  publicUrl: home,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'causeway',
  OIDC_CLIENT_SECRET: 'a secret of the provider',
  OIDC_NAME: 'Example ID',
  OIDC_TRUSTED_DOMAINS: 'trusted.test',
});
const mails = await openMailbox(server);
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

/** Begins in a browser, visits the provider, and comes back with its answer. */
async function visit(user: OutsideUser) {
  provider.become(user);
  const { flow, address } = await server.call(signInRoutes.startProvider, {});
  return { flow, search: await visitProvider(address) };
}

async function signIn(user: OutsideUser) {
  return server.send('POST', signInRoutes.provider.path, { body: await visit(user) });
}

async function link(person: TestUser, user: OutsideUser): Promise<void> {
  provider.become(user);
  const { flow, address } = await server.call(securityRoutes.startLink, {}, person);
  const body = { flow, search: await visitProvider(address) };
  await server.call(securityRoutes.finishOutside, { body }, person);
}

function identitiesOf({ id }: TestUser) {
  return listRows(server.services.db, sql`select subject from identities where user_id = ${id}`);
}

let made = 0;
const newSubject = () => `subject-${(made += 1)}`;

describe('signing in at the provider', () => {
  test('SESS-7 an address of a trusted domain that it vouches for becomes a verified account', async () => {
    expect(await server.call(signInRoutes.methods, {})).toEqual({
      provider: { name: 'Example ID' },
      registration: 'open',
    });
    const user = {
      sub: newSubject(),
      email: 'new@trusted.test',
      email_verified: true,
      name: 'Nia',
    };
    const first = await signIn(user);
    expect(first.json).toMatchObject({ user: { email: user.email, verified: true, name: 'Nia' } });
    const second = await signIn(user);
    expect((second.json as { user: { id: string } }).user.id).toBe(
      (first.json as { user: { id: string } }).user.id,
    );
  });

  test('SESS-7 of other domains, it is a registration that the mailed code verifies', async () => {
    const user = { sub: newSubject(), email: 'other@elsewhere.test', email_verified: true };
    const { user: account, token } = (await signIn(user)).json as {
      user: { verified: boolean };
      token: string;
    };
    expect(account.verified).toBe(false);
    const code = await mails.findCode(user.email, /code/);
    const verified = await server.call(authRoutes.verifyByCode, { body: { code } }, { token });
    expect(verified.verified).toBe(true);
  });

  test.each([
    ['false', false],
    ['missing', undefined],
    ['the word "true"', 'true'],
  ])(
    'SESS-7 where its word for an address is %s, it is not the owner of that address',
    async (_, word) => {
      const ann = await createUser(server.services.db, { email: `ann${(made += 1)}@trusted.test` });
      const answer = await signIn({ sub: newSubject(), email: ann.email, email_verified: word });
      expect((answer.json as { user: { id: string; verified: boolean } }).user).toMatchObject({
        verified: false,
      });
      expect((answer.json as { user: { id: string } }).user.id).not.toBe(ann.id);
      expect(await identitiesOf(ann)).toEqual([]);
    },
  );

  test('SESS-7 where the address has an account, one has to sign in to it before they are connected', async () => {
    const ann = await createUser(server.services.db);
    const user = { sub: newSubject(), email: ann.email, email_verified: true };
    const refused = await signIn(user);
    expect(refused).toMatchObject({ status: 403, json: { code: 'E_IDENTITY_UNKNOWN' } });
    const { flow } = (refused.json as { details: { flow: string } }).details;
    const mallory = await createUser(server.services.db);
    const planted = await server.refuse(securityRoutes.linkFound, { body: { flow } }, mallory);
    expect(planted.code).toBe('E_TOKEN_EXPIRED');
    await server.call(securityRoutes.linkFound, { body: { flow } }, ann);
    expect((await signIn(user)).json).toMatchObject({ user: { id: ann.id } });
    await mails.find(ann.email, /was changed/);
  });

  test('SESS-7 an address that changed at the provider changes nothing here', async () => {
    const ann = await createUser(server.services.db);
    const bob = await createUser(server.services.db);
    const sub = newSubject();
    await link(ann, { sub, email: ann.email, email_verified: true });
    const answer = await signIn({ sub, email: bob.email, email_verified: true });
    expect(answer.json).toMatchObject({ user: { id: ann.id, email: ann.email } });
  });

  test('SESS-7 the second factor is asked for after the provider, too', async () => {
    const ann = await createUser(server.services.db);
    const user = { sub: newSubject(), email: ann.email, email_verified: true };
    await link(ann, user);
    const { secret } = await server.call(securityRoutes.startTotp, {}, ann);
    const body = { code: generateSync({ secret }) };
    const { codes } = await server.call(securityRoutes.confirmTotp, { body }, ann);
    const refused = await signIn(user);
    expect(refused.json).toMatchObject({ code: 'E_SECOND_FACTOR' });
    const { flow } = (refused.json as { details: { flow: string } }).details;
    const started = await server.call(signInRoutes.secondFactor, {
      body: { flow, code: codes[0]! },
    });
    expect(started.user.id).toBe(ann.id);
  });
});

describe('a sign-in planted into another browser', () => {
  test('SESS-7 an answer of the provider is worth nothing without the tab that asked', async () => {
    const mallory = await visit({
      sub: newSubject(),
      email: 'm@trusted.test',
      email_verified: true,
    });
    const victim = await server.call(signInRoutes.startProvider, {});
    const body = { flow: victim.flow, search: mallory.search };
    const refused = await server.refuse(signInRoutes.provider, { body });
    expect(refused).toMatchObject({ status: 422, code: 'E_PROVIDER_REFUSED' });
    const invented = { flow: 'x'.repeat(43), search: mallory.search };
    const unknown = await server.refuse(signInRoutes.provider, { body: invented });
    expect(unknown.code).toBe('E_TOKEN_EXPIRED');
  });

  test('SESS-7 it neither links to nor ends the session of who opens it signed in', async () => {
    const ann = await createUser(server.services.db);
    const mallory = await createUser(server.services.db);
    provider.become({ sub: newSubject(), email: mallory.email, email_verified: true });
    const begun = await server.call(securityRoutes.startLink, {}, mallory);
    const body = { flow: begun.flow, search: await visitProvider(begun.address) };
    const refused = await server.refuse(securityRoutes.finishOutside, { body }, ann);
    expect(refused.code).toBe('E_TOKEN_EXPIRED');
    const signInAnswer = await visit({
      sub: newSubject(),
      email: 'x@trusted.test',
      email_verified: true,
    });
    const other = await server.refuse(securityRoutes.finishOutside, { body: signInAnswer }, ann);
    expect(other.code).toBe('E_TOKEN_EXPIRED');
    expect(await identitiesOf(ann)).toEqual([]);
    expect((await server.call(userRoutes.read, {}, ann)).id).toBe(ann.id);
  });

  test.each(['state', 'code', 'iss'])(
    'SESS-7 an answer with another %s is refused',
    async (part) => {
      const { flow, search } = await visit({
        sub: newSubject(),
        email: 'changed@trusted.test',
        email_verified: true,
      });
      const parameters = new URLSearchParams(search);
      parameters.set(part, part === 'iss' ? 'http://evil.example' : 'changed');
      const body = { flow, search: `?${parameters}` };
      expect((await server.refuse(signInRoutes.provider, { body })).code).toBe(
        'E_PROVIDER_REFUSED',
      );
    },
  );

  test('SESS-7 an answer counts once', async () => {
    const body = await visit({
      sub: newSubject(),
      email: 'once@trusted.test',
      email_verified: true,
    });
    await server.call(signInRoutes.provider, { body });
    expect((await server.refuse(signInRoutes.provider, { body })).code).toBe('E_TOKEN_EXPIRED');
  });
});

describe('connected identities', () => {
  test('SESS-7 one belongs to one account', async () => {
    const [ann, bob] = [await createUser(server.services.db), await createUser(server.services.db)];
    const user = { sub: newSubject(), email: ann.email, email_verified: true };
    await link(ann, user);
    const { flow, address } = await server.call(securityRoutes.startLink, {}, bob);
    const body = { flow, search: await visitProvider(address) };
    const refused = await server.refuse(securityRoutes.finishOutside, { body }, bob);
    expect(refused.code).toBe('E_IDENTITY_TAKEN');
  });

  test('SESS-7 signing in there again proves who one is', async () => {
    const { db } = server.services;
    const ann = await createUser(db);
    const user = { sub: newSubject(), email: ann.email, email_verified: true };
    await link(ann, user);
    await changeRows(db, sql`update sessions set proved_at = 'epoch' where user_id = ${ann.id}`);
    expect((await server.refuse(securityRoutes.startTotp, {}, ann)).code).toBe('E_PROOF_REQUIRED');
    const { flow, address } = await server.call(securityRoutes.startProviderProof, {}, ann);
    const body = { flow, search: await visitProvider(address) };
    const { purpose } = await server.call(securityRoutes.finishOutside, { body }, ann);
    expect(purpose).toBe('prove');
    await server.call(securityRoutes.startTotp, {}, ann);
  });

  test('SESS-7 where passkeys alone open the account, signing in there proves nothing', async () => {
    const { db } = server.services;
    const ann = await createUser(db);
    await link(ann, { sub: newSubject(), email: ann.email, email_verified: true });
    await changeRows(db, sql`update users set passkeys_only = true where id = ${ann.id}`);
    const { flow, address } = await server.call(securityRoutes.startProviderProof, {}, ann);
    const body = { flow, search: await visitProvider(address) };
    const refused = await server.refuse(securityRoutes.finishOutside, { body }, ann);
    expect(refused.code).toBe('E_PROVIDER_REFUSED');
  });

  test('SESS-7 the last way in can not be disconnected', async () => {
    const user = { sub: newSubject(), email: 'only@trusted.test', email_verified: true };
    const { token } = (await signIn(user)).json as { token: string };
    const { identities, hasPassword } = await server.call(securityRoutes.show, {}, { token });
    expect(hasPassword).toBe(false);
    const { issuer, subject } = identities[0]!;
    const body = { issuer, subject };
    const refused = await server.refuse(securityRoutes.unlink, { body }, { token });
    expect(refused.code).toBe('E_LAST_WAY_IN');
    const password = { password: 'a password beside it' };
    await server.call(securityRoutes.changePassword, { body: password }, { token });
    await server.call(securityRoutes.unlink, { body }, { token });
  });
});
