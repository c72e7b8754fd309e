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
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

/** A code of the app, now or some steps of thirty seconds away. */
function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

function wrongCode(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => {
    return !near.has(code);
  })!;
}

/** Somebody who turned the second factor on. */
async function withTotp() {
  const person = await createUser(server.services.db);
  const { secret } = await server.call(securityRoutes.startTotp, {}, person);
  const body = { code: codeOf(secret) };
  const { codes } = await server.call(securityRoutes.confirmTotp, { body }, person);
  return { ...person, secret, recovery: codes, confirmedWith: body.code };
}

/** Half a minute later, as far as codes are concerned. */
async function letCodesPass(person: TestUser): Promise<void> {
  await changeRows(
    server.services.db,
    sql`update totp_secrets set last_step = 0 where user_id = ${person.id}`,
  );
}

async function beginSignIn({ email, password }: TestUser): Promise<string> {
  const refused = await server.refuse(authRoutes.login, { body: { email, password } });
  expect(refused).toMatchObject({ status: 403, code: 'E_SECOND_FACTOR' });
  return refused.details?.flow as string;
}

function finishSignIn(flow: string, code: string) {
  return server.send('POST', signInRoutes.secondFactor.path, { body: { flow, code } });
}

async function countSessions({ id }: TestUser): Promise<number> {
  const rows = await listRows(
    server.services.db,
    sql`select id from sessions where user_id = ${id}`,
  );
  return rows.length;
}

describe('an authenticator app', () => {
  test('SESS-7 once it is confirmed, signing in asks for its code', async () => {
    const person = await createUser(server.services.db);
    const { secret, address } = await server.call(securityRoutes.startTotp, {}, person);
    expect(address).toContain('otpauth://totp/Causeway');
    const { email, password } = person;
    await server.call(authRoutes.login, { body: { email, password } });
    const code = codeOf(secret);
    await server.call(securityRoutes.confirmTotp, { body: { code } }, person);
    const flow = await beginSignIn(person);
    await letCodesPass(person);
    const finished = await finishSignIn(flow, codeOf(secret, 1));
    expect(finished.json).toMatchObject({ user: { id: person.id } });
    await mails.find(email, /was changed/);
  });

  test('SESS-7 a code is used once: the one that confirmed it opens nothing', async () => {
    const person = await withTotp();
    const refused = await finishSignIn(await beginSignIn(person), person.confirmedWith);
    expect(refused.json).toMatchObject({ code: 'E_CODE_WRONG' });
  });

  test('SESS-7 one code sent in twenty sign-ins at once opens one session', async () => {
    const person = await withTotp();
    await letCodesPass(person);
    const flows = await Promise.all(Array.from({ length: 20 }, () => openFlowOf(person)));
    const before = await countSessions(person);
    const code = codeOf(person.secret);
    const answers = await Promise.all(flows.map((flow) => finishSignIn(flow, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countSessions(person)).toBe(before + 1);
  });

  test('SESS-7 twenty wrong codes over several sign-ins shut the right one out, not the open session', async () => {
    const person = await withTotp();
    const wrong = wrongCode(person.secret);
    for (let flows = 0; flows < 4; flows += 1) {
      const flow = await beginSignIn(person);
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await finishSignIn(flow, wrong)).json).toMatchObject({ code: 'E_CODE_WRONG' });
      }
      const over = await finishSignIn(flow, codeOf(person.secret, 1));
      expect(over.json).toMatchObject({ code: 'E_TOKEN_EXPIRED' });
    }
    const refused = await finishSignIn(await beginSignIn(person), codeOf(person.secret, 1));
    expect(refused).toMatchObject({ status: 429 });
    expect((await server.call(userRoutes.read, {}, person)).id).toBe(person.id);
    await mails.find(person.email, /Wrong codes/);
  });

  test('what has no form of a code is one wrong try', async () => {
    const flow = await beginSignIn(await withTotp());
    for (const code of ['not-a-code', '12345６', '１２３４５６']) {
      expect((await finishSignIn(flow, code)).json).toMatchObject({ code: 'E_CODE_WRONG' });
    }
  });

  test('SESS-7 a secret that was never confirmed is not asked for, and ends after ten minutes', async () => {
    const person = await createUser(server.services.db);
    const { secret } = await server.call(securityRoutes.startTotp, {}, person);
    await changeRows(
      server.services.db,
      sql`update totp_secrets set created_at = now() - interval '11 minutes'
          where user_id = ${person.id}`,
    );
    const body = { code: codeOf(secret) };
    expect((await server.refuse(securityRoutes.confirmTotp, { body }, person)).code).toBe(
      'E_CODE_WRONG',
    );
    const { email, password } = person;
    await server.call(authRoutes.login, { body: { email, password } });
  });

  test('SESS-7 turned off, the password alone opens the account again', async () => {
    const person = await withTotp();
    await server.call(securityRoutes.removeTotp, {}, person);
    const { email, password } = person;
    await server.call(authRoutes.login, { body: { email, password } });
    expect(await server.call(securityRoutes.show, {}, person)).toMatchObject({
      totpSince: null,
      recoveryCodesLeft: 0,
    });
  });

  test('the database knows neither the secret nor the recovery codes', async () => {
    const person = await withTotp();
    const [kept] = await listRows<{ dump: string }>(
      server.services.db,
      sql`select json_agg(row_to_json(totp_secrets))::text
            || (select json_agg(row_to_json(recovery_codes))::text from recovery_codes) as dump
          from totp_secrets`,
    );
    expect(kept!.dump).not.toContain(person.secret);
    expect(kept!.dump).not.toContain(person.recovery[0]);
  });
});

/** Twenty sign-ins at once would be slowed down by the cost of passwords. */
async function openFlowOf(person: TestUser): Promise<string> {
  const { openFlow } = await import('./flows.ts');
  return openFlow(server.services, {
    kind: 'second-factor',
    userId: person.id,
    state: { proofs: ['password'] },
  });
}

describe('recovery codes', () => {
  test('SESS-7 each lets in once, and its owner is told', async () => {
    const person = await withTotp();
    expect(person.recovery).toHaveLength(10);
    const code = person.recovery[3]!;
    const typed = code.toUpperCase().replace('-', ' ');
    expect(await finishSignIn(await beginSignIn(person), typed)).toMatchObject({ status: 200 });
    const again = await finishSignIn(await beginSignIn(person), code);
    expect(again.json).toMatchObject({ code: 'E_CODE_WRONG' });
    await mails.find(person.email, /recovery code/);
    expect(await server.call(securityRoutes.show, {}, person)).toMatchObject({
      recoveryCodesLeft: 9,
    });
  });

  test('SESS-7 one sent in ten sign-ins at once opens one session', async () => {
    const person = await withTotp();
    const flows = await Promise.all(Array.from({ length: 10 }, () => openFlowOf(person)));
    const code = person.recovery[0]!;
    const answers = await Promise.all(flows.map((flow) => finishSignIn(flow, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('SESS-7 new ones end the old ones', async () => {
    const person = await withTotp();
    const { codes } = await server.call(securityRoutes.renewRecoveryCodes, {}, person);
    const old = await finishSignIn(await beginSignIn(person), person.recovery[0]!);
    expect(old.json).toMatchObject({ code: 'E_CODE_WRONG' });
    expect(await finishSignIn(await beginSignIn(person), codes[0]!)).toMatchObject({ status: 200 });
  });
});

describe('beside the second factor', () => {
  test('SESS-5 a password reset ends all sessions and sign-ins, and the code is still asked for', async () => {
    const person = await withTotp();
    const begun = await beginSignIn(person);
    await server.call(authRoutes.requestReset, { body: { email: person.email } });
    const token = await mails.findToken(person.email, /new Causeway password/);
    const password = 'a password nobody knew before';
    await server.call(authRoutes.confirmReset, { body: { token, password } });
    expect((await server.refuse(userRoutes.read, {}, person)).code).toBe('E_INVALID_API_TOKEN');
    const over = await finishSignIn(begun, person.recovery[0]!);
    expect(over.json).toMatchObject({ code: 'E_TOKEN_EXPIRED' });
    await beginSignIn({ ...person, password });
  });

  test('SESS-7 a sign-in that is half done opens nothing and adds no factor', async () => {
    const flow = await beginSignIn(await withTotp());
    expect((await server.refuse(userRoutes.read, {}, { token: flow })).status).toBe(401);
    expect((await server.refuse(securityRoutes.startTotp, {}, { token: flow })).status).toBe(401);
  });
});
