import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { putFlag } from '#platform/flags/flags.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startOidcProvider, visitProvider } from '#testing/oidc-provider.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { startTestServer } from '#testing/test-server.ts';

const home = 'http://causeway.example.test';
const provider = await startOidcProvider({ redirectUris: [`${home}/guest/oidc`] });
const server = await startTestServer({
  publicUrl: home,
  REGISTRATION: ['example.org', 'example.net'],
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: 'causeway',
  OIDC_CLIENT_SECRET: 'a secret of the provider',
  OIDC_TRUSTED_DOMAINS: 'example.org',
});
const { db } = server.services;
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const opening = (email: string) => ({
  body: { email, password: 'a password to begin', name: 'New' },
});
const refusalOf = async (email: string) =>
  (await server.refuse(authRoutes.register, opening(email))).code;

async function invite(email: string): Promise<{ id: string }> {
  const owner = await createUser(db);
  const project = await createProject(db, { owner });
  const asked = { params: { projectId: project.id }, body: { email, role: 'viewer' as const } };
  await server.call(memberRoutes.invite, asked, owner);
  return owner;
}

describe('where an operator says who may open an account', () => {
  test('SESS-5 an address of a domain that is named may, however it is written, and no other', async () => {
    await server.call(authRoutes.register, opening('ada@example.org'));
    await server.call(authRoutes.register, opening('Bob@Example.NET'));
    for (const email of [
      'eve@example.com',
      'eve@mail.example.org',
      'eve@notexample.org',
      'eve@example.org.evil.test',
    ]) {
      expect(await refusalOf(email)).toBe('E_REGISTRATION_INVITED');
    }
  });

  test('SESS-5 an address that was invited may, as long as the invitation stands', async () => {
    await invite('Guest@example.com');
    await server.call(authRoutes.register, opening('guest@example.com'));
    await invite('late@example.com');
    await changeRows(
      db,
      sql`update invitations set expires_at = now() where email = 'late@example.com'`,
    );
    expect(await refusalOf('late@example.com')).toBe('E_REGISTRATION_INVITED');
    const inviter = await invite('friend@example.com');
    await changeRows(db, sql`update users set suspended_at = now() where id = ${inviter.id}`);
    expect(await refusalOf('friend@example.com')).toBe('E_REGISTRATION_INVITED');
  });

  test('SESS-7 the same holds for who comes by way of the provider', async () => {
    const comeAs = async (email: string) => {
      provider.become({ sub: email, email, email_verified: true });
      const { flow, address } = await server.call(signInRoutes.startProvider, {});
      const body = { flow, search: await visitProvider(address) };
      return server.send('POST', signInRoutes.provider.path, { body });
    };
    expect((await comeAs('nia@example.org')).json).toMatchObject({ user: { verified: true } });
    const refused = await comeAs('eve@example.edu');
    expect(refused.json).toMatchObject({ code: 'E_REGISTRATION_INVITED' });
  });

  test('SESS-7 nobody hands an account on to whom nobody asked in by changing its address', async () => {
    const change = async (before: string, email: string) => {
      const person = await createUser(db, { email: before });
      const path = securityRoutes.changeEmail.path;
      const answer = await server.send('POST', path, { token: person.token, body: { email } });
      return codeOf(answer);
    };
    await invite('asked@example.com');
    const refused = '403 E_REGISTRATION_INVITED';
    expect(await change('one@example.org', 'one@example.com')).toBe(refused);
    expect(await change('Two@Example.ORG', 'two@mail.example.org')).toBe(refused);
    expect(await change('three@example.org', 'three@example.net')).toBe('200');
    expect(await change('four@example.org', 'asked@example.com')).toBe('200');
    expect(await change('guest.one@example.com', 'guest.two@example.com')).toBe('200');
  });

  test('SESS-5 with none named, only who was invited may, and the form says so before it is filled in', async () => {
    const invited = await startTestServer({ REGISTRATION: [] });
    try {
      const refused = await invited.refuse(authRoutes.register, opening('ada@example.org'));
      expect(refused.code).toBe('E_REGISTRATION_INVITED');
      expect(await invited.call(signInRoutes.methods, {})).toMatchObject({
        registration: 'invited',
      });
    } finally {
      await invited.stop();
    }
  });

  test('TEAM-11 a flag of staff closes it for everybody, those who were invited too', async () => {
    const staff = await createUser(db, { staff: true });
    await invite('soon@example.com');
    await db.transaction((tx) => putFlag(tx, { name: 'registration', state: 'off', by: staff.id }));
    expect(await refusalOf('soon@example.com')).toBe('E_REGISTRATION_CLOSED');
    expect(await server.call(signInRoutes.methods, {})).toMatchObject({ registration: 'closed' });
  });
});
