import { afterAll, expect, test } from 'vitest';
import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { onboardingRoutes } from '@causeway/contract/onboarding.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { sampleRoutes } from '@causeway/contract/sample.ts';
import { createUser } from '#testing/factories.ts';
import { openMailbox } from '#testing/mails.ts';
import { startTestServer } from '#testing/test-server.ts';

let made = 0;

const server = await startTestServer();
const mails = await openMailbox(server);
afterAll(() => server.stop());

/** Somebody who registered, named a project and did not verify yet. */
async function register() {
  const email = `starter${(made += 1)}@example.test`;
  const password = 'a good long password';
  const { token } = await server.call(authRoutes.register, {
    body: { email, password, name: 'Starter' },
  });
  const body = { name: 'First project' };
  const project = await server.call(projectRoutes.create, { body }, { token });
  return { email, token, projectId: project.id };
}

type Person = Awaited<ReturnType<typeof register>>;

async function save(person: { token: string }, change: Record<string, unknown>) {
  const { version } = await server.call(onboardingRoutes.show, {}, person);
  return server.call(onboardingRoutes.save, { body: { version, ...change } }, person);
}

async function verify(person: Person): Promise<void> {
  const code = await mails.findCode(person.email, /code/);
  await server.call(authRoutes.verifyByCode, { body: { code } }, person);
}

test('TEAM-4 the furthest step and what was written down are kept; going back changes nothing', async () => {
  const person = await register();
  expect(await server.call(onboardingRoutes.show, {}, person)).toMatchObject({
    furthest: 'project',
    plan: 'free',
    invitations: [],
    hasSample: false,
  });
  await save(person, { reached: 'plan', skipped: 'team' });
  await save(person, { reached: 'team' });
  expect(await server.call(onboardingRoutes.show, {}, person)).toMatchObject({
    furthest: 'plan',
    skipped: ['team'],
  });
});

test('TEAM-4 a tab that did not hear of the other is told instead of writing over it', async () => {
  const person = await register();
  const { version } = await save(person, { reached: 'team' });
  await server.call(onboardingRoutes.save, { body: { version, plan: 'team' } }, person);
  const late = { version, plan: 'free' as const };
  const refused = await server.refuse(onboardingRoutes.save, { body: late }, person);
  expect(refused).toMatchObject({ status: 412, code: 'E_VERSION_CONFLICT' });
  expect((await server.call(onboardingRoutes.show, {}, person)).plan).toBe('team');
});

test('TEAM-4 who is written down gets no mail before the address is verified, and one after', async () => {
  const person = await register();
  const [ann, bob] = [`ann${made}@example.test`, `bob${made}@example.test`];
  await save(person, {
    invitations: [
      { email: ann, role: 'editor' },
      { email: person.email.toUpperCase(), role: 'editor' },
      { email: bob, role: 'viewer' },
      { email: ann.toUpperCase(), role: 'viewer' },
    ],
  });
  const code = await mails.findCode(person.email, /code/);
  expect([...(await mails.list(ann)), ...(await mails.list(bob))]).toEqual([]);
  const answers = await Promise.all(
    [1, 2].map(() =>
      server.send('POST', authRoutes.verifyByCode.path, { body: { code }, token: person.token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await mails.find(ann, /[Ii]nvitation/);
  await mails.find(bob, /[Ii]nvitation/);
  expect(await mails.list(ann)).toHaveLength(1);
  expect(await mails.list(person.email.toUpperCase())).toEqual([]);
  const { invitations, outcome } = await server.call(onboardingRoutes.show, {}, person);
  expect(invitations).toEqual([]);
  expect(outcome).toEqual({
    invited: [ann, bob],
    dropped: [
      { email: person.email.toUpperCase(), reason: 'own' },
      { email: ann.toUpperCase(), reason: 'twice' },
    ],
  });
  const params = { projectId: person.projectId };
  expect((await server.call(memberRoutes.list, { params }, person)).invitations).toHaveLength(2);
});

test('TEAM-4 those beyond the seats of the plan are named; viewers take none', async () => {
  const person = await register();
  const draft = (name: string, role = 'editor') => ({ email: `${name}${made}@example.test`, role });
  const invitations = [draft('a'), draft('b'), draft('c'), draft('d', 'viewer')];
  await save(person, { invitations });
  await verify(person);
  const { outcome } = await server.call(onboardingRoutes.show, {}, person);
  expect(outcome?.dropped).toEqual([{ email: invitations[2]!.email, reason: 'seats' }]);
  expect(outcome?.invited).toHaveLength(3);
});

test('TEAM-4 an invitation is accepted by the person it was sent to', async () => {
  const person = await register();
  const guest = await createUser(server.services.db);
  await save(person, { invitations: [{ email: guest.email, role: 'editor' }] });
  await verify(person);
  const { text } = await mails.find(guest.email, /[Ii]nvitation/);
  const token = /invitation=([\w-]+)/.exec(text)![1]!;
  const joined = await server.call(memberRoutes.accept, { body: { token } }, guest);
  expect(joined.projectId).toBe(person.projectId);
});

test('TEAM-4 a paid plan counts once the test provider was paid, and another choice ends it', async () => {
  const person = await register();
  await save(person, { plan: 'team' });
  const declined = await server.refuse(
    onboardingRoutes.pay,
    { body: { plan: 'team', outcome: 'decline' } },
    person,
  );
  expect(declined).toMatchObject({ status: 402, code: 'E_PAYMENT_DECLINED' });
  const pay = { body: { plan: 'team' as const, outcome: 'pay' as const } };
  const { payment } = await server.call(onboardingRoutes.pay, pay, person);
  expect(payment).toMatchObject({ provider: 'test', plan: 'team' });
  const again = await server.call(onboardingRoutes.pay, pay, person);
  expect(again.payment?.reference).toBe(payment?.reference);
  expect((await save(person, { plan: 'business' })).payment).toBeNull();
});

test('TEAM-4 without sample data there is none to connect to', async () => {
  const person = await register();
  const params = { projectId: person.projectId };
  expect((await server.refuse(sampleRoutes.connect, { params }, person)).status).toBe(404);
});
