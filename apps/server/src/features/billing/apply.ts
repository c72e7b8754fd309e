import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import type { ProviderKind } from '@causeway/contract/billing/billing.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { openAccount, setPlan } from '#platform/credits/accounts.ts';
import { bringUpToDate, give, reverse } from '#platform/credits/book.ts';
import { closeAccount } from '#platform/credits/marks.ts';
import { seatPaidFor } from '#platform/credits/seats.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type Desired, desired, type InvoiceSeen, type Snapshot } from './snapshot.ts';

type Applying = { accountId: string; provider: ProviderKind; defaultPlan: PlanId; now?: Date };

/**
 * Makes the account what the provider's books say. Only differences are booked, each under a key of
 * its own: doing it again, or with an older copy after a newer one was taken, changes nothing.
 */
export async function applySnapshot(
  tx: Tx,
  { accountId, provider, defaultPlan, now = new Date() }: Applying,
  snapshot: Snapshot,
): Promise<Desired> {
  // Whoever comes second waits here.
  await openAccount(tx, accountId);
  const wanted = desired(snapshot, now);
  for (const invoice of snapshot.invoices) await keepInvoice(tx, { accountId, provider }, invoice);
  await keepSubscription(tx, { accountId, provider }, wanted);
  await setPlan(tx, accountId, { plan: wanted.plan ?? defaultPlan, seats: wanted.seats });
  const account = await openAccount(tx, accountId);
  // What was paid meanwhile is booked when the account is free again.
  for (const grant of account.isFrozen ? [] : wanted.grants) {
    await give(tx, account, {
      kind: grant.kind,
      amount: creditsToUnits(String(grant.credits)),
      source: grant.source,
      expiresAt: grant.expiresAt === null ? null : new Date(grant.expiresAt),
      causeKind: 'invoice',
      causeId: grant.source.split(':')[1] ?? grant.source,
    });
    await reverse(tx, account, {
      source: grant.source,
      reversed: creditsToUnits(String(grant.reversedCredits)),
      key: `reversal:${grant.source}:${account.seq + 1n}`,
    });
  }
  await bringUpToDate(tx, account, now);
  await closeAccount(tx, account);
  await seatPaidFor(tx, account.holderId, defaultPlan);
  return wanted;
}

type At = Pick<Applying, 'accountId' | 'provider'>;

async function keepInvoice(tx: Tx, { accountId, provider }: At, seen: InvoiceSeen): Promise<void> {
  const reversed = Math.min(seen.paidCents, seen.refundedCents + seen.disputedCents);
  const state =
    seen.state === 'paid' && reversed > 0 && reversed >= seen.paidCents ? 'refunded' : seen.state;
  await changeRows(
    tx,
    sql`insert into billing_invoices (account_id, provider, reference, number, currency, net_cents,
          tax_cents, paid_cents, reversed_cents, state, lines, issued_at, paid_at, pay_url, buyer)
        values (${accountId}, ${provider}, ${seen.reference}, ${seen.number}, ${seen.currency},
          ${seen.netCents}, ${seen.taxCents}, ${seen.paidCents}, ${reversed}, ${state},
          ${JSON.stringify(seen.lines)}, ${seen.issuedAt}, ${seen.paidAt}, ${seen.payUrl ?? null},
          coalesce((select details from billing_addresses where account_id = ${accountId}), '{}'))
        on conflict (reference) do update set state = excluded.state,
          number = excluded.number, paid_cents = excluded.paid_cents,
          reversed_cents = excluded.reversed_cents, paid_at = excluded.paid_at,
          pay_url = excluded.pay_url`,
  );
}

async function keepSubscription(
  tx: Tx,
  { accountId, provider }: At,
  { subscription }: Desired,
): Promise<void> {
  if (!subscription) {
    await changeRows(tx, sql`delete from billing_subscriptions where account_id = ${accountId}`);
    return;
  }
  const { reference, plan, seats, state, periodStart, periodEnd, next } = subscription;
  await changeRows(
    tx,
    sql`insert into billing_subscriptions (account_id, provider, reference, plan, seats, state,
          period_start, period_end, next_plan, next_seats)
        values (${accountId}, ${provider}, ${reference}, ${plan}, ${seats}, ${state},
          ${periodStart}, ${periodEnd}, ${next?.plan ?? null}, ${next?.seats ?? null})
        on conflict (account_id) do update set provider = excluded.provider,
          reference = excluded.reference, plan = excluded.plan, seats = excluded.seats,
          state = excluded.state, period_start = excluded.period_start,
          period_end = excluded.period_end, next_plan = excluded.next_plan,
          next_seats = excluded.next_seats`,
  );
}
