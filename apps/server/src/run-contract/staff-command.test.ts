import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer({ REGISTRATION: [] });
afterAll(() => server.stop());

const program = fileURLToPath(new URL('../staff-command.ts', import.meta.url));

type Said = { code: number; said: string; complained: string };

/** As an operator of a production installation types it. */
function command(...words: string[]): Promise<Said> {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: server.databaseUrl,
    SECRET_KEY: 'kZ8wq1v7Yt3pLmN4rB6cX9dF2gH5jKsA',
    PUBLIC_URL: 'https://causeway.example.com',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: '/', env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}

test('TEAM-11 an installation without sample, mail and open registration gets its first staff by a command', async () => {
  const made = await command('add', 'ada@example.com');
  expect(made).toMatchObject({ code: 0, complained: '' });
  const link = /https:\/\/causeway\.example\.com\/guest\/reset\?token=(\S+)/.exec(made.said);
  const password = 'the first password of all';
  await server.call(authRoutes.confirmReset, { body: { token: link?.[1] ?? '', password } });
  const body = { email: 'ada@example.com', password };
  const { token, user } = await server.call(authRoutes.login, { body });
  expect(user).toMatchObject({ verified: true, staff: true });
  const { items } = await server.call(staffRoutes.acts, { query: {} }, { token });
  expect(items).toMatchObject([{ action: 'staff.appointed', target: user.id, actor: null }]);
});

test('TEAM-11 whoever has an account keeps its password, and is out at once when dismissed', async () => {
  const person = await createUser(server.services.db);
  const made = await command('add', person.email.toUpperCase());
  expect(made.said).not.toContain('reset');
  await server.call(staffRoutes.flags, {}, person);
  expect((await command('list')).said).toContain(person.email);
  expect(await command('remove', person.email)).toMatchObject({ code: 0 });
  expect((await server.refuse(staffRoutes.flags, {}, person)).code).toBe('E_INVALID_API_TOKEN');
  expect(await command('remove', person.email)).toMatchObject({ code: 1 });
  const body = { email: person.email, password: person.password };
  expect((await server.call(authRoutes.login, { body })).user.staff).toBe(false);
});

test('TEAM-11 what is no address is refused, and makes no account', async () => {
  for (const words of [[], ['add'], ['add', 'ada'], ['promote', 'ada@example.com']]) {
    expect(await command(...words)).toMatchObject({ code: 1, said: '' });
  }
  const rows = await listRows(server.services.db, sql`select 1 from users where email = 'ada'`);
  expect(rows).toEqual([]);
});
