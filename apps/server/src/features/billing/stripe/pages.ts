import type { Stripe } from 'stripe';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** What became of the pages of an account that are open here: Stripe knows. */
export async function settlePages(db: Db, stripe: Stripe, accountId: string): Promise<void> {
  const open = await listRows<{ id: string; session: string }>(
    db,
    sql`select id, session from billing_checkouts where account_id = ${accountId}
        and state = 'open' and provider = 'stripe' and session is not null`,
  );
  for (const { id, session } of open) {
    const { status } = await stripe.checkout.sessions.retrieve(session);
    if (status === 'open') continue;
    const state = status === 'complete' ? 'paid' : 'expired';
    await changeRows(
      db,
      sql`update billing_checkouts set state = ${state}, ended_at = now()
          where id = ${id} and state = 'open'`,
    );
  }
}

/** A page of Stripe is open for a day. */
export async function expireOldPages(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`update billing_checkouts set state = 'expired', ended_at = now()
        where state = 'open' and provider = 'stripe' and created_at < now() - interval '25 hours'`,
  );
}

/** Whose books to look at again: those an event told of lately, or all that have some. */
export async function listCustomers(db: Db, which: 'recent' | 'all'): Promise<string[]> {
  const rows = await listRows<{ reference: string }>(
    db,
    which === 'all'
      ? sql`select reference from billing_customers where provider = 'stripe'`
      : sql`select reference from billing_customers where provider = 'stripe' and reference in (
              select customer from provider_events where received_at > now() - interval '2 hours')`,
  );
  return rows.map(({ reference }) => reference);
}
