import type { Units } from '@causeway/contract/billing/units.ts';
import { findRow, type Tx } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import { payerOfProject } from './accounts.ts';

type Wanted = { projectId: string; cause: string; amount: Units; leaseSeconds: number };

/**
 * Sets credits aside in one statement, where nothing else is due: somebody waits for the first word.
 * The locked row decides as it does in `reserve`: whoever waited for it is judged by what it says then.
 * False where there is more to it (a cap, a month that begins, too little left, an account that does
 * not exist yet), and then nothing was done.
 */
export async function holdAtOnce(tx: Tx, wanted: Wanted): Promise<boolean> {
  const { projectId, cause, amount, leaseSeconds } = wanted;
  const held = await findRow(
    tx,
    prepared(sql`with payer as (
          select ${payerOfProject} as id from projects project where project.id = ${projectId}
        ), held as (
          update billing_accounts account set held_u = account.held_u + ${String(amount)}::bigint
          from payer
          where account.holder_id = payer.id and account.frozen_at is null
            and account.balance_u - account.held_u >= ${String(amount)}::bigint
            and (account.next_expiry is null or account.next_expiry > now())
            and (exists (select from billing_subscriptions subscription
                where subscription.account_id = account.id and subscription.state <> 'ended')
              or exists (select from credit_grants month where month.account_id = account.id
                and month.expires_at > now() and starts_with(month.source, 'plan:')))
            and not exists (select from spend_limits cap where cap.account_id = account.id
              and cap.scope <> 'key')
            and not exists (select from credit_stops stop where stop.account_id = account.id)
            and not exists (select from credit_holds known where known.cause = ${cause})
          returning account.id
        )
        insert into credit_holds (account_id, project_id, cause, amount_u, lease_until)
        select held.id, ${projectId}::uuid, ${cause}::text, ${String(amount)}::bigint,
          now() + make_interval(secs => ${leaseSeconds}) from held
        returning id`),
  );
  return held !== undefined;
}
