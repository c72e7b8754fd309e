import type { BookRule } from '@causeway/contract/billing/staff.ts';
import { unitsToCredits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Database, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell, untell } from '#platform/inbox/tell.ts';
import { openAccount } from './accounts.ts';
import { bringUpToDate } from './book.ts';
import { closeAccount } from './marks.ts';

type Disagreement = { accountId: string; rule: BookRule; said: string; should: string };

/**
 * What must always hold, asked of the tables themselves: the balance is the sum of its lines and the
 * newest line says it; lines are numbered without gaps; what is left of grants less what is owed is
 * the balance, and nothing is left while something is owed; what is held is the sum of open holds; what
 * was charged is what days cost.
 */
export async function findDisagreements(
  db: Db,
  only: readonly string[] | null = null,
): Promise<Disagreement[]> {
  const found = await listRows<Disagreement>(
    db,
    sql`with account as (
          select * from billing_accounts where ${only}::uuid[] is null or id = any(${only}::uuid[])
        ), sums as (
          select account.id, account.balance_u, account.held_u, account.seq,
            coalesce((select sum(amount_u) from credit_ledger where account_id = account.id), 0)
              as lines,
            coalesce((select balance_u from credit_ledger where account_id = account.id
              order by seq desc limit 1), 0) as newest,
            (select count(*) from credit_ledger where account_id = account.id) as numbered,
            coalesce((select sum(left_u) from credit_grants where account_id = account.id), 0)
              as remaining,
            coalesce((select sum(amount_u) from credit_allocations
              where account_id = account.id and grant_id is null), 0) as owed,
            coalesce((select sum(amount_u) from credit_holds
              where account_id = account.id and state = 'open'), 0) as holds,
            coalesce((select -sum(amount_u) from credit_ledger
              where account_id = account.id and kind = 'charge'), 0) as charged,
            coalesce((select sum(cost_u) from usage_day where account_id = account.id), 0) as used
          from account
        )
        select id as "accountId", rule, said::bigint::text as said, should::bigint::text as should
        from sums, lateral (values
          ('lines', balance_u, lines),
          ('newest', balance_u, newest),
          ('numbered', seq, numbered),
          ('left', balance_u, remaining - owed),
          ('owed', least(owed, remaining), 0),
          ('held', held_u, holds),
          ('days', charged, used)
        ) as checked (rule, said, should) where said <> should`,
  );
  return found.map((one) => (one.rule === 'numbered' ? one : inCredits(one)));
}

function inCredits({ said, should, ...one }: Disagreement): Disagreement {
  return { ...one, said: unitsToCredits(BigInt(said)), should: unitsToCredits(BigInt(should)) };
}

/**
 * Accounts whose sums do not agree: nothing is set aside or booked there until somebody has looked, and
 * who runs the installation hears of it.
 */
export async function freezeDisagreeing(db: Database): Promise<Disagreement[]> {
  const found = await findDisagreements(db);
  if (found.length === 0) return found;
  await db.transaction(async (tx) => {
    const frozen = await listRows<{ id: string; person: string }>(
      tx,
      sql`update billing_accounts account set frozen_at = now()
          where frozen_at is null and id = any(${found.map(({ accountId }) => accountId)}::uuid[])
          returning id, coalesce((select name from users where users.id = account.holder_id), '')
            as person`,
    );
    for (const { id, person } of frozen) {
      await tell(tx, {
        to: 'staff',
        kind: 'account.frozen',
        params: { person },
        link: '/staff/credits',
        about: id,
      });
    }
  });
  return found;
}

type Frozen = {
  id: string;
  person: { id: string; name: string; email: string } | null;
  frozenAt: string;
  disagreements: Omit<Disagreement, 'accountId'>[];
};

const MOST_FROZEN = 200;

export async function listFrozen(db: Db): Promise<Frozen[]> {
  const accounts = await listRows<Omit<Frozen, 'disagreements'>>(
    db,
    sql`select account.id, account.frozen_at as "frozenAt", case when person.id is not null
          then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end
            as person
        from billing_accounts account left join users person on person.id = account.holder_id
        where account.frozen_at is not null order by account.frozen_at, account.id
        limit ${MOST_FROZEN}`,
  );
  if (accounts.length === 0) return [];
  const found = await findDisagreements(
    db,
    accounts.map(({ id }) => id),
  );
  const of = Map.groupBy(found, ({ accountId }) => accountId);
  return accounts.map((account) => ({ ...account, disagreements: of.get(account.id) ?? [] }));
}

/** Only where the sums agree again: the next night would freeze it anew. */
export async function unfreeze(tx: Tx, accountId: string): Promise<void> {
  const { isFrozen } = await openAccount(tx, accountId);
  if (!isFrozen) throw new Failure('E_NOT_FOUND');
  const [first] = await findDisagreements(tx, [accountId]);
  if (first) throw new Failure('E_BOOKS_DISAGREE');
  await changeRows(tx, sql`update billing_accounts set frozen_at = null where id = ${accountId}`);
  await untell(tx, { kind: 'account.frozen', about: accountId });
  const account = await openAccount(tx, accountId);
  await bringUpToDate(tx, account, new Date());
  await closeAccount(tx, account);
}
