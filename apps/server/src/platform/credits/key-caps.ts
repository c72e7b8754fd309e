import { periodAt } from '@causeway/contract/billing/periods.ts';
import { NO_UNITS, toUnits, type Units } from '@causeway/contract/billing/units.ts';
import { changeRows, type Db, findRow, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { findPayer } from './accounts.ts';
import { type CapScope, capReached } from './limits.ts';

export type KeyCap = {
  cap: Units | null;
  spent: Units;
  /** When the month ends that this was spent in. */
  until: string;
  setBy: { id: string; name: string } | null;
};

type Key = { projectId: string; keyId: string };

/**
 * What a key may cost in a month, and what it has cost in this one. With a cap it is the month that the
 * cap counts, which goes on when somebody else begins to pay; else that of who pays.
 */
export async function readKeyCap(db: Db, key: Key): Promise<KeyCap> {
  const found = await findRow<StoredCap>(
    db,
    sql`select cap_u as cap, spent_u as spent, period_end as "until", period_end <= now() as "isOver",
          case when setter.id is not null
            then json_build_object('id', setter.id, 'name', setter.name) end as "setBy"
        from spend_limits left join users setter on setter.id = set_by
        where scope = 'key' and scope_id = ${key.keyId}`,
  );
  if (found && !found.isOver) {
    const { cap, spent, until, setBy } = found;
    return { cap: toUnits(cap), spent: toUnits(spent), until, setBy };
  }
  const { start, end } = await readMonth(db, key.projectId);
  const until = end.toISOString();
  if (found) return { cap: toUnits(found.cap), spent: NO_UNITS, until, setBy: found.setBy };
  return { cap: null, spent: await readSpent(db, key, start), until, setBy: null };
}

type StoredCap = Pick<KeyCap, 'until' | 'setBy'> & { cap: string; spent: string; isOver: boolean };

type Setting = Key & { accountId: string; cap: Units | null; setBy: string | null };

/** What was spent this month counts from the start. */
export async function setKeyCap(tx: Tx, { accountId, cap, setBy, ...key }: Setting): Promise<void> {
  const { keyId } = key;
  if (cap === null) {
    await changeRows(tx, sql`delete from spend_limits where scope = 'key' and scope_id = ${keyId}`);
    return;
  }
  const { start, end } = await readMonth(tx, key.projectId);
  const spent = await readSpent(tx, key, start);
  await changeRows(
    tx,
    sql`insert into spend_limits (account_id, scope, scope_id, cap_u, period_start, period_end,
          spent_u, set_by)
        values (${accountId}, 'key', ${keyId}, ${String(cap)}, ${start}, ${end}, ${String(spent)},
          ${setBy})
        on conflict (scope_id) where scope = 'key'
          do update set cap_u = excluded.cap_u, set_by = excluded.set_by`,
  );
}

/**
 * Where a key has reached its cap. What was spent in a month that is over is none of this one's; a cap of
 * nothing is reached in any.
 */
function capReachedBy(keyId: Sql): Sql {
  return sql`from spend_limits where scope = 'key' and scope_id = ${keyId}
    and (cap_u = 0 or (period_end > now() and spent_u + held_u >= cap_u))`;
}

/** For what others start that a key set off: `keyId` may be null. */
export function isKeyAtCap(keyId: Sql): Sql {
  return sql`exists (select ${capReachedBy(keyId)})`;
}

/** Refuses a key at its cap, before it sets anything going that costs. */
export async function requireKeyRoom(db: Db, keyId: string): Promise<void> {
  const reached = await findRow<{ scope: CapScope; cap: string; spent: string }>(
    db,
    sql`select scope, cap_u as cap, spent_u as spent ${capReachedBy(sql`${keyId}`)}`,
  );
  if (reached) throw capReached(reached);
}

async function readMonth(db: Db, projectId: string): Promise<{ start: Date; end: Date }> {
  const payer = await findPayer(db, projectId);
  const account = await findRow<{ anchor: string }>(
    db,
    sql`select anchor from billing_accounts where holder_id = ${payer ?? null}`,
  );
  return periodAt(new Date(account?.anchor ?? Date.now()), new Date());
}

async function readSpent(db: Db, { projectId, keyId }: Key, since: Date): Promise<Units> {
  const { spent } = await readRow<{ spent: string }>(
    db,
    sql`select coalesce(-sum(amount_u), 0)::bigint as spent from credit_ledger
        where project_id = ${projectId} and actor_kind = 'key' and actor_id = ${keyId}
          and kind = 'charge' and at >= ${since}`,
  );
  return toUnits(spent);
}
