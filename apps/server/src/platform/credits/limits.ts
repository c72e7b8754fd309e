import { Failure } from '@causeway/contract/errors.ts';
import { periodAt } from '@causeway/contract/billing/periods.ts';
import {
  creditsToUnits,
  NO_UNITS,
  toUnits,
  type Units,
  unitsToCredits,
} from '@causeway/contract/billing/units.ts';
import { changeRows, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { OpenAccount } from './accounts.ts';
import { type LimitState, tellCap } from './marks.ts';

type Caused = { projectId: string; keyId?: string | undefined };
type Wanted = Caused & { amount: Units };

type Limit = { id: string; scope: CapScope; cap: string; spent: string; held: string };

/** Every cap that is set counts what is on hold too; the first that would be passed is named. */
export async function holdWithin(
  tx: Tx,
  account: OpenAccount,
  { amount, ...caused }: Wanted,
): Promise<string[]> {
  const limits = await listLimits(tx, account, caused);
  for (const limit of limits) {
    const wanted = BigInt(limit.spent) + BigInt(limit.held) + amount;
    if (wanted <= BigInt(limit.cap)) continue;
    throw capReached(limit);
  }
  const ids = limits.map(({ id }) => id);
  if (ids.length > 0) {
    await changeRows(
      tx,
      sql`update spend_limits set held_u = held_u + ${String(amount)}
          where id = any(${ids}::uuid[])`,
    );
  }
  return ids;
}

type Spending = { limits: readonly string[]; held: Units; spent: Units };

export async function spendWithin(tx: Tx, account: OpenAccount, spending: Spending): Promise<void> {
  if (spending.limits.length === 0) return;
  const after = await listRows<LimitState>(
    tx,
    sql`update spend_limits set held_u = greatest(0, held_u - ${String(spending.held)}),
          spent_u = spent_u + ${String(spending.spent)}
        where id = any(${spending.limits}::uuid[])
        returning id, scope, scope_id as "scopeId", cap_u as cap, spent_u as spent, period_start as period`,
  );
  for (const limit of after) await tellCap(tx, account, limit);
}

type Gathering = Caused & { wanted: Units; most: Units; isBound: boolean };

/**
 * How much of what was gathered is charged: no more than there is, and than the caps leave; what may be
 * owed is bound by neither. It is counted towards the caps.
 */
export async function gatherWithin(
  tx: Tx,
  account: OpenAccount,
  { wanted, most, isBound, ...caused }: Gathering,
): Promise<Units> {
  const limits = await listLimits(tx, account, caused);
  let spent: bigint = isBound && most < wanted ? most : wanted;
  if (isBound) {
    for (const { cap, spent: before, held } of limits) {
      const room = BigInt(cap) - BigInt(before) - BigInt(held);
      if (room < spent) spent = room < 0n ? 0n : room;
    }
  }
  const ids = limits.map(({ id }) => id);
  await spendWithin(tx, account, { limits: ids, held: NO_UNITS, spent: toUnits(spent) });
  return toUnits(spent);
}

/**
 * In the order account, project, key, sponsor; one whose month is over begins at nothing. That of a key
 * holds whoever pays: it has the month of who did when it began.
 */
async function listLimits(
  tx: Tx,
  account: OpenAccount,
  { projectId, keyId }: Caused,
): Promise<Limit[]> {
  const { start, end } = periodAt(account.anchor, new Date());
  await changeRows(
    tx,
    sql`update spend_limits set period_start = ${start}, period_end = ${end}, spent_u = 0
        where (account_id = ${account.id} and scope <> 'key' and period_start < ${start})
          or (scope = 'key' and scope_id = ${keyId ?? null}::uuid and period_end <= now())`,
  );
  return listRows(
    tx,
    sql`select id, scope, cap_u as cap, spent_u as spent, held_u as held from spend_limits
        where (account_id = ${account.id} and (
            (scope = 'account' and scope_id = ${account.id})
            or (scope in ('project', 'sponsor') and scope_id = ${projectId})))
          or (scope = 'key' and scope_id = ${keyId ?? null}::uuid)
        order by array_position(array['account', 'project', 'key', 'sponsor'], scope)
        for update`,
  );
}

export type CapScope = keyof typeof raisedBy;

/** Who may raise which cap, as the refusal says it. */
const raisedBy = {
  account: 'whoever pays, under Account › Billing',
  project: 'whoever pays for the project, on its usage page',
  key: 'the admins of the project, on the page of the key',
  sponsor: 'the sponsor of the project',
};

/** Names which one, and who may raise it. */
export function capReached({ scope, cap, spent }: Pick<Limit, 'scope' | 'cap' | 'spent'>): Failure {
  const credits = { cap: unitsToCredits(BigInt(cap)), spent: unitsToCredits(BigInt(spent)) };
  const message = `The spend cap of this ${scope} is reached: ${credits.spent} of ${credits.cap} credits this month. It can be raised by ${raisedBy[scope]}.`;
  return new Failure('E_SPEND_CAP', message, { scope, ...credits, raisedBy: raisedBy[scope] });
}

/** Of what somebody typed. */
export function capOf(text: string | null): Units | null {
  const cap = text === null ? null : creditsToUnits(text);
  if (cap !== null && cap < 0n) throw new Failure('E_VALIDATION', 'A cap is not below zero.');
  return cap;
}

export type Cap = { scope: 'account' | 'project'; scopeId: string; cap: Units | null };

/** Sets a cap or takes it away. What was spent this month counts from the start. */
export async function setCap(tx: Tx, account: OpenAccount, { scope, scopeId, cap }: Cap) {
  if (cap === null) {
    await changeRows(
      tx,
      sql`delete from spend_limits
          where account_id = ${account.id} and scope = ${scope} and scope_id = ${scopeId}`,
    );
    return;
  }
  const { start, end } = periodAt(account.anchor, new Date());
  const { spent } = await readRow<{ spent: string }>(
    tx,
    sql`select coalesce(-sum(amount_u), 0)::bigint as spent from credit_ledger
        where account_id = ${account.id} and kind = 'charge' and at >= ${start}
          and (${scope} = 'account' or project_id = ${scopeId})`,
  );
  await changeRows(
    tx,
    sql`insert into spend_limits (account_id, scope, scope_id, cap_u, period_start, period_end,
          spent_u)
        values (${account.id}, ${scope}, ${scopeId}, ${String(cap)}, ${start}, ${end}, ${spent})
        on conflict (account_id, scope, scope_id) do update set cap_u = excluded.cap_u`,
  );
}
