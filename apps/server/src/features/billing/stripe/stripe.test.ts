import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { stripeRoutes } from '@causeway/contract/billing/stripe.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import { listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { type FakeBooks, type FakeStripe, startFakeStripe } from '#testing/fake-stripe.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { applySnapshot } from '../apply.ts';
import type { Snapshot } from '../snapshot.ts';
import { drawTicket, keepReference, takeTicket } from './customers.ts';
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

const DAY = 86_400;
const now = Math.floor(Date.now() / 1_000);
const monthEnd = now + 30 * DAY;

function subscription(status: string, seats: number) {
  const period = { current_period_start: now, current_period_end: monthEnd };
  const item = { id: 'si_1', object: 'subscription_item', quantity: seats, ...period };
  return {
    id: 'sub_of_life',
    object: 'subscription',
    status,
    created: now,
    cancel_at_period_end: false,
    schedule: null,
    items: { object: 'list', data: [{ ...item, price: { id: 'price_team' } }] },
  };
}

type Priced = { amount: number; price?: string; quantity?: number };

function invoice(id: string, status: string, lines: Priced[]) {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    object: 'invoice',
    number: id.toUpperCase(),
    status,
    currency: 'eur',
    total,
    total_excluding_tax: total,
    amount_paid: status === 'paid' ? total : 0,
    created: now,
    status_transitions: { paid_at: status === 'paid' ? now : null },
    payments: { data: [{ payment: { type: 'payment_intent', payment_intent: `pi_${id}` } }] },
    lines: {
      object: 'list',
      has_more: false,
      data: lines.map(({ amount, price = 'price_team', quantity = 1 }, index) => ({
        id: `il_${id}_${index}`,
        object: 'line_item',
        amount,
        quantity,
        description: 'A line',
        period: { start: now, end: monthEnd },
        pricing: { price_details: { price } },
      })),
    },
  };
}

function charge(invoiceId: string, refunded: number) {
  return {
    id: `ch_${invoiceId}`,
    object: 'charge',
    payment_intent: `pi_${invoiceId}`,
    amount_refunded: refunded,
    disputed: false,
  };
}

/** A life of five events: begun, paid, more seats, a refund, its end. */
function lifeOf(name: string): FakeBooks[] {
  const [first, more] = [`in_1_${name}`, `in_2_${name}`];
  const of = (part: Partial<FakeBooks>): FakeBooks => ({
    subscriptions: [],
    invoices: [],
    charges: [],
    disputes: [],
    ...part,
  });
  const paid = invoice(first, 'paid', [{ amount: 2_400 }]);
  const upgraded = invoice(more, 'paid', [{ amount: -2_000 }, { amount: 3_000 }]);
  const open = { ...subscription('incomplete', 2), id: `sub_${name}` };
  const active = { ...subscription('active', 2), id: `sub_${name}` };
  const larger = { ...subscription('active', 3), id: `sub_${name}` };
  const ended = { ...subscription('canceled', 3), id: `sub_${name}` };
  const invoices = [upgraded, paid];
  const charges = [charge(more, 0), charge(first, 0)];
  const refunded = [charge(more, 0), charge(first, 1_200)];
  return [
    of({ subscriptions: [open], invoices: [invoice(first, 'open', [{ amount: 2_400 }])] }),
    of({ subscriptions: [active], invoices: [paid], charges: [charge(first, 0)] }),
    of({ subscriptions: [larger], invoices, charges }),
    of({ subscriptions: [larger], invoices, charges: refunded }),
    of({ subscriptions: [ended], invoices, charges: refunded }),
  ];
}

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
    expect(await findDisagreements(db, accountId)).toEqual([]);
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
}, 120_000);

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

type Sent = { at?: number; secret?: string; body?: string; livemode?: boolean; id?: string };

function send({ at = now, secret: signedWith = secret, body, livemode = false, id }: Sent = {}) {
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
    send({ at: now - 360 }),
    send({ at: now + 360 }),
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
