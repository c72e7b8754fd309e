import { changeRows, type Database, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Disagreement = { accountId: string; rule: string };

/**
 * What must always hold, asked of the tables themselves: the balance is the sum of its lines and the
 * newest line says it; lines are numbered without gaps; what is left of grants less what is owed is
 * the balance; what is held is the sum of open holds; what days cost is what was charged.
 */
export function findDisagreements(db: Database, only: string | null = null) {
  return listRows<Disagreement>(
    db,
    sql`with account as (
          select * from billing_accounts where ${only}::uuid is null or id = ${only}::uuid
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
        select id as "accountId", rule from sums, lateral (values
          ('balance is the sum of its lines', balance_u = lines),
          ('the newest line says the balance', balance_u = newest),
          ('lines are numbered without gaps', seq = numbered),
          ('balance is what is left less what is owed', balance_u = remaining - owed),
          ('nothing is left while something is owed', owed >= 0 and (owed = 0 or remaining = 0)),
          ('held is the sum of open holds', held_u = holds),
          ('days cost what was charged', charged = used)
        ) as checked (rule, holds) where not checked.holds`,
  );
}

/** Accounts whose sums do not agree spend nothing more until somebody has looked. */
export async function freezeDisagreeing(db: Database): Promise<Disagreement[]> {
  const found = await findDisagreements(db);
  if (found.length > 0) {
    await changeRows(
      db,
      sql`update billing_accounts set frozen_at = now()
          where frozen_at is null and id = any(${found.map(({ accountId }) => accountId)}::uuid[])`,
    );
  }
  return found;
}
