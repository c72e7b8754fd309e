import { type AccountAct, accountActs } from '@causeway/contract/auth/account-acts.ts';
import type { Proof } from '@causeway/contract/auth/security.ts';
import { nobodyAt, type Origin } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { changeRows, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Limit } from '#platform/limits/limiter.ts';
import type { Services } from '#platform/services.ts';

/** Each a line of its own; whoever signs in more often than people do is summed. */
const linesOfAccount: Limit = { name: 'sign-in-lines', burst: 50, seconds: 24 * 60 * 60 };

/** `not-enough`: the password was right, and the account is not opened by it. */
type Refusal = 'password' | 'not-enough' | 'code';
type Outcome = 'signed-in' | Refusal;

/** Asked before a transaction begins: within one it would take a second connection. */
export function mayHaveLine(
  { limiter }: Pick<Services, 'limiter'>,
  { id }: Person,
): Promise<boolean> {
  return limiter.tryTake(linesOfAccount, id);
}

type SignIn = { account: Person; origin: Origin; proofs: Proof[]; hasLine: boolean };

/** Of whoever has just become the owner of a session. */
export async function recordSignIn(
  tx: Tx,
  { account, origin, proofs, hasLine }: SignIn,
): Promise<void> {
  if (!hasLine) {
    return count(tx, { userId: account.id, outcome: 'signed-in', origin });
  }
  await recordAct(tx, nobodyAt(origin), {
    action: 'account.signed-in',
    target: account.id,
    linkOf: account,
    details: { proofs, userAgent: origin.userAgent ?? null },
  });
}

type Person = { id: string; name: string };

/**
 * Somebody guesses: summed, for the owner of the account to see. Nobody waits for it, so that an answer
 * takes as long where there is an account as where there is none.
 */
export function countRefused(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  refused: { userId: string; outcome: Refusal; origin: Origin },
): void {
  void count(db, refused).catch((error: unknown) => {
    logger.warn({ err: error }, 'a refused sign-in was not counted');
  });
}

async function count(
  db: Db,
  { userId, outcome, origin }: { userId: string; outcome: Outcome; origin: Origin },
): Promise<void> {
  await changeRows(
    db,
    sql`insert into sign_in_counts as counted
          (user_id, day, outcome, tries, first_at, last_at, last_address)
        select id, (now() at time zone 'utc')::date, ${outcome}, 1, now(), now(), ${origin.address}
        from users where id = ${userId}
        on conflict (user_id, day, outcome) do update
          set tries = counted.tries + 1, last_at = excluded.last_at,
            last_address = excluded.last_address`,
  );
}

const SHOWN = 100;

/** What was done with an account, by its owner or to it, newest first; nobody else is shown it. */
export function listAccountActs(db: Db, userId: string): Promise<AccountAct[]> {
  const shown = sql`entry.project_id is null and entry.action = any(${[...accountActs]})`;
  // Where the people are who do something to or as others is nothing to those.
  const isOwn = sql`coalesce(entry.actor_id, ${userId}) = ${userId}
    and entry.impersonator_id is null and entry.impersonator_name is null`;
  return listRows(
    db,
    sql`with lines as (
          (select * from audit_log entry where entry.actor_id = ${userId} and ${shown}
            order by entry.id desc limit ${SHOWN})
          union
          (select * from audit_log entry where entry.target = ${userId}::text and ${shown}
            order by entry.id desc limit ${SHOWN}))
        select 'line ' || entry.id as id, entry.at, null as since, entry.action, 1 as tries,
          coalesce(entry.details->'proofs', '[]') as proofs, entry.details->>'kind' as kind,
          entry.details->>'userAgent' as "userAgent",
          case when ${isOwn} then entry.address end as address,
          coalesce(staff.name, entry.impersonator_name) as staff
        from lines entry left join users staff on staff.id = entry.impersonator_id
        union all
        select 'count ' || counted.day || ' ' || counted.outcome, counted.last_at, counted.first_at,
          case when counted.outcome = 'signed-in' then 'account.signed-in' else 'account.refused' end,
          counted.tries, '[]', counted.outcome, null, counted.last_address, null
        from sign_in_counts counted where counted.user_id = ${userId}
        order by at desc limit ${SHOWN}`,
  );
}
