import { Failure } from '@causeway/contract/errors.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { costOf } from '@causeway/contract/billing/prices.ts';
import {
  negated,
  NO_UNITS,
  toUnits,
  type Units,
  unitsToCredits,
} from '@causeway/contract/billing/units.ts';
import { changeRows, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import {
  accountOf,
  affordable,
  available,
  findPayer,
  type OpenAccount,
  openAccount,
} from './accounts.ts';
import { bringUpToDate, take } from './book.ts';
import { holdAtOnce } from './hold-at-once.ts';
import { holdWithin, spendWithin } from './limits.ts';
import { closeAccount } from './marks.ts';
import { noteUsage, type Used } from './usage.ts';

/**
 * A hold sets credits aside before work begins. It is
 * - open: what it sets aside nobody else can spend
 * - settled: the work was done, and what it used was charged
 * - returned: nothing came of it, and nothing was charged
 * It ends once, whoever comes first: who did the work, who took it over, or the sweeper.
 */
export type Hold = { id: string; amount: Units; isNew: boolean };

type Reserving = {
  accountId: string;
  projectId: string;
  /** The same cause again gives the same hold, as long as it is open. */
  cause: string;
  amount: Units;
  /** So much less will do, when there is not as much. */
  least?: Units;
  /** The API key it is for: its cap holds too. */
  keyId?: string | undefined;
  /** What the run of a workflow that it is for may use up in all. */
  budget?: { runId: string; most: Units };
  leaseSeconds?: number;
};

const LEASE_SECONDS = 900;

type ReservingFor = Omit<Reserving, 'accountId'> & { unbooked: PlanId };

/** Of who pays for the project; gives how much was set aside. What nobody pays for is not done. */
export async function reserveFor(tx: Tx, { unbooked, ...wanted }: ReservingFor): Promise<Units> {
  const { leaseSeconds = LEASE_SECONDS, amount } = wanted;
  const isPlain = wanted.keyId === undefined && wanted.budget === undefined;
  if (isPlain && (await holdAtOnce(tx, { ...wanted, leaseSeconds }))) return amount;
  const payer = await findPayer(tx, wanted.projectId);
  if (payer === undefined) {
    const needed = unitsToCredits(wanted.least ?? amount);
    throw new Failure('E_CREDITS_EXHAUSTED', undefined, { needed, available: '0' });
  }
  const accountId = await accountOf(tx, payer, unbooked);
  return (await reserve(tx, { ...wanted, accountId })).amount;
}

export async function reserve(tx: Tx, wanted: Reserving): Promise<Hold> {
  const account = await openAccount(tx, wanted.accountId);
  const known = await findRow<{ id: string; amount: string; isOpen: boolean }>(
    tx,
    sql`select id, amount_u as amount, state = 'open' as "isOpen" from credit_holds
        where cause = ${wanted.cause}`,
  );
  if (known?.isOpen) return { id: known.id, amount: toUnits(known.amount), isNew: false };
  // It has ended: what is begun again sets aside anew, or nobody would pay for it.
  if (known) {
    await changeRows(
      tx,
      sql`update credit_holds set cause = cause || ' ' || id where id = ${known.id}`,
    );
  }
  await bringUpToDate(tx, account, new Date());
  const amount = enoughOf(account, await withinBudget(tx, wanted));
  const limits = await holdWithin(tx, account, { ...wanted, amount });
  const hold = await findRow<{ id: string }>(
    tx,
    sql`insert into credit_holds (account_id, project_id, cause, amount_u, limits, run_id,
          lease_until)
        values (${account.id}, ${wanted.projectId}, ${wanted.cause}, ${String(amount)},
          ${limits}::uuid[], ${wanted.budget?.runId ?? null}, now() + make_interval(secs => ${wanted.leaseSeconds ?? LEASE_SECONDS}))
        returning id`,
  );
  account.held = toUnits(account.held + amount);
  await closeAccount(tx, account);
  return { id: hold!.id, amount, isNew: true };
}

/** What is set aside for steps of the run counts, and what those that ended have cost. */
async function withinBudget(tx: Tx, wanted: Reserving): Promise<Reserving> {
  const { budget, amount, least = amount } = wanted;
  if (!budget) return wanted;
  const { used, held } = await readRow<{ used: string; held: string }>(
    tx,
    sql`select coalesce(sum(case when state = 'open' then amount_u else spent_u end), 0)::bigint
          as used, coalesce(sum(amount_u) filter (where state = 'open'), 0)::bigint as held
        from credit_holds where run_id = ${budget.runId}`,
  );
  const left = toUnits(budget.most - BigInt(used));
  // Of what steps beside it have set aside, most comes back.
  const isSetAside = left + BigInt(held) >= least;
  if (left < least) throw new Failure('E_RUN_BUDGET', undefined, { isSetAside });
  return { ...wanted, least, amount: left < amount ? left : amount };
}

function enoughOf(account: OpenAccount, { amount, least = amount }: Reserving): Units {
  if (account.isFrozen) throw new Failure('E_ACCOUNT_CHECKED');
  const free = available(account);
  if (free >= least && free > 0n) return free < amount ? free : amount;
  throw new Failure('E_CREDITS_EXHAUSTED', undefined, {
    needed: unitsToCredits(least),
    available: unitsToCredits(free < 0n ? 0n : free),
  });
}

type OpenHold = {
  id: string;
  accountId: string;
  projectId: string;
  amount: string;
  limits: string[];
};

/**
 * Ends a hold: charges what was used, or nothing. False where it has ended before; then nothing is
 * done. What was used beyond what is there is not charged: nobody owes for work.
 */
export async function settle(tx: Tx, cause: string, used: readonly Used[]): Promise<boolean> {
  const about = await findRow<{ accountId: string }>(
    tx,
    sql`select account_id as "accountId" from credit_holds where cause = ${cause}`,
  );
  if (!about) return false;
  const account = await openAccount(tx, about.accountId);
  const hold = await findRow<OpenHold>(
    tx,
    sql`update credit_holds set state = ${used.length > 0 ? 'settled' : 'returned'}, ended_at = now()
        where cause = ${cause} and state = 'open'
        returning id, account_id as "accountId", project_id as "projectId", amount_u as amount,
          limits`,
  );
  if (!hold) return false;
  account.held = toUnits(account.held - BigInt(hold.amount));
  let spent = NO_UNITS;
  for (const one of used) {
    const cost = costOf(one.priceId, one.quantity);
    // What the check of an account keeps us from booking is ours to bear.
    const amount = account.isFrozen ? NO_UNITS : affordable(account, cost);
    await charge(tx, account, { used: one, hold, cost, amount });
    spent = toUnits(spent + amount);
  }
  if (spent > 0n) {
    await changeRows(
      tx,
      sql`update credit_holds set spent_u = ${String(spent)}
          where id = ${hold.id} and run_id is not null`,
    );
  }
  await spendWithin(tx, account, { ...hold, held: toUnits(hold.amount), spent });
  await bringUpToDate(tx, account, new Date());
  await closeAccount(tx, account);
  return true;
}

type Charging = { used: Used; hold: OpenHold; cost: Units; amount: Units };

async function charge(tx: Tx, account: OpenAccount, charging: Charging): Promise<void> {
  const { used, hold, cost, amount } = charging;
  const { projectId } = hold;
  const waived = toUnits(cost - amount);
  await noteUsage(tx, account, { ...used, projectId, amount, waived, n: 1 });
  if (cost === 0n || account.isFrozen) return;
  const key = `hold:${hold.id}:${used.meter}`;
  await take(tx, account, {
    ...used,
    projectId,
    waived,
    kind: 'charge',
    amount: negated(amount),
    key,
  });
}

/** Nothing came of it. */
export function giveBack(tx: Tx, cause: string): Promise<boolean> {
  return settle(tx, cause, []);
}

/** What it is for goes on. */
export async function keepHold(tx: Tx, cause: string, seconds = LEASE_SECONDS): Promise<void> {
  await changeRows(
    tx,
    sql`update credit_holds set lease_until = now() + make_interval(secs => ${seconds})
        where cause = ${cause} and state = 'open'`,
  );
}

export async function listLapsed(tx: Tx, most: number): Promise<string[]> {
  const rows = await listRows<{ cause: string }>(
    tx,
    sql`select cause from credit_holds where state = 'open' and lease_until < now()
        order by lease_until limit ${most}`,
  );
  return rows.map(({ cause }) => cause);
}
