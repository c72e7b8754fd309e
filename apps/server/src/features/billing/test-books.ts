import { randomUUID } from 'node:crypto';
import { CENTS_A_CREDIT } from '@causeway/contract/billing/billing.ts';
import { monthsAfter } from '@causeway/contract/billing/periods.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { type InvoiceLineSeen, type InvoiceSeen, planShare, type Snapshot } from './snapshot.ts';

/**
 * The books of the built-in test provider. It moves no money and keeps no card, and does what a real
 * one does otherwise: invoices, changes within a month, refunds, disputes, renewals. Every act takes
 * books and gives new ones.
 */
export type Books = Snapshot;
type PaidPlan = { plan: Exclude<PlanId, 'free'>; seats: number };

export const emptyBooks: Books = { subscriptions: [], invoices: [] };

export function buyCredits(books: Books, credits: number, now: Date): Books {
  const cents = credits * CENTS_A_CREDIT;
  return invoiced(books, now, [
    { kind: 'credits', text: `${credits} credits`, cents, credits, until: null },
  ]);
}

/** A new plan, or more of the one there is: the rest of the month is charged by the difference. */
export function buyPlan(books: Books, wanted: PaidPlan, now: Date): Books {
  const living = livingOf(books);
  if (living) return upgraded(books, wanted, now);
  const periodEnd = monthsAfter(now, 1).toISOString();
  const subscription = {
    reference: `test_sub_${randomUUID()}`,
    state: 'active' as const,
    ...wanted,
    createdAt: now.toISOString(),
    periodStart: now.toISOString(),
    periodEnd,
    next: null,
  };
  const line = planLine(wanted, 1, periodEnd);
  return invoiced({ ...books, subscriptions: [...books.subscriptions, subscription] }, now, [line]);
}

function upgraded(books: Books, wanted: PaidPlan, now: Date): Books {
  const living = livingOf(books)!;
  const whole = Date.parse(living.periodEnd) - Date.parse(living.periodStart);
  const share = Math.max(0, Math.min(1, (Date.parse(living.periodEnd) - now.getTime()) / whole));
  const before = planLine(living, share, living.periodEnd);
  const lines = [
    {
      ...before,
      text: `${before.text}, taken back`,
      cents: -before.cents,
      credits: -before.credits,
    },
    planLine(wanted, share, living.periodEnd),
  ];
  const changed = withLiving(books, { ...wanted, next: null });
  return invoiced(changed, now, lines);
}

/** Less, or none: from the end of the month that is paid for. */
export function plan(books: Books, next: { plan: PlanId; seats: number } | null): Books {
  return withLiving(books, { next });
}

export function refund(books: Books, reference: string): Books {
  return withInvoice(books, reference, ({ paidCents, disputedCents }) => ({
    refundedCents: paidCents - disputedCents,
  }));
}

export function dispute(books: Books, reference: string): Books {
  return withInvoice(books, reference, ({ paidCents, refundedCents }) => ({
    disputedCents: paidCents - refundedCents,
  }));
}

export function winDispute(books: Books, reference: string): Books {
  return withInvoice(books, reference, () => ({ disputedCents: 0 }));
}

/** The month is over: what was wished for it happens, and the next one is paid. */
export function renew(books: Books, now: Date): Books {
  const living = livingOf(books);
  if (!living) return books;
  const next = living.next ?? { plan: living.plan, seats: living.seats };
  if (next.plan === 'free') return endPlan(books);
  const wanted = { plan: next.plan, seats: next.seats };
  const periodEnd = monthsAfter(now, 1).toISOString();
  const renewed = withLiving(books, {
    ...wanted,
    next: null,
    periodStart: now.toISOString(),
    periodEnd,
  });
  return invoiced(renewed, now, [planLine(wanted, 1, periodEnd)]);
}

export function endPlan(books: Books): Books {
  return withLiving(books, { state: 'ended', next: null });
}

/** Given up before anything of it was used: ended and paid back. */
export function undoPlan(books: Books): Books {
  const last = books.invoices.findLast(({ lines }) => lines.some(({ kind }) => kind === 'plan'));
  const ended = endPlan(books);
  return last ? refund(ended, last.reference) : ended;
}

export function livingOf({ subscriptions }: Books) {
  return subscriptions.find(({ state }) => state !== 'ended');
}

function planLine(wanted: PaidPlan, share: number, until: string): InvoiceLineSeen {
  const text = `${wanted.plan === 'team' ? 'Team' : 'Business'} × ${wanted.seats}`;
  return { kind: 'plan', text, ...planShare(wanted, share), until };
}

function withLiving(books: Books, change: Partial<Books['subscriptions'][number]>): Books {
  const living = livingOf(books);
  const subscriptions = books.subscriptions.map((one) =>
    one === living ? { ...one, ...change } : one,
  );
  return { ...books, subscriptions };
}

function withInvoice(
  books: Books,
  reference: string,
  change: (invoice: InvoiceSeen) => Partial<InvoiceSeen>,
): Books {
  const invoices = books.invoices.map((invoice) =>
    invoice.reference === reference && invoice.state === 'paid'
      ? { ...invoice, ...change(invoice) }
      : invoice,
  );
  return { ...books, invoices };
}

function invoiced(books: Books, now: Date, lines: InvoiceLineSeen[]): Books {
  const cents = Math.max(
    0,
    lines.reduce((sum, line) => sum + line.cents, 0),
  );
  const invoice: InvoiceSeen = {
    reference: `test_in_${randomUUID()}`,
    number: `TEST-${String(books.invoices.length + 1).padStart(4, '0')}`,
    state: 'paid',
    currency: 'eur',
    netCents: cents,
    taxCents: 0,
    paidCents: cents,
    refundedCents: 0,
    disputedCents: 0,
    issuedAt: now.toISOString(),
    paidAt: now.toISOString(),
    lines,
  };
  return { ...books, invoices: [...books.invoices, invoice] };
}
