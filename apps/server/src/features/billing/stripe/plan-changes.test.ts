import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { type FakeStripe, startFakeStripe } from '#testing/fake-stripe.ts';
import { invoice, lifeOf, now } from '#testing/stripe-things.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { keepReference } from './customers.ts';
import { createStripeProvider, type StripeProvider } from './stripe-provider.ts';

const DAY = 86_400;
const settings = { key: 'sk_test_fake' };
let fake: FakeStripe;
let server: TestServer;
let provider: StripeProvider;

beforeAll(async () => {
  fake = await startFakeStripe();
  server = await startTestServer({
    DEFAULT_PLAN: 'free',
    STRIPE_SECRET_KEY: settings.key,
    STRIPE_API_URL: fake.url,
  });
  provider = createStripeProvider(server.services, { ...settings, apiUrl: fake.url });
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});

/** Two seats of the team plan, paid. */
async function customer(name: string): Promise<TestUser> {
  const { db } = server.services;
  const person = await createUser(db);
  await keepReference(db, await accountOf(db, person.id, 'free'), `cus_${name}`);
  fake.books.set(`cus_${name}`, lifeOf(name)[1]!);
  await provider.syncCustomer(`cus_${name}`);
  return person;
}

test('TEAM-10 what was planned for the end of the month stays planned where more is wished and the bank declines it', async () => {
  const person = await customer('declined');
  const wish = (seats: number) => ({ body: { plan: 'team', seats } }) as const;
  const planned = await server.call(billingRoutes.change, wish(1), person);
  expect(planned.subscription?.next).toEqual({ plan: 'team', seats: 1 });
  fake.cards.isDeclining = true;
  const refused = await server.refuse(billingRoutes.change, wish(9), person);
  fake.cards.isDeclining = false;
  expect(refused.code).toBe('E_PAYMENT_DECLINED');
  const { subscription } = await server.call(billingRoutes.sync, {}, person);
  expect(subscription).toMatchObject({ seats: 2, next: { plan: 'team', seats: 1 } });
  // Paid, it takes the place of what was planned.
  expect((await server.call(billingRoutes.change, wish(9), person)).subscription?.next).toBeNull();
});

test('TEAM-10 where the bank wants a payment confirmed the page for it is shown, and what it is for is had once it is', async () => {
  const person = await customer('asked');
  expect((await server.call(billingRoutes.show, {}, person)).toConfirm).toBeNull();
  fake.cards.isAsking = true;
  const wish = { body: { plan: 'team', seats: 5 } } as const;
  const waiting = await server.call(billingRoutes.change, wish, person);
  fake.cards.isAsking = false;
  expect(waiting).toMatchObject({
    seats: 2,
    toConfirm: { url: expect.stringContaining('https://pay.example/in_waiting'), cents: 1_000 },
  });
  fake.confirm('cus_asked');
  const paid = await server.call(billingRoutes.sync, {}, person);
  expect(paid).toMatchObject({ seats: 5, toConfirm: null });
});

test('TEAM-10 what waits for a confirmation gives nothing, and a plan that was to end ends still', async () => {
  const person = await customer('unanswered');
  const [living] = fake.books.get('cus_unanswered')!.subscriptions;
  living!['cancel_at_period_end'] = true;
  const { balance } = await server.call(billingRoutes.sync, {}, person);
  fake.cards.isAsking = true;
  const wish = { body: { plan: 'team', seats: 5 } } as const;
  const waiting = await server.call(billingRoutes.change, wish, person);
  fake.cards.isAsking = false;
  expect(waiting).toMatchObject({ seats: 2, balance, subscription: { next: { plan: 'free' } } });
});

test('TEAM-10 a plan that is paid long after it ended pays back itself, not the months of the one booked meanwhile', async () => {
  const person = await customer('revived');
  const [lapsed] = fake.books.get('cus_revived')!.subscriptions;
  const [, later] = lifeOf('later');
  const booked = { ...later!.subscriptions[0]!, status: 'active', created: now - 60 * DAY };
  const at = (id: string, of: string, issued: number, paid: number) => ({
    ...invoice(id, 'paid', [{ amount: 2_400 }]),
    created: now + issued * DAY,
    status_transitions: { paid_at: now + paid * DAY },
    subscription: of,
    parent: { subscription_details: { subscription: of } },
  });
  const first = { ...lapsed!, status: 'active', created: now - 120 * DAY };
  fake.books.set('cus_revived', {
    subscriptions: [booked, first],
    invoices: [
      at('in_used', first.id, -120, -120),
      at('in_late', first.id, -90, 0),
      at('in_month_1', booked.id, -60, -60),
      at('in_month_2', booked.id, -30, -30),
    ],
    charges: [],
    disputes: [],
  });
  await provider.syncCustomer('cus_revived');
  const back = fake.asked.flatMap(({ path, form }) =>
    path === '/v1/refunds' ? [form.get('payment_intent')] : [],
  );
  expect(back).toEqual(['pi_in_late']);
  expect([booked.status, first.status]).toEqual(['active', 'canceled']);
  expect((await server.call(billingRoutes.show, {}, person)).plan).toBe('team');
});

test('TEAM-10 cancelling ends the plan one has, not an older one that was never paid', async () => {
  const person = await customer('cancelled');
  const { invoices, subscriptions } = fake.books.get('cus_cancelled')!;
  const [living] = subscriptions;
  const unpaid = { ...living!, id: 'sub_unpaid', status: 'past_due', created: now - 60 * DAY };
  const owed = {
    ...invoice('in_owed', 'open', [{ amount: 2_400 }]),
    created: now - 30 * DAY,
    parent: { subscription_details: { subscription: unpaid.id } },
  };
  fake.books.set('cus_cancelled', {
    subscriptions: [living!, unpaid],
    invoices: [...invoices, owed],
    charges: [],
    disputes: [],
  });
  await server.call(billingRoutes.change, { body: { plan: 'free', seats: 1 } }, person);
  const ended = fake.asked.flatMap(({ path, form }) =>
    form.get('cancel_at_period_end') === 'true' ? [path] : [],
  );
  expect(ended).toEqual([`/v1/subscriptions/${living!.id}`]);
});

test('TEAM-10 who booked at a price whose key was moved to a new one keeps the plan and its credits', async () => {
  const person = await customer('moved');
  const [team] = fake.prices;
  fake.prices.push({ ...team!, id: 'price_team_2027', unit_amount: 1_500 });
  team!.lookup_key = null;
  // As after a new start.
  const anew = createStripeProvider(server.services, { ...settings, apiUrl: fake.url });
  const more = invoice('in_next_month', 'paid', [{ amount: 2_400 }]);
  const books = fake.books.get('cus_moved')!;
  fake.books.set('cus_moved', { ...books, invoices: [...books.invoices, more] });
  await anew.syncCustomer('cus_moved');
  const { plan, seats, balance } = await server.call(billingRoutes.show, {}, person);
  expect({ plan, seats, balance }).toEqual({ plan: 'team', seats: 2, balance: '4000' });
});
