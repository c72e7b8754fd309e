import { afterAll, describe, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const staff = await createUser(server.services.db, { staff: true });
afterAll(() => server.stop());

function userOf(token: string) {
  return server.call(userRoutes.read, {}, { token });
}

/** The newest mail to an address, as staff read it; mails are sent by a job, so this waits. */
function mailTo(email: string, subject: RegExp) {
  return eventually(async () => {
    const page = await server.call(staffRoutes.mails, { query: {} }, { token: staff.token });
    const mail = page.items.find((kept) => kept.to === email && subject.test(kept.subject));
    if (!mail) throw new Error(`No mail to ${email}`);
    return mail;
  });
}

describe('the first mail', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', /^\d{6} ist dein Causeway-Code$/],
    ['fr-FR,fr;q=0.9,en;q=0.8,de;q=0.7', /^\d{6} is your Causeway code$/],
  ])(
    'SESS-5 to who has chosen no language it is in what the browser asks for: %s',
    async (asked, subject) => {
      const email = `new-${crypto.randomUUID()}@example.test`;
      const sent = await server.send('POST', '/api/auth/v1/register', {
        body: { email, password: 'a password to begin', name: 'Jutta' },
        headers: { 'accept-language': asked },
      });
      expect(sent.status).toBe(200);
      expect((await mailTo(email, subject)).subject).toMatch(subject);
    },
  );
});

describe('later mails', () => {
  test('SESS-5 are in the language somebody registered in, until they choose one', async () => {
    const email = `jutta-${crypto.randomUUID()}@example.test`;
    const sent = await server.send('POST', '/api/auth/v1/register', {
      body: { email, password: 'a password to begin', name: 'Jutta' },
      headers: { 'accept-language': 'de' },
    });
    const { token } = sent.json as { token: string };
    const { subject } = await mailTo(email, /Causeway-Code/);
    const code = /\d{6}/.exec(subject)?.[0] ?? '';
    const { id } = await server.call(authRoutes.verifyByCode, { body: { code } }, { token });
    await server.call(authRoutes.requestReset, { body: { email } });
    const german = await mailTo(email, /Causeway-Passwort/);
    expect(german.text).toContain('Hallo Jutta');

    await changeRows(
      server.services.db,
      sql`update users set settings = settings || '{"uiLang": "en"}' where id = ${id}`,
    );
    await server.call(authRoutes.requestReset, { body: { email } });
    const english = await mailTo(email, /new Causeway password/);
    expect(english.text).toContain('Hello Jutta');
  });
});

describe('signing in', () => {
  test('SESS-1 address and password give the user and a token that opens the session', async () => {
    const person = await createUser(server.services.db);
    const { user, token } = await server.call(authRoutes.login, {
      body: { email: person.email.toUpperCase(), password: person.password },
    });
    expect(user.id).toBe(person.id);
    expect((await userOf(token)).email).toBe(person.email);
  });

  test('an unknown address and a wrong password get the very same answer', async () => {
    const person = await createUser(server.services.db);
    const wrong = await server.refuse(authRoutes.login, {
      body: { email: person.email, password: 'not the password' },
    });
    const unknown = await server.refuse(authRoutes.login, {
      body: { email: 'nobody@example.test', password: 'not the password' },
    });
    expect(wrong).toMatchObject({ status: 401, code: 'E_INVALID_CREDENTIALS' });
    expect({ ...unknown, requestId: '', headers: null }).toEqual({
      ...wrong,
      requestId: '',
      headers: null,
    });
  });

  test('after ten wrong passwords even the right one has to wait', async () => {
    const person = await createUser(server.services.db);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const body = { email: person.email, password: `guess ${attempt}` };
      expect((await server.refuse(authRoutes.login, { body })).status).toBe(401);
    }
    const body = { email: person.email, password: person.password };
    const refused = await server.refuse(authRoutes.login, { body });
    expect(refused).toMatchObject({ status: 429, code: 'E_RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('successful logins are not counted against anybody', async () => {
    const person = await createUser(server.services.db);
    const body = { email: person.email, password: person.password };
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await server.call(authRoutes.login, { body })).user.id).toBe(person.id);
    }
  });

  test('a suspended account is refused like a wrong password, and its sessions are dead', async () => {
    const person = await createUser(server.services.db);
    await changeRows(
      server.services.db,
      sql`update users set suspended_at = now() where id = ${person.id}`,
    );
    const body = { email: person.email, password: person.password };
    expect((await server.refuse(authRoutes.login, { body })).code).toBe('E_INVALID_CREDENTIALS');
    const refused = await server.refuse(userRoutes.read, {}, { token: person.token });
    expect(refused.code).toBe('E_INVALID_API_TOKEN');
  });

  test('the database knows neither tokens nor passwords', async () => {
    const person = await createUser(server.services.db);
    const rows = await listRows<{ dump: string }>(
      server.services.db,
      sql`select row_to_json(sessions)::text || row_to_json(users)::text as dump
          from sessions join users on users.id = sessions.user_id where users.id = ${person.id}`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.dump).not.toContain(person.token);
    expect(rows[0]!.dump).not.toContain(person.password);
  });
});

describe('ending a session', () => {
  test('SESS-2 after logout the token is dead on the server', async () => {
    const person = await createUser(server.services.db);
    await server.call(authRoutes.logout, {}, { token: person.token });
    const refused = await server.refuse(userRoutes.read, {}, { token: person.token });
    expect(refused).toMatchObject({ status: 401, code: 'E_INVALID_API_TOKEN' });
  });

  test.each([
    ['30 days without use', sql`last_seen_at = now() - interval '31 days'`],
    ['90 days after login', sql`expires_at = now() - interval '1 second'`],
  ])('a session ends %s', async (_, change) => {
    const person = await createUser(server.services.db);
    await changeRows(
      server.services.db,
      sql`update sessions set ${change} where user_id = ${person.id}`,
    );
    const refused = await server.refuse(userRoutes.read, {}, { token: person.token });
    expect(refused.code).toBe('E_INVALID_API_TOKEN');
  });
});

describe('registering', () => {
  const password = 'a good long password';

  test('SESS-5 a new account is verified by the six digits that were mailed to it', async () => {
    const email = 'new.person@example.test';
    const { user, token } = await server.call(authRoutes.register, {
      body: { email, password, name: 'New Person' },
    });
    expect(user.verified).toBe(false);
    const mail = await mailTo(email, /code/);
    const code = /\b\d{6}\b/.exec(mail.text)![0];
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await server.refuse(
      authRoutes.verifyByCode,
      { body: { code: wrong } },
      { token },
    );
    expect(refused).toMatchObject({ status: 422, code: 'E_CODE_WRONG' });
    const verified = await server.call(authRoutes.verifyByCode, { body: { code } }, { token });
    expect(verified.verified).toBe(true);
  });

  test('SESS-5 the mailed link verifies too, once, where one is signed in', async () => {
    const email = 'link.person@example.test';
    const { token } = await server.call(authRoutes.register, {
      body: { email, password, name: 'Link Person' },
    });
    const mail = await mailTo(email, /code/);
    const linkToken = /token=([\w-]+)/.exec(mail.text)![1]!;
    const body = { token: linkToken };
    await server.call(authRoutes.verifyByLink, { body }, { token });
    expect((await userOf(token)).verified).toBe(true);
    const again = await server.refuse(authRoutes.verifyByLink, { body }, { token });
    expect(again).toMatchObject({ status: 410, code: 'E_TOKEN_EXPIRED' });
  });

  test('after five wrong codes the right one is worthless', async () => {
    const email = 'guesser@example.test';
    const { token } = await server.call(authRoutes.register, {
      body: { email, password, name: 'Guesser' },
    });
    const code = /\b\d{6}\b/.exec((await mailTo(email, /code/)).text)![0];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const guess = String((Number(code) + 1 + attempt) % 1_000_000).padStart(6, '0');
      await server.refuse(authRoutes.verifyByCode, { body: { code: guess } }, { token });
    }
    const refused = await server.refuse(authRoutes.verifyByCode, { body: { code } }, { token });
    expect(refused.code).toBe('E_TOKEN_EXPIRED');
  });

  test('SESS-5 registering a taken address looks the same as a free one, and its owner is told', async () => {
    const owner = await createUser(server.services.db);
    const free = await server.call(authRoutes.register, {
      body: { email: 'free@example.test', password, name: 'Somebody' },
    });
    const taken = await server.call(authRoutes.register, {
      body: { email: owner.email, password, name: 'Somebody' },
    });
    expect(Object.keys(taken.user)).toEqual(Object.keys(free.user));
    expect(taken.user).toMatchObject({ verified: false, name: 'Somebody' });
    const login = { email: owner.email, password };
    expect((await server.call(authRoutes.login, { body: login })).user.id).toBe(taken.user.id);
    await mailTo(owner.email, /already have/);
  });

  test('somebody else’s claim to an address never gets in the way of its owner', async () => {
    const owner = await createUser(server.services.db);
    await server.call(authRoutes.register, {
      body: { email: owner.email, password, name: 'Intruder' },
    });
    const { user } = await server.call(authRoutes.login, {
      body: { email: owner.email, password: owner.password },
    });
    expect(user.id).toBe(owner.id);
  });
});

describe('a forgotten password', () => {
  const password = 'another good password';

  test('SESS-5 the mailed link sets a new password once and ends all sessions', async () => {
    const person = await createUser(server.services.db);
    await server.call(authRoutes.requestReset, { body: { email: person.email } });
    const token = /token=([\w-]+)/.exec((await mailTo(person.email, /new Causeway/)).text)![1]!;
    await server.call(authRoutes.confirmReset, { body: { token, password } });
    const dead = await server.refuse(userRoutes.read, {}, { token: person.token });
    expect(dead.code).toBe('E_INVALID_API_TOKEN');
    await server.call(authRoutes.login, { body: { email: person.email, password } });
    const again = await server.refuse(authRoutes.confirmReset, { body: { token, password } });
    expect(again).toMatchObject({ status: 410, code: 'E_TOKEN_EXPIRED' });
  });

  test('SESS-5 asking for an unknown address gets the same answer', async () => {
    const person = await createUser(server.services.db);
    const known = await server.send('POST', '/api/auth/v1/reset', {
      body: { email: person.email },
    });
    const unknown = await server.send('POST', '/api/auth/v1/reset', {
      body: { email: 'unknown@example.test' },
    });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  });
});
