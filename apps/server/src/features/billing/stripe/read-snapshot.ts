import type { Stripe } from 'stripe';
import { plans } from '@causeway/contract/plans.ts';
import type { InvoiceLineSeen, InvoiceSeen, Snapshot, SubscriptionSeen } from '../snapshot.ts';
import type { StripePrices } from './prices.ts';

/** Everything Stripe knows of a customer that decides what they have: every page of it. */
export async function readSnapshot(
  stripe: Stripe,
  prices: StripePrices,
  customer: string,
): Promise<Snapshot> {
  const subscriptions: SubscriptionSeen[] = [];
  const all = { customer, status: 'all' as const, limit: 100, expand: ['data.schedule'] };
  for await (const one of stripe.subscriptions.list(all)) {
    const seen = toSubscription(one, prices);
    if (seen) subscriptions.push(seen);
  }
  const back = await readTakenBack(stripe, customer);
  const invoices: InvoiceSeen[] = [];
  const withPayments = { customer, limit: 100, expand: ['data.payments'] };
  for await (const one of stripe.invoices.list(withPayments)) {
    if (one.status === 'draft') continue;
    invoices.push(await toInvoice(stripe, one, { prices, back }));
  }
  return { subscriptions, invoices };
}

const states: Partial<Record<Stripe.Subscription.Status, SubscriptionSeen['state']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
};

const instant = (seconds: number) => new Date(seconds * 1_000).toISOString();

function toSubscription(one: Stripe.Subscription, prices: StripePrices) {
  const [item] = one.items.data;
  const plan = prices.whatIs(item?.price.id ?? null);
  if (!item || !plan || plan === 'credits') return undefined;
  const seen: SubscriptionSeen = {
    reference: one.id,
    state: states[one.status] ?? 'ended',
    plan,
    seats: item.quantity ?? 1,
    createdAt: instant(one.created),
    periodStart: instant(item.current_period_start),
    periodEnd: instant(item.current_period_end),
    next: nextOf(one, item, prices),
  };
  return seen;
}

/** What was wished for the end of the period: to cancel, or what the schedule has after it. */
export function nextOf(
  one: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  prices: StripePrices,
): SubscriptionSeen['next'] {
  if (one.cancel_at_period_end) return { plan: 'free', seats: 1 };
  const { schedule } = one;
  if (!schedule || typeof schedule === 'string') return null;
  const phase = schedule.phases.find((later) => later.start_date >= item.current_period_end);
  const [wanted] = phase?.items ?? [];
  const plan = wanted && prices.whatIs(idOf(wanted.price));
  return !plan || plan === 'credits' ? null : { plan, seats: wanted.quantity ?? 1 };
}

type TakenBack = Map<string, { refunded: number; disputed: number }>;

/** Money the bank has, or wants to have, back; a warning is none yet, and one that was won neither. */
const disputedStates = new Set<string>(['needs_response', 'under_review', 'lost']);

/** By payment, what was refunded and what is disputed. */
async function readTakenBack(stripe: Stripe, customer: string): Promise<TakenBack> {
  const back: TakenBack = new Map();
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
    const payment = idOf(charge.payment_intent);
    if (payment === null) continue;
    const known = back.get(payment) ?? { refunded: 0, disputed: 0 };
    known.refunded += charge.amount_refunded;
    if (charge.disputed) {
      for await (const dispute of stripe.disputes.list({ charge: charge.id, limit: 100 })) {
        if (disputedStates.has(dispute.status)) known.disputed += dispute.amount;
      }
    }
    back.set(payment, known);
  }
  return back;
}

type Known = { prices: StripePrices; back: TakenBack };

async function toInvoice(
  stripe: Stripe,
  one: Stripe.Invoice,
  { prices, back }: Known,
): Promise<InvoiceSeen> {
  const taken = (one.payments?.data ?? [])
    .map(({ payment }) => back.get(idOf(payment.payment_intent ?? null) ?? ''))
    .filter((found) => found !== undefined);
  const net = one.total_excluding_tax ?? one.total;
  const paidAt = one.status_transitions.paid_at;
  const subscription = idOf(one.parent?.subscription_details?.subscription ?? null);
  return {
    reference: one.id ?? '',
    ...(subscription !== null && { subscription }),
    number: one.number ?? one.id ?? '',
    state: one.status === 'paid' ? 'paid' : one.status === 'open' ? 'open' : 'void',
    currency: one.currency,
    netCents: net,
    taxCents: one.total - net,
    paidCents: one.amount_paid,
    refundedCents: taken.reduce((sum, { refunded }) => sum + refunded, 0),
    disputedCents: taken.reduce((sum, { disputed }) => sum + disputed, 0),
    issuedAt: instant(one.created),
    paidAt: paidAt === null ? null : instant(paidAt),
    payUrl: one.status === 'open' ? webUrl(one.hosted_invoice_url) : null,
    lines: (await readLines(stripe, one)).map((line) => toLine(line, prices)),
  };
}

/** People are sent there. */
function webUrl(url: string | null | undefined): string | null {
  return url?.startsWith('https://') ? url : null;
}

async function readLines(stripe: Stripe, one: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!one.lines.has_more || !one.id) return one.lines.data;
  const lines: Stripe.InvoiceLineItem[] = [];
  for await (const line of stripe.invoices.listLineItems(one.id, { limit: 100 })) lines.push(line);
  return lines;
}

/**
 * What a line gives follows from what it costs: a part of the month has its part of the credits, and
 * one that is taken back takes them along.
 */
function toLine(line: Stripe.InvoiceLineItem, prices: StripePrices): InvoiceLineSeen {
  const what = prices.whatIs(idOf(line.pricing?.price_details?.price ?? null));
  const text = line.description ?? '';
  if (!what) return { kind: 'credits', text, cents: line.amount, credits: 0, until: null };
  if (what === 'credits') {
    return { kind: 'credits', text, cents: line.amount, credits: line.quantity ?? 0, until: null };
  }
  const { credits, centsASeat } = plans[what];
  return {
    kind: 'plan',
    text,
    cents: line.amount,
    credits: (credits * line.amount) / centsASeat,
    until: instant(line.period.end),
  };
}

function idOf(what: string | { id: string } | null): string | null {
  return typeof what === 'string' || what === null ? what : what.id;
}
