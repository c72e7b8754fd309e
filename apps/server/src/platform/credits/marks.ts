import { toUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { happened } from '#platform/outbox/happened.ts';
import {
  cappedProjects,
  isCapped,
  type OpenAccount,
  payerOfProject,
  saveAccount,
} from './accounts.ts';

/** Of what was given, in percent: each is told once, and again of what was given since. */
const creditMarks = [20, 5, 0] as const;
const capMarks = [50, 80, 100] as const;

/** Writes the account back, and tells and stops what its new balance asks for. */
export async function closeAccount(tx: Tx, account: OpenAccount): Promise<void> {
  const { isCapped: isAtCap, capped, hasStops } = await saveAccount(tx, account);
  if (account.balance < account.before) await tellMarks(tx, account);
  if (account.balance <= 0n) await placeStops(tx, account, 'credits');
  else if (isAtCap) await placeStops(tx, account, 'cap');
  else {
    if (capped.length > 0) await placeStops(tx, account, 'cap', capped);
    if (hasStops) await liftStops(tx, account, capped);
  }
}

async function tellMarks(tx: Tx, account: OpenAccount): Promise<void> {
  if (account.holderId === null) return;
  const { base, newest } = await readRow<{ base: string; newest: string | null }>(
    tx,
    sql`select coalesce(sum(amount_u), 0)::bigint as base,
          (select id from credit_grants where account_id = ${account.id}
            order by created_at desc, id limit 1) as newest
        from credit_grants
        where account_id = ${account.id}
          and (expires_at > now() or (expires_at is null and left_u > 0))`,
  );
  const crossed = creditMarks.filter(
    (mark) => account.balance * 100n <= toUnits(base) * BigInt(mark),
  );
  const lowest = crossed.at(-1);
  // Only the last of those that were passed at once is worth a mail.
  for (const mark of crossed) {
    const isNew = await noteOnce(tx, account.id, {
      kind: 'credits',
      key: `${newest}:${base}:${mark}`,
    });
    if (isNew && mark === lowest) {
      await tell(tx, {
        to: { people: [account.holderId] },
        kind: 'credits.low',
        params: { percent: mark },
        link: '/account/billing',
        about: account.id,
      });
    }
  }
}

/** Whether this is the first time: a row in the transaction that does it, so it is told once. */
export async function noteOnce(
  tx: Tx,
  accountId: string,
  { kind, key }: { kind: string; key: string },
): Promise<boolean> {
  const noted = await changeRows(
    tx,
    sql`insert into credit_notices (account_id, kind, key) values (${accountId}, ${kind}, ${key})
        on conflict do nothing`,
  );
  return noted > 0;
}

export type LimitState = {
  id: string;
  scope: string;
  scopeId: string;
  cap: string;
  spent: string;
  period: string;
};

/** Halfway, at four fifths and at its end: once each; another cap begins anew. */
export async function tellCap(tx: Tx, account: OpenAccount, limit: LimitState): Promise<void> {
  if (account.holderId === null) return;
  const reached = capMarks.filter(
    (mark) => BigInt(limit.spent) * 100n >= BigInt(limit.cap) * BigInt(mark),
  );
  const highest = reached.at(-1);
  for (const mark of reached) {
    const key = `${limit.id}:${limit.period}:${limit.cap}:${mark}`;
    const isNew = await noteOnce(tx, account.id, { kind: 'cap', key });
    if (isNew && mark === highest) await tellMark(tx, account.holderId, { ...limit, mark });
  }
}

/** Of a key who pays hears, and whose it is. */
async function tellMark(
  tx: Tx,
  payer: string,
  { mark: percent, ...limit }: LimitState & { mark: number },
): Promise<void> {
  const cap = unitsToCredits(BigInt(limit.cap));
  const key = limit.scope === 'key' ? await findKey(tx, limit.scopeId) : undefined;
  if (!key) {
    await tell(tx, {
      to: { people: [payer] },
      kind: 'threshold.reached',
      params: { what: cap, percent },
      link: '/account/billing',
      about: limit.id,
    });
    return;
  }
  await tell(tx, {
    to: { people: [...new Set([payer, key.ownerId])] },
    kind: 'key.cap',
    params: { key: key.name, cap, percent },
    projectId: key.projectId,
    link: `/settings/api-keys/${limit.scopeId}?projectId=${key.projectId}`,
    about: limit.id,
  });
}

function findKey(db: Db, keyId: string) {
  return findRow<{ name: string; ownerId: string; projectId: string }>(
    db,
    sql`select name, owner_id as "ownerId", project_id as "projectId" from api_keys
        where id = ${keyId}`,
  );
}

/** The projects somebody pays for rest while there is nothing left, and go on when there is. */
async function placeStops(
  tx: Tx,
  account: OpenAccount,
  reason: 'credits' | 'cap',
  only: string[] | null = null,
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into credit_stops as stop (project_id, account_id, reason)
        select project.id, ${account.id}, ${reason} from projects project
        where ${payerOfProject} = ${account.holderId}
          and (${only}::uuid[] is null or project.id = any(${only}::uuid[]))
        on conflict (project_id) do update set reason = excluded.reason
          where stop.account_id = excluded.account_id and stop.reason <> excluded.reason`,
  );
}

async function liftStops(tx: Tx, account: OpenAccount, except: string[]): Promise<void> {
  const freed = await changeRows(
    tx,
    sql`delete from credit_stops
        where account_id = ${account.id} and project_id <> all(${except}::uuid[])`,
  );
  if (freed > 0) await tellRefilled(tx, account.id);
}

async function tellRefilled(tx: Tx, accountId: string): Promise<void> {
  await happened(tx, accountId, {
    type: 'credits.refilled',
    projectId: null,
    data: { accountId },
  });
}

/** Somebody else pays for a project now: what rested for want of the other's credits goes on. */
export async function freePaidFor(tx: Tx): Promise<void> {
  const freed = await listRows<{ accountId: string }>(
    tx,
    sql`delete from credit_stops stop using projects project
        where project.id = stop.project_id and not exists (
          select from billing_accounts account
          where account.holder_id = ${payerOfProject}
            and (account.balance_u <= 0 or ${isCapped} or project.id in ${cappedProjects}))
        returning stop.account_id as "accountId"`,
  );
  const accounts = new Set(freed.map(({ accountId }) => accountId));
  for (const accountId of accounts) await tellRefilled(tx, accountId);
}

/** Why what costs rests in a project; null: it goes on. */
export async function findStop(db: Db, projectId: string): Promise<'credits' | 'cap' | null> {
  const found = await findRow<{ reason: 'credits' | 'cap' }>(
    db,
    sql`select reason from credit_stops where project_id = ${projectId}`,
  );
  return found?.reason ?? null;
}
