import { type PlanId, plans } from '@causeway/contract/plans.ts';

/** What a provider knows of an account at one moment, whichever provider it is. */
export type Snapshot = { subscriptions: SubscriptionSeen[]; invoices: InvoiceSeen[] };

export type SubscriptionSeen = {
  reference: string;
  state: 'active' | 'past_due' | 'ended';
  plan: Exclude<PlanId, 'free'>;
  seats: number;
  createdAt: string;
  periodStart: string;
  periodEnd: string;
  /** What it becomes when the period ends. */
  next: { plan: PlanId; seats: number } | null;
};

export type InvoiceSeen = {
  reference: string;
  /** What it is for, where that is a plan. */
  subscription?: string;
  number: string;
  state: 'open' | 'paid' | 'void';
  currency: string;
  netCents: number;
  taxCents: number;
  paidCents: number;
  refundedCents: number;
  disputedCents: number;
  issuedAt: string;
  paidAt: string | null;
  /** Where one that is open is paid. */
  payUrl?: string | null;
  lines: InvoiceLineSeen[];
};

export type InvoiceLineSeen = {
  kind: 'plan' | 'credits';
  text: string;
  cents: number;
  /** Whole ones; below zero where an earlier line is taken back. */
  credits: number;
  /** Until when they can be spent; those that were bought stay. */
  until: string | null;
};

type DesiredGrant = {
  source: string;
  kind: 'plan' | 'paid';
  credits: number;
  reversedCredits: number;
  expiresAt: string | null;
};

/** One that had ended and was paid after all: what it cost before was for what was had of it. */
export type Surplus = SubscriptionSeen & { revivedAt: string | null };

export type Desired = {
  plan: PlanId | null;
  seats: number;
  subscription: SubscriptionSeen | null;
  /** Later ones that live beside it: bought in two tabs, to be cancelled and paid back. */
  surplus: Surplus[];
  grants: DesiredGrant[];
};

/** How long a plan stays when a payment failed. */
const GRACE_MS = 14 * 86_400_000;

/**
 * What should be, by what the provider knows: a pure function, so that any order, repetition or loss
 * of events that lead to the same knowledge leads to the same state.
 */
export function desired({ subscriptions, invoices }: Snapshot, now: Date): Desired {
  const [subscription = null, ...surplus] = subscriptions
    .filter((one) => isLiving(one, invoices, now))
    .map((one) => ({ ...one, revivedAt: revivedAt(one, invoices) }))
    .toSorted(
      (one, other) =>
        livesSince(one).localeCompare(livesSince(other)) ||
        one.reference.localeCompare(other.reference),
    );
  return {
    plan: subscription?.plan ?? null,
    seats: subscription?.seats ?? 1,
    subscription,
    surplus,
    grants: invoices.flatMap(grantsOf),
  };
}

/** Since the first invoice that is not paid: a further month that begins unpaid gives no further days. */
function isLiving(
  { reference, state, periodStart }: SubscriptionSeen,
  invoices: readonly InvoiceSeen[],
  now: Date,
): boolean {
  if (state !== 'past_due') return state === 'active';
  const unpaid = invoices.filter((one) => one.subscription === reference && one.state === 'open');
  const since = [periodStart, ...unpaid.map(({ issuedAt }) => issuedAt)].map((at) =>
    Date.parse(at),
  );
  return now.getTime() - Math.min(...since) < GRACE_MS;
}

/**
 * When it was paid after its days of grace, if it was. What was booked in between has been used since
 * and stays; otherwise paying the older one late would pay back months of the other.
 */
function revivedAt(
  { reference }: SubscriptionSeen,
  invoices: readonly InvoiceSeen[],
): string | null {
  const late = invoices.flatMap(({ subscription, issuedAt, paidAt }) => {
    const isLate = paidAt !== null && Date.parse(paidAt) - Date.parse(issuedAt) >= GRACE_MS;
    return isLate && subscription === reference ? paidAt : [];
  });
  return late.toSorted().at(-1) ?? null;
}

const livesSince = (one: Surplus) => one.revivedAt ?? one.createdAt;

/** Credits come from paid invoices only; what was paid back or is disputed takes its share away. */
function grantsOf(invoice: InvoiceSeen): DesiredGrant[] {
  if (invoice.state !== 'paid') return [];
  const { paidCents, refundedCents, disputedCents } = invoice;
  const back = Math.min(paidCents, refundedCents + disputedCents);
  return (['plan', 'credits'] as const).flatMap((kind) => {
    const lines = invoice.lines.filter((line) => line.kind === kind);
    const credits = Math.floor(lines.reduce((sum, line) => sum + line.credits, 0));
    if (credits <= 0) return [];
    return {
      source: `invoice:${invoice.reference}:${kind}`,
      kind: kind === 'plan' ? ('plan' as const) : ('paid' as const),
      credits,
      reversedCredits: paidCents === 0 ? 0 : Math.floor((credits * back) / paidCents),
      expiresAt: lines.find(({ until }) => until !== null)?.until ?? null,
    };
  });
}

/** What a plan costs and gives for the share of a month that is left, rounded down. */
export function planShare(
  { plan, seats }: { plan: Exclude<PlanId, 'free'>; seats: number },
  share: number,
): { cents: number; credits: number } {
  const { centsASeat, credits } = plans[plan];
  return {
    cents: Math.floor(centsASeat * seats * share),
    credits: Math.floor(credits * seats * share),
  };
}
