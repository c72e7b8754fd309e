import type { Standing } from '@causeway/contract/billing/standing.ts';
import { unitsToCredits } from '@causeway/contract/billing/units.ts';
import { findPayer } from '#platform/credits/accounts.ts';
import { findStop } from '#platform/credits/marks.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** How many runs rest in a project: told by who runs them. */
export type CountHeldRuns = (db: Db, projectId: string) => Promise<number>;

export async function readStanding(
  db: Db,
  { projectId, userId }: { projectId: string; userId: string },
  countHeldRuns: CountHeldRuns,
): Promise<Standing> {
  const payerId = await findPayer(db, projectId);
  const [stop, payer] = await Promise.all([
    findStop(db, projectId),
    findRow<{ name: string; balance: string | null; isSponsor: boolean }>(
      db,
      sql`select person.name, account.balance_u as balance,
            coalesce(project.sponsor_id = person.id, false) as "isSponsor"
          from users person left join billing_accounts account on account.holder_id = person.id
          left join projects project on project.id = ${projectId}
          where person.id = ${payerId ?? null}`,
    ),
  ]);
  const isYou = payerId === userId;
  const balance = BigInt(payer?.balance ?? 0);
  return {
    stop,
    owed: isYou && balance < 0n ? unitsToCredits(-balance) : null,
    payer: { isYou, name: payer?.name ?? null, isSponsor: payer?.isSponsor ?? false },
    heldRuns: stop ? await countHeldRuns(db, projectId) : 0,
  };
}
