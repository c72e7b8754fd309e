import type { PlanId } from '@causeway/contract/plans.ts';
import { plans } from '@causeway/contract/plans.ts';
import { type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { accountOf, findPayer } from './accounts.ts';

/** The account that pays for a project; none where nobody owns it any more. */
export async function payingAccount(
  tx: Tx,
  projectId: string,
  plan: PlanId,
): Promise<string | undefined> {
  const userId = await findPayer(tx, projectId);
  return userId === undefined ? undefined : accountOf(tx, userId, plan);
}

/** A sponsored project has its sponsor's plan; one whose payer has no account yet that of everybody. */
export async function planOf(db: Db, projectId: string, plan: PlanId): Promise<PlanId> {
  const found = await findRow<{ plans: (PlanId | null)[] }>(
    db,
    sql`select array(select account.plan from billing_accounts account
          where account.holder_id = project.sponsor_id or account.holder_id = (
            select user_id from project_members where project_id = project.id and role = 'owner'
            order by joined_at, user_id limit 1)) as plans
        from projects project where project.id = ${projectId}`,
  );
  const known = (found?.plans ?? []).filter((one) => one !== null);
  return known.reduce((best, one) => (plans[one].credits > plans[best].credits ? one : best), plan);
}
