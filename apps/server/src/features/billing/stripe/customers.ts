import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export async function findReference(db: Db, accountId: string): Promise<string | undefined> {
  const found = await findRow<{ reference: string }>(
    db,
    sql`select reference from billing_customers
        where account_id = ${accountId} and provider = 'stripe'`,
  );
  return found?.reference;
}

export async function findSubscription(db: Db, accountId: string): Promise<string | undefined> {
  const found = await findRow<{ reference: string }>(
    db,
    sql`select reference from billing_subscriptions
        where account_id = ${accountId} and provider = 'stripe'`,
  );
  return found?.reference;
}

export async function keepReference(db: Db, accountId: string, reference: string): Promise<void> {
  await changeRows(
    db,
    sql`insert into billing_customers (account_id, provider, reference)
        values (${accountId}, 'stripe', ${reference}) on conflict do nothing`,
  );
}

export type Ticket = { accountId: string; ticket: string };

/** Drawn before looking: what is seen under it counts only while no later look was taken. */
export function drawTicket(db: Db, reference: string): Promise<Ticket | undefined> {
  return findRow(
    db,
    sql`update billing_customers set ticket = ticket + 1 where reference = ${reference}
        returning account_id as "accountId", ticket`,
  );
}

export async function takeTicket(tx: Tx, reference: string, ticket: string): Promise<boolean> {
  const taken = await changeRows(
    tx,
    sql`update billing_customers set applied = ${ticket}
        where reference = ${reference} and applied < ${ticket}`,
  );
  return taken > 0;
}

type EventSeen = { id: string; type: string; created: number; customer: string | null };

/** Whether it came for the first time. */
export async function keepEvent(tx: Tx, event: EventSeen): Promise<boolean> {
  const kept = await changeRows(
    tx,
    sql`insert into provider_events (id, type, created, customer)
        values (${event.id}, ${event.type}, to_timestamp(${event.created}), ${event.customer})
        on conflict (id) do nothing`,
  );
  return kept > 0;
}
