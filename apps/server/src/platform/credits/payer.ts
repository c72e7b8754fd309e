import type { PlanId } from '@causeway/contract/plans.ts';
import type { Tx } from '#platform/db/database.ts';
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
