import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { reserve, settle } from '#platform/credits/holds.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { tellPayerChanges } from './payer-changes.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
const { db } = server.services;
afterAll(() => server.stop());

/** A project that somebody else than its owner pays for, with the 200 credits of the free plan. */
async function sponsored() {
  const [owner, sponsor] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: sponsor }, 'Bakery');
  const offer = { params: { projectId }, body: { userId: sponsor.id } };
  for (const person of [owner, sponsor]) await server.call(billingRoutes.show, {}, person);
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, owner);
  await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, sponsor);
  return { owner, sponsor, projectId };
}

async function spend(person: TestUser, projectId: string, credits: string) {
  const accountId = await accountOf(db, person.id, 'free');
  const cause = `test:${crypto.randomUUID()}`;
  const amount = creditsToUnits(credits);
  await db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount }));
  const used = {
    meter: 'workflow.run',
    priceId: 'workflow.run:1',
    quantity: amount / 50_000n,
    causeKind: 'answer',
    causeId: cause,
    actorKind: 'person',
    actorId: person.id,
  };
  await db.transaction((tx) => settle(tx, cause, [used]));
}

async function buy(person: TestUser) {
  const body = { purpose: 'credits', credits: 500 } as const;
  const { id: checkoutId } = await server.call(billingRoutes.checkout, { body }, person);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' as const } };
  await server.call(billingRoutes.pay, pay, person);
}

/** What each was told about who pays, after the minute's look. */
async function told(...people: TestUser[]) {
  await db.transaction(tellPayerChanges);
  const news = await Promise.all(
    people.map((person) => server.call(inboxRoutes.list, { query: {} }, person)),
  );
  return news.map(({ items }) =>
    items
      .filter(({ kind }) => kind === 'sponsor.out' || kind === 'sponsor.back')
      .map(({ kind, times }) => `${kind} ${times}`),
  );
}

test('TEAM-3 TEAM-9 who begins to pay because the sponsor has nothing left is told, and so is the sponsor, both ways and once a month', async () => {
  const { owner, sponsor, projectId } = await sponsored();
  expect(await told(owner, sponsor)).toEqual([[], []]);
  await spend(sponsor, projectId, '200');
  expect(await told(owner, sponsor)).toEqual([['sponsor.out 1'], ['sponsor.out 1']]);
  expect(await told(owner, sponsor)).toEqual([['sponsor.out 1'], ['sponsor.out 1']]);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, owner);
  expect(items.find(({ kind }) => kind === 'sponsor.out')).toMatchObject({
    params: { project: 'Bakery', by: sponsor.name, name: owner.name },
    link: `/settings/usage?projectId=${projectId}`,
  });
  await buy(sponsor);
  expect(await told(owner, sponsor)).toEqual([['sponsor.back 1'], ['sponsor.back 1']]);
  await spend(sponsor, projectId, '500');
  expect(await told(owner, sponsor)).toEqual([[], []]);
});

test('TEAM-3 TEAM-9 a cap that the sponsor reaches, and one that is raised, are told in the same way', async () => {
  const { owner, sponsor, projectId } = await sponsored();
  const cap = (credits: string | null) =>
    server.call(billingRoutes.setCap, { body: { cap: credits } }, sponsor);
  await cap('15');
  await spend(sponsor, projectId, '15');
  expect(await told(owner, sponsor)).toEqual([['sponsor.out 1'], ['sponsor.out 1']]);
  await cap('50');
  expect(await told(owner, sponsor)).toEqual([['sponsor.back 1'], ['sponsor.back 1']]);
});

test('TEAM-3 a sponsor who owns the project longest pays either way, and nobody is told', async () => {
  const [sponsor, other] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner: sponsor, viewer: other });
  await server.call(billingRoutes.show, {}, sponsor);
  const offer = { params: { projectId }, body: { userId: sponsor.id } };
  const { id: sponsorshipId, state } = await server.call(
    billingRoutes.offerSponsor,
    offer,
    sponsor,
  );
  if (state === 'offered') {
    await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, sponsor);
  }
  await spend(sponsor, projectId, '200');
  expect(await told(sponsor)).toEqual([[]]);
});
