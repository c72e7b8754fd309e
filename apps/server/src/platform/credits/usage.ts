import { costOfMore } from '@causeway/contract/billing/prices.ts';
import { negated, NO_UNITS, toUnits, type Units } from '@causeway/contract/billing/units.ts';
import { changeRows, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { affordable, type OpenAccount } from './accounts.ts';
import { take } from './book.ts';
import { gatherWithin } from './limits.ts';

/** So much of something, by whom and for what. */
export type Used = {
  meter: string;
  priceId: string;
  quantity: bigint;
  causeKind: string;
  causeId: string;
  actorKind: string;
  actorId: string;
  happenedAt?: Date;
};

type Noted = Used & { projectId: string; amount: Units; waived: Units; n: number };

/** By the day where the account is, of when it happened. */
export async function noteUsage(tx: Tx, account: OpenAccount, noted: Noted): Promise<void> {
  const at = noted.happenedAt ?? new Date();
  await changeRows(
    tx,
    sql`insert into usage_day as used (project_id, day, meter, price_id, cause_kind, cause_id,
          actor_kind, actor_id, account_id, quantity, cost_u, waived_u, n)
        values (${noted.projectId}, (${at}::timestamptz at time zone ${account.zone})::date,
          ${noted.meter}, ${noted.priceId}, ${noted.causeKind}, ${noted.causeId},
          ${noted.actorKind}, ${noted.actorId}, ${account.id}, ${String(noted.quantity)},
          ${String(noted.amount)}, ${String(noted.waived)}, ${noted.n})
        on conflict (project_id, day, meter, price_id, cause_kind, cause_id, actor_kind, actor_id,
          account_id) do update set quantity = used.quantity + excluded.quantity,
            cost_u = used.cost_u + excluded.cost_u, waived_u = used.waived_u + excluded.waived_u,
            n = used.n + excluded.n`,
  );
}

export type Gathered = Used & { projectId: string; n: number; canOwe?: boolean };

/**
 * Charges what is paid for afterwards. By the difference of the day's totals: however it was gathered,
 * the day costs the same. Where nothing is left, or a cap is reached, it costs nothing, except what is
 * kept (storage). While an account is being checked nothing is booked to it: it is counted, and ours to
 * bear.
 */
export async function chargeGathered(
  tx: Tx,
  account: OpenAccount,
  gathered: Gathered,
): Promise<void> {
  const at = gathered.happenedAt ?? new Date();
  const before = await findRow<{ quantity: string }>(
    tx,
    sql`select quantity from usage_day
        where project_id = ${gathered.projectId}
          and day = (${at}::timestamptz at time zone ${account.zone})::date
          and meter = ${gathered.meter} and price_id = ${gathered.priceId}
          and cause_kind = ${gathered.causeKind} and cause_id = ${gathered.causeId}
          and actor_kind = ${gathered.actorKind} and actor_id = ${gathered.actorId}
          and account_id = ${account.id}`,
  );
  const cost = costOfMore(gathered.priceId, BigInt(before?.quantity ?? 0), gathered.quantity);
  if (account.isFrozen) {
    return noteUsage(tx, account, { ...gathered, amount: NO_UNITS, waived: cost });
  }
  const amount = await gatherWithin(tx, account, {
    projectId: gathered.projectId,
    keyId: gathered.actorKind === 'key' ? gathered.actorId : undefined,
    wanted: cost,
    most: affordable(account, cost),
    isBound: !gathered.canOwe,
  });
  const waived = toUnits(cost - amount);
  await noteUsage(tx, account, { ...gathered, amount, waived });
  if (cost === NO_UNITS) return;
  const key = `usage:${account.id}:${account.seq + 1n}`;
  await take(tx, account, { ...gathered, waived, kind: 'charge', amount: negated(amount), key });
}
