import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { stripeRoutes } from '@causeway/contract/billing/stripe.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { type FakeStripe, startFakeStripe } from '#testing/fake-stripe.ts';
import { charge, invoice, lifeOf, now } from '#testing/stripe-things.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { applySnapshot } from '../apply.ts';
import { desired, type Snapshot } from '../snapshot.ts';
import { endPlansOfGone } from '../upkeep.ts';
import { drawTicket, keepReference, takeTicket } from './customers.ts';
import { listCustomers } from './pages.ts';
import { readPrices } from './prices.ts';
import { readSnapshot } from './read-snapshot.ts';
import { createStripeProvider, type StripeProvider } from './stripe-provider.ts';

const secret = 'whsec_the_new_one';
let fake: FakeStripe;
let server: TestServer;
let provider: StripeProvider;

beforeAll(async () => {
  fake = await startFakeStripe();
  server = await startTestServer({
    DEFAULT_PLAN: 'free',
    STRIPE_SECRET_KEY: 'sk_test_fake',
    STRIPE_WEBHOOK_SECRET: `whsec_the_old_one,${secret}`,
    STRIPE_API_URL: fake.url,
  });
  const settings = { key: 'sk_test_fake', apiUrl: fake.url };
  provider = createStripeProvider(server.services, settings);
});
afterAll(async () => {
  await server.stop();
  await fake.stop();
});

async function customer(name: string): Promise<{ person: TestUser; accountId: string }> {
  const person = await createUser(server.services.db);
  const accountId = await accountOf(server.services.db, person.id, 'free');
  await keepReference(server.services.db, accountId, `cus_${name}`);
  return { person, accountId };
}

function ordersOf(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item) =>
    ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

test('TEAM-10 all 120 orders of a life of five events, each event twice, end in one state', async () => {
  const { db } = server.services;
  const prices = await readPrices(provider.stripe);
  const ends = new Set<string>();
  const orders = ordersOf([0, 1, 2, 3, 4]);
  async function live(order: number[]): Promise<void> {
    const name = `life${order.join('')}`;
    const { accountId } = await customer(name);
    const seen: Snapshot[] = [];
    for (const books of lifeOf(name)) {
      fake.books.set(`cus_${name}`, books);
      seen.push(await readSnapshot(provider.stripe, prices, `cus_${name}`));
    }
    let stage = 0;
    for (const event of [...order, ...order.toReversed()]) {
      // What Stripe knows when it is asked is at least what the event told of.
      stage = Math.max(stage, event);
      const applying = { accountId, provider: 'stripe', defaultPlan: 'free' } as const;
      await db.transaction((tx) => applySnapshot(tx, applying, seen[stage]!));
    }
    expect(await findDisagreements(db, [accountId])).toEqual([]);
    const state = await readRow<Record<string, unknown>>(
      db,
      sql`select plan, balance_u as balance,
            (select count(*)::int from credit_grants where account_id = account.id
              and source like 'invoice:%') as grants,
            (select string_agg(state, ' ' order by number) from billing_invoices
              where account_id = account.id) as invoices
          from billing_accounts account where id = ${accountId}`,
    );
    ends.add(JSON.stringify(state));
  }
  const queue = [...orders];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await live(next);
    }),
  );
  expect(orders).toHaveLength(120);
  // 2,000 for two seats, half of it refunded; the difference of 1,000 cents gave 833; free gives 200.
  expect([...ends]).toEqual([
    JSON.stringify({ plan: 'free', balance: '2033000000', grants: 2, invoices: 'paid paid' }),
  ]);
});

test('TEAM-10 what was begun and never paid gives nothing, and paid later it gives once', async () => {
  const name = 'slow';
  const { person } = await customer(name);
  const [begun, paid] = lifeOf(name);
  fake.books.set('cus_slow', begun!);
  await provider.syncCustomer('cus_slow');
  const show = () => server.call(billingRoutes.show, {}, person);
  expect(await show()).toMatchObject({ plan: 'free', balance: '200', provider: 'stripe' });
  fake.books.set('cus_slow', paid!);
  await provider.syncCustomer('cus_slow');
  await provider.syncCustomer('cus_slow');
  expect(await show()).toMatchObject({ plan: 'team', seats: 2, balance: '2200' });
});

test('TEAM-10 a slow look that a newer one overtook is not taken', async () => {
  const { db } = server.services;
  const name = 'overtaken';
  await customer(name);
  fake.books.set('cus_overtaken', lifeOf(name)[1]!);
  const slow = await drawTicket(db, 'cus_overtaken');
  expect(await provider.syncCustomer('cus_overtaken')).toBe(true);
  const isTaken = await db.transaction((tx) => takeTicket(tx, 'cus_overtaken', slow!.ticket));
  expect(isTaken).toBe(false);
});

test('TEAM-10 500 credits are taken back by refund and dispute, and come again when it is won', async () => {
  const name = 'topup';
  const { person } = await customer(name);
  const id = 'in_topup';
  const bought = invoice(id, 'paid', [{ amount: 500, price: 'price_credit', quantity: 500 }]);
  const sync = async (refunded: number, dispute?: { amount: number; status: string }) => {
    fake.books.set('cus_topup', {
      subscriptions: [],
      invoices: [bought],
      charges: [{ ...charge(id, refunded), disputed: dispute !== undefined }],
      disputes: dispute ? [{ id: 'dp_1', object: 'dispute', charge: `ch_${id}`, ...dispute }] : [],
    });
    await provider.syncCustomer('cus_topup');
    return (await server.call(billingRoutes.show, {}, person)).balance;
  };
  expect(await sync(0)).toBe('700');
  expect(await sync(200)).toBe('500');
  expect(await sync(200, { amount: 300, status: 'needs_response' })).toBe('200');
  expect(await sync(200, { amount: 300, status: 'warning_needs_response' })).toBe('500');
  expect(await sync(200, { amount: 300, status: 'won' })).toBe('500');
  expect(await sync(500, { amount: 300, status: 'won' })).toBe('200');
});

test('TEAM-10 bought twice, the later plan is paid back and ends, also where paying back fails at first', async () => {
  const { person } = await customer('twice');
  const [, first] = lifeOf('first');
  const [, second] = lifeOf('second');
  const later = { ...second!.subscriptions[0]!, created: now + 60, status: 'active' };
  fake.books.set('cus_twice', {
    ...first!,
    subscriptions: [...first!.subscriptions, later],
    invoices: [...first!.invoices, { ...second!.invoices[0]!, subscription: later.id }],
  });
  fake.refunds.isRefusing = true;
  await expect(provider.syncCustomer('cus_twice')).rejects.toThrow('No such thing');
  fake.refunds.isRefusing = false;
  await provider.syncCustomer('cus_twice');
  const refunded = fake.asked.filter(({ path, form }) => {
    return path === '/v1/refunds' && form.get('payment_intent') === 'pi_in_1_second';
  });
  expect(refunded).toHaveLength(2);
  expect(later.status).toBe('canceled');
  expect(first!.subscriptions[0]!['status']).toBe('active');
  expect((await server.call(billingRoutes.show, {}, person)).plan).toBe('team');
});

test('TEAM-5 who is gone pays for no further month', async () => {
  const { person, accountId } = await customer('gone');
  const { db } = server.services;
  const [, paid] = lifeOf('gone');
  fake.books.set('cus_gone', paid!);
  await provider.syncCustomer('cus_gone');
  await changeRows(db, sql`delete from users where id = ${person.id}`);
  await endPlansOfGone(server.services, provider);
  expect(paid!.subscriptions[0]!['status']).toBe('canceled');
  const kept = await listRows(
    db,
    sql`select from billing_subscriptions where account_id = ${accountId}`,
  );
  expect(kept).toEqual([]);
});

test('TEAM-10 a plan that is not paid ends after two weeks, also when its next month begins', async () => {
  const [, paid] = lifeOf('late');
  const due = { ...paid!.subscriptions[0]!, status: 'past_due' };
  const parent = { subscription_details: { subscription: due.id } };
  const unpaid = { ...invoice('in_late', 'open', [{ amount: 2_400 }]), parent };
  const prices = await readPrices(provider.stripe);
  const planWith = async (issued: number) => {
    const invoices = [{ ...unpaid, created: issued }];
    fake.books.set('cus_late', { ...paid!, subscriptions: [due], invoices });
    return desired(await readSnapshot(provider.stripe, prices, 'cus_late'), new Date()).plan;
  };
  expect(await planWith(now - 13 * 86_400)).toBe('team');
  expect(await planWith(now - 15 * 86_400)).toBeNull();
});

type Sent = { at?: number; secret?: string; body?: string; livemode?: boolean; id?: string };

/** Not of the beginning of the file: on a busy machine that is minutes ago. */
const thisSecond = () => Math.floor(Date.now() / 1000);

function send({
  at = thisSecond(),
  secret: signedWith = secret,
  body,
  livemode = false,
  id,
}: Sent = {}) {
  const event = {
    id: id ?? `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'invoice.paid',
    created: now,
    livemode,
    data: { object: { id: 'in_x', object: 'invoice', customer: 'cus_unknown' } },
  };
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: signedWith,
    timestamp: at,
  });
  return fetch(`${server.url}${stripeRoutes.receive.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: body ?? payload,
  });
}

test('TEAM-10 events are taken by the signature of their bytes, once each, and nothing else is', async () => {
  const id = `evt_${crypto.randomUUID()}`;
  const refusals = await Promise.all([
    send({ at: thisSecond() - 360 }),
    send({ at: thisSecond() + 360 }),
    send({ secret: 'whsec_of_somebody' }),
    send({ body: '{"id":"evt_other"}' }),
    send({ livemode: true }),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  const taken = await Promise.all([
    send({ id }),
    send({ id }),
    send({ secret: 'whsec_the_old_one' }),
  ]);
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200]);
  const kept = await listRows<{ id: string }>(
    server.services.db,
    sql`select id from provider_events`,
  );
  expect(kept).toHaveLength(2);
  expect(kept.filter((event) => event.id === id)).toHaveLength(1);
});

test('TEAM-10 a page to pay is made once, for one customer, with keys that make repeats harmless', async () => {
  const person = await createUser(server.services.db);
  const wish = { body: { purpose: 'credits', credits: 500 } } as const;
  const opened = await server.call(billingRoutes.checkout, wish, person);
  expect(opened.url).toBe('https://pay.example/1');
  expect((await server.call(billingRoutes.checkout, wish, person)).id).toBe(opened.id);
  const made = fake.asked.filter(({ path, form }) => {
    return path === '/v1/checkout/sessions' && form.get('client_reference_id') === opened.id;
  });
  expect(made).toHaveLength(1);
  expect(made[0]?.key).toBe(`checkout:${opened.id}`);
  expect(made[0]?.form.get('line_items[0][quantity]')).toBe('500');
  const params = { checkoutId: opened.id };
  const played = await server.refuse(
    billingRoutes.pay,
    { params, body: { outcome: 'pay' } },
    person,
  );
  expect(played.status).toBe(404);
});

test('TEAM-10 a page for something else closes the one before at Stripe; one that was paid meanwhile counts', async () => {
  const { db } = server.services;
  const { person } = await customer('two_pages');
  const open = (credits: 500 | 2_000) =>
    server.call(billingRoutes.checkout, { body: { purpose: 'credits', credits } }, person);
  const newest = () => [...fake.sessions.keys()].at(-1)!;
  const first = await open(500);
  const firstSession = newest();
  await open(2_000);
  expect(fake.sessions.get(firstSession)).toBe('expired');
  const second = newest();

  // Paid in another tab, before anybody told us.
  fake.sessions.set(second, 'complete');
  fake.books.set('cus_two_pages', {
    subscriptions: [],
    invoices: [
      invoice('in_two', 'paid', [{ amount: 2_000, price: 'price_credit', quantity: 2_000 }]),
    ],
    charges: [],
    disputes: [],
  });
  const wish = { body: { purpose: 'credits', credits: 500 } } as const;
  const refused = await server.refuse(billingRoutes.checkout, wish, person);
  expect(refused.code).toBe('E_CHECKOUT_ENDED');
  expect((await server.call(billingRoutes.show, {}, person)).balance).toBe('2200');
  const states = await listRows<{ state: string }>(
    db,
    sql`select state from billing_checkouts where account_id = (
          select account_id from billing_customers where reference = 'cus_two_pages')
        order by created_at`,
  );
  expect(states.map(({ state }) => state)).toEqual(['expired', 'paid']);
  expect(first.url).not.toBeNull();
});

test('TEAM-10 an event that never came is made good by the nightly look, and coming back from a page asks at once', async () => {
  const { person } = await customer('silent');
  const bought = (id: string) =>
    invoice(id, 'paid', [{ amount: 500, price: 'price_credit', quantity: 500 }]);
  const books = { subscriptions: [], charges: [], disputes: [] };
  fake.books.set('cus_silent', { ...books, invoices: [bought('in_silent')] });
  const balance = async () => (await server.call(billingRoutes.show, {}, person)).balance;
  expect(await listCustomers(server.services.db, 'all')).toContain('cus_silent');
  await provider.syncCustomer('cus_silent');
  expect(await balance()).toBe('700');
  fake.books.set('cus_silent', { ...books, invoices: [bought('in_silent'), bought('in_more')] });
  expect((await server.call(billingRoutes.sync, {}, person)).balance).toBe('1200');
  const { url } = await server.call(billingRoutes.portal, {}, person);
  expect(url).toBe('https://portal.example/1');
  const [invoiceKept] = await server.call(billingRoutes.invoices, {}, person);
  const path = `/api/billing/v1/invoices/${invoiceKept!.id}/file`;
  const file = await server.send('GET', path, { token: person.token });
  expect(file.text).toContain('of Stripe');
});

test('TEAM-10 prices at Stripe that are missing or other than ours are told when the product starts', async () => {
  expect(await provider.checkPrices()).toEqual([]);
  const [team, , credit] = fake.prices;
  team!.unit_amount = 900;
  credit!.lookup_key = 'renamed';
  expect(await provider.checkPrices()).toEqual([
    "Stripe's price 'causeway_team_seat' is not 1200 euro cents a month",
    "Stripe has no price 'causeway_credit'",
  ]);
  team!.unit_amount = 1_200;
  credit!.lookup_key = 'causeway_credit';
});
