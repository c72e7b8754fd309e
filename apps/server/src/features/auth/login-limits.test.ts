import { afterAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { loginOfAccount } from './limits.ts';

const server = await startTestServer({ proxies: 1 });
afterAll(() => server.stop());

/** Signs in from an address, as a proxy in front would tell it. */
async function signIn(email: string, password: string, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const answer = await server.send('POST', '/auth/login', { body: { email, password }, headers });
  return answer.status;
}

async function guess(person: TestUser, address: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push(await signIn(person.email, `guess ${time}`, address));
  }
  return statuses;
}

test('SESS-1 wrong passwords from one address do not keep the right one from elsewhere out', async () => {
  const person = await createUser(server.services.db);
  const statuses = await guess(person, '203.0.113.1', 130);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(await signIn(person.email, person.password, '203.0.113.1')).toBe(429);
  expect(await signIn(person.email, person.password, '198.51.100.1')).toBe(200);
});

test('SESS-1 wrong passwords from everywhere do not keep people out where they signed in before', async () => {
  const person = await createUser(server.services.db);
  expect(await signIn(person.email, person.password, '198.51.100.2')).toBe(200);
  // A hundred wrong ones, each from another address.
  for (let host = 0; host < loginOfAccount.burst; host += 1) {
    await server.services.limiter.take(loginOfAccount, person.email);
  }
  expect(await signIn(person.email, person.password, '192.0.2.200')).toBe(429);
  expect(await signIn(person.email, person.password, '198.51.100.2')).toBe(200);
});

test('SESS-1 tries on one account use up nothing of other accounts behind the same address', async () => {
  const [guessed, neighbour] = [
    await createUser(server.services.db),
    await createUser(server.services.db),
  ];
  await guess(guessed, '203.0.113.3', 130);
  expect(await signIn(neighbour.email, neighbour.password, '203.0.113.3')).toBe(200);
});

test('SESS-1 another address of the same line is no other line', async () => {
  const person = await createUser(server.services.db);
  for (let host = 1; host <= 10; host += 1) await guess(person, `2001:db8:1:2::${host}`, 1);
  expect(await signIn(person.email, person.password, '2001:db8:1:2::99')).toBe(429);
});

test('SESS-1 an address that the caller only claims is not believed', async () => {
  const person = await createUser(server.services.db);
  for (let claimed = 0; claimed < 10; claimed += 1) {
    await guess(person, `10.0.0.${claimed}, 203.0.113.4`, 1);
  }
  expect(await signIn(person.email, person.password, '10.9.9.9, 203.0.113.4')).toBe(429);
});
