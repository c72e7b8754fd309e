import type { FakeBooks } from './fake-stripe.ts';

const DAY = 86_400;
/** In Stripe's seconds. */
export const now = Math.floor(Date.now() / 1_000);
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

export function invoice(id: string, status: string, lines: Priced[]) {
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

export function charge(invoiceId: string, refunded: number) {
  return {
    id: `ch_${invoiceId}`,
    object: 'charge',
    payment_intent: `pi_${invoiceId}`,
    amount_refunded: refunded,
    disputed: false,
  };
}

/** A life of five events: begun, paid, more seats, a refund, its end. */
export function lifeOf(name: string): FakeBooks[] {
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
