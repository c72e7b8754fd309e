import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { createTestProvider } from './provider.ts';
import { renewDue } from './test-provider.ts';
import { endPlansOfGone } from './upkeep.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
afterAll(() => server.stop());

const erase = ({ id }: TestUser) =>
  changeRows(server.services.db, sql`delete from users where id = ${id}`);

/** A plan whose month is over. */
async function book(): Promise<{ person: TestUser; accountId: string }> {
  const { db } = server.services;
  const person = await createUser(db);
  const wish = { body: { purpose: 'plan', plan: 'team', seats: 2 } } as const;
  const { id: checkoutId } = await server.call(billingRoutes.checkout, wish, person);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' } } as const;
  await server.call(billingRoutes.pay, pay, person);
  const accountId = await accountOf(db, person.id, 'free');
  await changeRows(
    db,
    sql`update test_customers set books = jsonb_set(books, '{subscriptions,0,periodEnd}',
          to_jsonb(now() - interval '1 minute'))
        where account_id = ${accountId}`,
  );
  await changeRows(
    db,
    sql`update billing_subscriptions set period_end = now() - interval '1 minute'
        where account_id = ${accountId}`,
  );
  return { person, accountId };
}

const countInvoices = async (accountId: string) => {
  const { db } = server.services;
  return (await listRows(db, sql`select from billing_invoices where account_id = ${accountId}`))
    .length;
};

test('TEAM-5 a plan ends with the account of who paid for it, and no further month is charged', async () => {
  const { services } = server;
  const [gone, other] = [await book(), await book()];
  await erase(gone.person);
  await endPlansOfGone(services, createTestProvider(services));
  await renewDue(services, 'test');
  expect(await countInvoices(gone.accountId)).toBe(1);
  expect(await countInvoices(other.accountId)).toBe(2);
  expect((await server.call(billingRoutes.show, {}, other.person)).plan).toBe('team');
});

test('TEAM-10 a plan that was paid with the test provider is not renewed where a real one is in use', async () => {
  const { person, accountId } = await book();
  await renewDue(server.services, 'stripe');
  expect(await countInvoices(accountId)).toBe(1);
  const { plan, subscription } = await server.call(billingRoutes.show, {}, person);
  expect({ plan, subscription }).toEqual({ plan: 'free', subscription: null });
});

test('TEAM-3 an offer to pay for a project ends with leaving it', async () => {
  const { db } = server.services;
  const [owner, sponsor] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: sponsor });
  const offer = { params: { projectId }, body: { userId: sponsor.id } };
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, sponsor);
  await server.call(memberRoutes.leave, { params: { projectId } }, sponsor);
  const accept = { params: { sponsorshipId } };
  const refused = await server.refuse(billingRoutes.acceptSponsor, accept, owner);
  expect(refused.code).toBe('E_SPONSOR');
});

test('TEAM-3 beside an offer there is no other, and nobody is told of one that was not made', async () => {
  const { db } = server.services;
  const [owner, first, second] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: first, editor: second });
  const ask = ({ id }: TestUser) => ({ params: { projectId }, body: { userId: id } });
  const { id } = await server.call(billingRoutes.offerSponsor, ask(first), owner);
  const again = await server.call(billingRoutes.offerSponsor, ask(first), owner);
  expect(again.id).toBe(id);
  const refusals = [
    await server.refuse(billingRoutes.offerSponsor, ask(second), owner),
    await server.refuse(billingRoutes.offerSponsor, ask(first), first),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(['E_SPONSOR_THERE', 'E_SPONSOR_THERE']);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, second);
  expect(items).toEqual([]);
});

test('TEAM-3 a sponsor whose account was erased does not keep others from paying', async () => {
  const { db } = server.services;
  const [owner, first, second] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: first, editor: second });
  const offerOf = (sponsor: TestUser) => {
    const offer = { params: { projectId }, body: { userId: sponsor.id } };
    return server.call(billingRoutes.offerSponsor, offer, sponsor);
  };
  const { id: sponsorshipId } = await offerOf(first);
  await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, owner);
  await erase(first);
  expect((await offerOf(second)).sponsor.id).toBe(second.id);
});

test('TEAM-3 a sponsor who left the project pays on, and no longer learns who works there', async () => {
  const { db, credits } = server.services;
  const [owner, sponsor] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: sponsor });
  const offer = { params: { projectId }, body: { userId: sponsor.id } };
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, owner);
  await server.call(billingRoutes.show, {}, sponsor);
  await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, sponsor);
  await db.transaction((tx) =>
    credits.charge(tx, [
      {
        projectId,
        meter: 'compute.ms',
        quantity: 60_000n,
        causeKind: 'import',
        causeId: projectId,
        actorKind: 'person',
        actorId: owner.id,
      },
    ]),
  );
  const people = async (as: TestUser) => {
    const { groups } = await server.call(usageRoutes.mine, { query: {} }, as);
    return groups.person;
  };
  expect(await people(sponsor)).toMatchObject([{ id: owner.id, name: owner.name, cost: '0.5' }]);
  await server.call(memberRoutes.leave, { params: { projectId } }, sponsor);
  expect(await people(sponsor)).toMatchObject([{ id: owner.id, name: null, cost: '0.5' }]);
});

test('TEAM-3 a sponsor who is sent away pays no more, and both sides are told', async () => {
  const { db } = server.services;
  const [owner, sponsor] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, viewer: sponsor }, 'Bakery');
  const params = { projectId };
  const offer = { params, body: { userId: sponsor.id } };
  await server.call(billingRoutes.show, {}, sponsor);
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, offer, owner);
  await server.call(billingRoutes.acceptSponsor, { params: { sponsorshipId } }, sponsor);
  const payer = async () => (await server.call(billingRoutes.standing, { params }, owner)).payer;
  expect(await payer()).toMatchObject({ isYou: false, name: sponsor.name });
  const remove = { params: { projectId, userId: sponsor.id } };
  await server.call(memberRoutes.remove, remove, owner);
  expect(await payer()).toMatchObject({ isYou: true, isSponsor: false });
  expect(await server.call(billingRoutes.sponsorships, {}, sponsor)).toEqual([]);
  for (const person of [owner, sponsor]) {
    const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
    expect(items[0]).toMatchObject({
      kind: 'sponsor.changed',
      params: { project: 'Bakery', by: owner.name },
    });
  }
});

test('TEAM-3 an open browser is not enough to pay for a project: who offers, accepts or takes it over proves who they are', async () => {
  const { db } = server.services;
  const [owner, member] = [await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, editor: member });
  const params = { projectId };
  const forget = () => changeRows(db, sql`update sessions set proved_at = 'epoch'`);
  const prove = () => changeRows(db, sql`update sessions set proved_at = now()`);
  const asked = { params, body: { userId: member.id } };
  await forget();
  const offered = await server.refuse(billingRoutes.offerSponsor, asked, owner);
  await prove();
  const { id: sponsorshipId } = await server.call(billingRoutes.offerSponsor, asked, owner);
  await server.call(projectRoutes.offer, asked, owner);
  await forget();
  const accept = { params: { sponsorshipId } };
  const accepted = await server.refuse(billingRoutes.acceptSponsor, accept, member);
  const taken = await server.refuse(projectRoutes.acceptOffer, { params }, member);
  expect([offered, accepted, taken].map(({ code }) => code)).toEqual([
    'E_PROOF_REQUIRED',
    'E_PROOF_REQUIRED',
    'E_PROOF_REQUIRED',
  ]);
  // To pay for nothing takes none.
  await server.call(billingRoutes.endSponsor, accept, member);
});
