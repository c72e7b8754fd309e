import type { PlanId } from '@causeway/contract/plans.ts';
import { NO_UNITS, toUnits, type Units } from '@causeway/contract/billing/units.ts';
import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * An account whose row this transaction holds locked: whatever is spent, held or given goes one after
 * the other. Its amounts are changed here and written back by `closeAccount`.
 */
export type OpenAccount = {
  readonly id: string;
  readonly holderId: string | null;
  readonly plan: PlanId;
  readonly seats: number;
  readonly anchor: Date;
  readonly zone: string;
  readonly isFrozen: boolean;
  readonly isSubscribed: boolean;
  nextExpiry: Date | null;
  balance: Units;
  held: Units;
  seq: bigint;
  /** As it was found: what crossed a mark meanwhile is told by the difference. */
  readonly before: Units;
};

/** What can be spent on something new. */
export function available({ balance, held }: Pick<OpenAccount, 'balance' | 'held'>): Units {
  return toUnits(balance - held);
}

/** As much of a cost as there is: nobody owes for work. */
export function affordable(account: OpenAccount, cost: Units): Units {
  const free = available(account);
  if (free <= 0n) return NO_UNITS;
  return free < cost ? free : cost;
}

/** The account of a person, made when it is first needed. */
export async function accountOf(db: Db, userId: string, plan: PlanId): Promise<string> {
  const found = await findRow<{ id: string }>(
    db,
    sql`select id from billing_accounts where holder_id = ${userId}`,
  );
  if (found) return found.id;
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into billing_accounts (holder_id, plan) values (${userId}, ${plan})
        on conflict (holder_id) do update set holder_id = excluded.holder_id returning id`,
  );
  return id;
}

export async function openAccount(tx: Tx, accountId: string): Promise<OpenAccount> {
  const row = await readRow<{
    id: string;
    holderId: string | null;
    plan: PlanId;
    seats: number;
    anchor: string;
    zone: string;
    isFrozen: boolean;
    isSubscribed: boolean;
    nextExpiry: string | null;
    balance: string;
    held: string;
    seq: string;
  }>(
    tx,
    sql`select id, holder_id as "holderId", plan, seats, anchor, zone,
          frozen_at is not null as "isFrozen", next_expiry as "nextExpiry", balance_u as balance,
          held_u as held, seq,
          exists (select from billing_subscriptions subscription
            where subscription.account_id = account.id and subscription.state <> 'ended')
            as "isSubscribed"
        from billing_accounts account where id = ${accountId} for update of account`,
  );
  const balance = toUnits(row.balance);
  return {
    ...row,
    anchor: new Date(row.anchor),
    nextExpiry: row.nextExpiry === null ? null : new Date(row.nextExpiry),
    balance,
    held: toUnits(row.held),
    seq: BigInt(row.seq),
    before: balance,
  };
}

export async function setPlan(
  tx: Tx,
  accountId: string,
  { plan, seats }: { plan: PlanId; seats: number },
): Promise<void> {
  await changeRows(
    tx,
    sql`update billing_accounts set plan = ${plan}, seats = ${seats},
          plan_since = case when plan = ${plan} then plan_since else now() end
        where id = ${accountId}`,
  );
}

/** Where its days begin from now on; those that were written stay as they are. */
export async function setZone(tx: Tx, accountId: string, zone: string): Promise<void> {
  await changeRows(tx, sql`update billing_accounts set zone = ${zone} where id = ${accountId}`);
}

/** An account that may spend no more this month. */
export const isCapped = sql`exists (select from spend_limits reached
  where reached.account_id = account.id and reached.scope = 'account'
    and reached.period_end > now() and reached.spent_u >= reached.cap_u)`;

/** Projects that may spend no more this month, by a cap of their own. */
export const cappedProjects = sql`(select scope_id from spend_limits reached
  where reached.account_id = account.id and reached.scope = 'project'
    and reached.period_end > now() and reached.spent_u >= reached.cap_u)`;

type Saved = { isCapped: boolean; capped: string[]; hasStops: boolean };

export async function saveAccount(tx: Tx, account: OpenAccount): Promise<Saved> {
  return readRow<Saved>(
    tx,
    sql`update billing_accounts account set balance_u = ${String(account.balance)},
          held_u = ${String(account.held)}, seq = ${String(account.seq)},
          next_expiry = (select min(expires_at) from credit_grants
            where account_id = ${account.id} and left_u > 0)
        where id = ${account.id}
        returning ${isCapped} as "isCapped", array${cappedProjects} as capped,
          exists (select from credit_stops where account_id = account.id) as "hasStops"`,
  );
}

/** Who has owned `project` longest. */
export const firstOwner = sql`(select user_id from project_members
  where project_id = project.id and role = 'owner'
  order by coalesce(owner_since, joined_at), user_id limit 1)`;

/**
 * Who pays for `project`: its sponsor as long as there is something left, otherwise whoever has owned
 * it longest. None: nobody owns it, and nothing that costs is done.
 */
export const payerOfProject = sql`coalesce(
  (select account.holder_id from billing_accounts account
    where account.holder_id = project.sponsor_id and account.frozen_at is null
      and account.balance_u - account.held_u > 0 and not ${isCapped}),
  ${firstOwner})`;

/** What who pays for `project` can spend on something new; null: nothing is known of them yet. */
export const unitsForProject = sql`(select payer.balance_u - payer.held_u from billing_accounts payer
  where payer.holder_id = ${payerOfProject})`;

export async function findPayer(db: Db, projectId: string): Promise<string | undefined> {
  const found = await findRow<{ userId: string | null }>(
    db,
    sql`select ${payerOfProject} as "userId" from projects project where project.id = ${projectId}`,
  );
  return found?.userId ?? undefined;
}
