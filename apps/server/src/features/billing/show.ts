import type {
  Billing,
  Checkout,
  Invoice,
  ProviderKind,
} from '@causeway/contract/billing/billing.ts';
import { daysLeft, PACE_DAYS } from '@causeway/contract/billing/outlook.ts';
import { periodAt } from '@causeway/contract/billing/periods.ts';
import { creditsToUnits, toUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { type PlanId, plans } from '@causeway/contract/plans.ts';
import { type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type AccountRow = {
  plan: PlanId;
  seats: number;
  seatsTaken: number;
  anchor: string;
  balance: string;
  held: string;
  frozenAt: string | null;
  spent: string;
  pace: string;
  cap: string | null;
  zone: string;
  buyer: Billing['buyer'] | null;
};

const nobody = { name: '', address: '', country: '', taxId: '' };

/** Everything the page of billing tells, of one account. */
export async function showBilling(
  db: Db,
  accountId: string,
  provider: ProviderKind,
): Promise<Billing> {
  const now = new Date();
  const account = await readAccount(db, accountId);
  const period = periodAt(new Date(account.anchor), now);
  // One after the other: within a transaction they share one connection.
  const grants = await listGrants(db, accountId);
  const subscription = await findSubscription(db, accountId);
  const checkout = await findCheckout(db, accountId);
  const toConfirm = await findToConfirm(db, accountId);
  const { spent } = await readSpent(db, accountId, period.start);
  const expiring = grants.map(({ left, expiresAt }) => ({
    left: toUnits(left),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
  return {
    plan: account.plan,
    seats: account.seats,
    seatsTaken: account.seatsTaken,
    provider,
    subscription,
    balance: unitsToCredits(BigInt(account.balance)),
    held: unitsToCredits(BigInt(account.held)),
    frozenAt: account.frozenAt,
    grants: grants.map((grant) => ({
      ...grant,
      amount: unitsToCredits(BigInt(grant.amount)),
      left: unitsToCredits(BigInt(grant.left)),
    })),
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    zone: account.zone,
    daysLeft: daysLeft({
      grants: expiring,
      spentInPace: toUnits(account.pace),
      now,
      renewing: renewingOf(account.plan, subscription, period.end),
    }),
    cap: account.cap === null ? null : unitsToCredits(BigInt(account.cap)),
    spent: unitsToCredits(BigInt(spent)),
    buyer: { ...nobody, ...account.buyer },
    checkout,
    toConfirm,
  };
}

/** What comes with the next month, by what is booked for it. */
function renewingOf(plan: PlanId, subscription: Billing['subscription'], monthEnd: Date) {
  const { next } = subscription ?? {};
  const coming = next ?? subscription ?? { plan, seats: 1 };
  const credits = creditsToUnits(String(plans[coming.plan].credits * coming.seats));
  return { credits, at: subscription ? new Date(subscription.periodEnd) : monthEnd };
}

function readAccount(db: Db, accountId: string): Promise<AccountRow> {
  return readRow(
    db,
    sql`select plan, seats, anchor, zone, balance_u as balance, held_u as held,
          frozen_at as "frozenAt",
          (select coalesce(-sum(amount_u), 0)::bigint from credit_ledger
            where account_id = account.id and kind = 'charge'
              and at > now() - make_interval(days => ${PACE_DAYS})) as pace,
          (select cap_u from spend_limits
            where account_id = account.id and scope = 'account' and scope_id = account.id) as cap,
          (select details from billing_addresses where account_id = account.id) as buyer,
          (select coalesce(max(taken), 0)::int from (
            select count(*) as taken from project_members member
            where member.role <> 'viewer' and member.project_id in (
              select project_id from project_members
              where user_id = account.holder_id and role = 'owner')
            group by member.project_id) counted) as "seatsTaken"
        from billing_accounts account where id = ${accountId}`,
  );
}

function readSpent(db: Db, accountId: string, since: Date): Promise<{ spent: string }> {
  return readRow(
    db,
    sql`select coalesce(-sum(amount_u), 0)::bigint as spent from credit_ledger
        where account_id = ${accountId} and kind = 'charge' and at >= ${since}`,
  );
}

function listGrants(db: Db, accountId: string) {
  return listRows<Billing['grants'][number]>(
    db,
    sql`select id, kind, amount_u as amount, left_u as left, expires_at as "expiresAt"
        from credit_grants where account_id = ${accountId} and left_u > 0
        order by priority, expires_at nulls last,
          array_position(array['promo', 'plan', 'goodwill', 'paid'], kind), created_at, id`,
  );
}

async function findSubscription(db: Db, accountId: string): Promise<Billing['subscription']> {
  const row = await findRow<{
    plan: PlanId;
    seats: number;
    state: 'active' | 'past_due';
    periodEnd: string;
    nextPlan: PlanId | null;
    nextSeats: number | null;
  }>(
    db,
    sql`select plan, seats, state, period_end as "periodEnd", next_plan as "nextPlan",
          next_seats as "nextSeats"
        from billing_subscriptions where account_id = ${accountId} and state <> 'ended'`,
  );
  if (!row) return null;
  const { nextPlan, nextSeats, ...rest } = row;
  return { ...rest, next: nextPlan && { plan: nextPlan, seats: nextSeats ?? 1 } };
}

const checkoutColumns = sql`id, provider, purpose, plan, seats, credits, cents, reference as url`;

async function findCheckout(db: Db, accountId: string): Promise<Checkout | null> {
  const found = await findRow<Checkout>(
    db,
    sql`select ${checkoutColumns} from billing_checkouts
        where account_id = ${accountId} and state = 'open' order by created_at desc limit 1`,
  );
  return found ?? null;
}

async function findToConfirm(db: Db, accountId: string): Promise<Billing['toConfirm']> {
  const found = await findRow<{ url: string; cents: number }>(
    db,
    sql`select pay_url as url, net_cents + tax_cents as cents from billing_invoices
        where account_id = ${accountId} and state = 'open' and pay_url is not null
        order by issued_at desc, id limit 1`,
  );
  return found ?? null;
}

export async function listInvoices(db: Db, accountId: string): Promise<Invoice[]> {
  return listRows<Invoice>(
    db,
    sql`select id, number, provider, state, (net_cents + tax_cents) as cents, lines,
          issued_at as "issuedAt"
        from billing_invoices where account_id = ${accountId} order by issued_at desc limit 200`,
  );
}

export type InvoiceRecord = Invoice & {
  reference: string;
  currency: string;
  netCents: number;
  taxCents: number;
  reversedCents: number;
  buyer: Partial<Billing['buyer']>;
};

export function findInvoice(
  db: Db,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceRecord | undefined> {
  return findRow(
    db,
    sql`select id, number, provider, state, (net_cents + tax_cents) as cents, lines,
          issued_at as "issuedAt", reference, currency, net_cents as "netCents",
          tax_cents as "taxCents", reversed_cents as "reversedCents", buyer
        from billing_invoices where id = ${invoiceId} and account_id = ${accountId}`,
  );
}
