import type { ProjectCap } from '@causeway/contract/billing/billing.ts';
import { periodAt } from '@causeway/contract/billing/periods.ts';
import { unitsToCredits } from '@causeway/contract/billing/units.ts';
import { findPayer } from '#platform/credits/accounts.ts';
import { type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Asking = { projectId: string; userId: string };

/** Of who pays now: a cap belongs to whose money it keeps together. */
export async function readProjectCap(db: Db, { projectId, userId }: Asking): Promise<ProjectCap> {
  const payer = await findPayer(db, projectId);
  const mayChange = payer === userId;
  const account = await findRow<{ id: string; anchor: string }>(
    db,
    sql`select id, anchor from billing_accounts where holder_id = ${payer ?? null}`,
  );
  if (!account) return { cap: null, spent: '0', mayChange };
  const { start } = periodAt(new Date(account.anchor), new Date());
  const { cap, spent } = await readRow<{ cap: string | null; spent: string }>(
    db,
    sql`select (select cap_u from spend_limits where account_id = ${account.id}
            and scope = 'project' and scope_id = ${projectId}) as cap,
          coalesce((select -sum(amount_u) from credit_ledger where account_id = ${account.id}
            and project_id = ${projectId} and kind = 'charge' and at >= ${start}), 0)::bigint
            as spent`,
  );
  return {
    cap: cap === null ? null : unitsToCredits(BigInt(cap)),
    spent: unitsToCredits(BigInt(spent)),
    mayChange,
  };
}
