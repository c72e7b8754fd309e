import { periodAt } from '@causeway/contract/billing/periods.ts';
import { plans } from '@causeway/contract/plans.ts';
import {
  creditsToUnits,
  negated,
  NO_UNITS,
  toUnits,
  type Units,
} from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { available, type OpenAccount } from './accounts.ts';

type LineKind = 'grant' | 'charge' | 'expiry' | 'reversal' | 'reinstated' | 'correction';

export type Line = {
  kind: LineKind;
  amount: Units;
  waived?: Units;
  projectId?: string;
  meter?: string;
  quantity?: bigint;
  priceId?: string;
  causeKind: string;
  causeId: string;
  actorKind?: string;
  actorId?: string;
  happenedAt?: Date;
  /** Nothing is booked twice under one. */
  key: string;
};

/** Adds a line: the balance is the sum of them, and each says what it was after it. */
async function addLine(tx: Tx, account: OpenAccount, line: Line): Promise<bigint> {
  // Whoever is about to look finds what was there.
  if (account.isFrozen) throw new Failure('E_ACCOUNT_CHECKED');
  account.seq += 1n;
  account.balance = toUnits(account.balance + line.amount);
  await changeRows(
    tx,
    sql`insert into credit_ledger (account_id, seq, kind, amount_u, balance_u, waived_u, project_id,
          meter, quantity, price_id, cause_kind, cause_id, actor_kind, actor_id, happened_at, key)
        values (${account.id}, ${String(account.seq)}, ${line.kind}, ${String(line.amount)},
          ${String(account.balance)}, ${String(line.waived ?? 0n)}, ${line.projectId ?? null},
          ${line.meter ?? null}, ${line.quantity === undefined ? null : String(line.quantity)},
          ${line.priceId ?? null}, ${line.causeKind}, ${line.causeId}, ${line.actorKind ?? null},
          ${line.actorId ?? null}, ${line.happenedAt ?? new Date()}, ${line.key})`,
  );
  return account.seq;
}

type Share = { grantId: string | null; amount: Units };

async function allocate(tx: Tx, account: OpenAccount, seq: bigint, shares: Share[]): Promise<void> {
  const some = shares.filter(({ amount }) => amount !== 0n);
  if (some.length === 0) return;
  await changeRows(
    tx,
    sql`insert into credit_allocations (account_id, seq, grant_id, amount_u)
        select ${account.id}, ${String(seq)}, share.grant_id, share.amount
        from unnest(${some.map(({ grantId }) => grantId)}::uuid[],
          ${some.map(({ amount }) => String(amount))}::bigint[]) as share (grant_id, amount)`,
  );
}

type Given = {
  kind: 'promo' | 'plan' | 'goodwill' | 'paid';
  amount: Units;
  source: string;
  priority?: number;
  expiresAt?: Date | null;
  causeKind?: string;
  causeId?: string;
};

/** Gives credits, once a source; what is owed is paid first. */
export async function give(tx: Tx, account: OpenAccount, given: Given): Promise<boolean> {
  const { kind, amount, source } = given;
  if (amount <= 0n) return false;
  const owed = account.balance < 0n ? negated(account.balance) : NO_UNITS;
  const paid = toUnits(owed < amount ? owed : amount);
  const grant = await findRow<{ id: string }>(
    tx,
    sql`insert into credit_grants (account_id, kind, amount_u, left_u, priority, expires_at, source)
        values (${account.id}, ${kind}, ${String(amount)}, ${String(amount - paid)},
          ${given.priority ?? 0}, ${given.expiresAt ?? null}, ${source})
        on conflict (source) do nothing returning id`,
  );
  if (!grant) return false;
  const seq = await addLine(tx, account, {
    kind: 'grant',
    amount,
    causeKind: given.causeKind ?? kind,
    causeId: given.causeId ?? source,
    key: `grant:${source}`,
  });
  await allocate(tx, account, seq, [
    { grantId: null, amount: negated(paid) },
    { grantId: grant.id, amount: paid },
  ]);
  return true;
}

/** Takes from the grants in their order; what they do not cover is owed. */
export async function take(tx: Tx, account: OpenAccount, line: Line): Promise<void> {
  const seq = await addLine(tx, account, line);
  let wanted = negated(line.amount);
  const shares: Share[] = [];
  for (const grant of await listGrants(tx, account)) {
    if (wanted === 0n) break;
    const taken = toUnits(grant.left < wanted ? grant.left : wanted);
    shares.push({ grantId: grant.id, amount: taken });
    wanted = toUnits(wanted - taken);
  }
  await lower(tx, shares);
  await allocate(tx, account, seq, [...shares, { grantId: null, amount: wanted }]);
}

async function lower(tx: Tx, shares: readonly Share[]): Promise<void> {
  if (shares.length === 0) return;
  await changeRows(
    tx,
    sql`update credit_grants spent set left_u = spent.left_u - share.amount
        from unnest(${shares.map(({ grantId }) => grantId)}::uuid[],
          ${shares.map(({ amount }) => String(amount))}::bigint[]) as share (id, amount)
        where spent.id = share.id`,
  );
}

type Grant = { id: string; left: Units; expiresAt: Date | null };

async function listGrants(tx: Tx, { id }: OpenAccount): Promise<Grant[]> {
  const rows = await listRows<{ id: string; left: string; expiresAt: string | null }>(
    tx,
    sql`select id, left_u as left, expires_at as "expiresAt" from credit_grants
        where account_id = ${id} and left_u > 0
        order by priority, expires_at nulls last,
          array_position(array['promo', 'plan', 'goodwill', 'paid'], kind), created_at, id`,
  );
  return rows.map(({ id: grantId, left, expiresAt }) => ({
    id: grantId,
    left: toUnits(left),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
}

/**
 * Books what is due: the month's credits of a plan nobody pays for, and what expired. Of the latter
 * what is on hold stays until its hold ends, so that work already begun is paid.
 */
export async function bringUpToDate(tx: Tx, account: OpenAccount, now: Date): Promise<void> {
  if (account.isFrozen) return;
  if (account.nextExpiry && account.nextExpiry <= now) await expire(tx, account, now);
  if (account.isSubscribed || account.holderId === null) return;
  const { number, end } = periodAt(account.anchor, now);
  const { credits } = plans[account.plan];
  await give(tx, account, {
    kind: 'plan',
    amount: creditsToUnits(String(credits)),
    source: `plan:${account.id}:${number}`,
    expiresAt: end,
  });
}

async function expire(tx: Tx, account: OpenAccount, now: Date): Promise<void> {
  for (const grant of await listGrants(tx, account)) {
    if (!grant.expiresAt || grant.expiresAt > now) continue;
    const free = available(account);
    const gone = toUnits(grant.left < free ? grant.left : free);
    if (gone <= 0n) return;
    const { nth } = await readRow<{ nth: number }>(
      tx,
      sql`select count(*)::int as nth from credit_ledger
          where account_id = ${account.id} and kind = 'expiry' and cause_id = ${grant.id}`,
    );
    const seq = await addLine(tx, account, {
      kind: 'expiry',
      amount: negated(gone),
      causeKind: 'grant',
      causeId: grant.id,
      key: `expiry:${grant.id}:${nth}`,
    });
    await lower(tx, [{ grantId: grant.id, amount: gone }]);
    await allocate(tx, account, seq, [{ grantId: grant.id, amount: gone }]);
  }
}

/**
 * So much of what a source gave is taken back, in all: the line is the difference to what was taken
 * back before, and so it may give again, when a dispute is won.
 */
export async function reverse(
  tx: Tx,
  account: OpenAccount,
  { source, reversed, key }: { source: string; reversed: Units; key: string },
): Promise<void> {
  const grant = await findRow<{ id: string; before: string; left: string }>(
    tx,
    sql`select id, reversed_u as before, left_u as left from credit_grants
        where source = ${source} and account_id = ${account.id}`,
  );
  if (!grant) return;
  const more = toUnits(reversed - BigInt(grant.before));
  if (more === 0n) return;
  await changeRows(
    tx,
    sql`update credit_grants set reversed_u = ${String(reversed)} where id = ${grant.id}`,
  );
  const line = { causeKind: 'grant', causeId: grant.id, key };
  if (more < 0n) {
    const owed = account.balance < 0n ? negated(account.balance) : NO_UNITS;
    const back = negated(more);
    const paid = toUnits(owed < back ? owed : back);
    const seq = await addLine(tx, account, { ...line, kind: 'reinstated', amount: back });
    await lower(tx, [{ grantId: grant.id, amount: toUnits(paid - back) }]);
    await allocate(tx, account, seq, [
      { grantId: null, amount: negated(paid) },
      { grantId: grant.id, amount: toUnits(paid - back) },
    ]);
    return;
  }
  // First what is left of this one, then of the others, then it is owed.
  const own = toUnits(BigInt(grant.left) < more ? BigInt(grant.left) : more);
  const seq = await addLine(tx, account, { ...line, kind: 'reversal', amount: negated(more) });
  const shares: Share[] = [{ grantId: grant.id, amount: own }];
  let wanted = toUnits(more - own);
  for (const other of await listGrants(tx, account)) {
    if (wanted === 0n) break;
    if (other.id === grant.id) continue;
    const taken = toUnits(other.left < wanted ? other.left : wanted);
    shares.push({ grantId: other.id, amount: taken });
    wanted = toUnits(wanted - taken);
  }
  await lower(tx, shares);
  await allocate(tx, account, seq, [...shares, { grantId: null, amount: wanted }]);
}
