import { staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import { listFrozen, unfreeze } from '#platform/credits/check.ts';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { PaymentProvider } from './provider.ts';

/** What people who run the installation do with the accounts of others. */
export function mountStaffBilling(
  mount: Mount,
  { logger }: Pick<Services, 'logger'>,
  provider: PaymentProvider,
): void {
  /** What was paid while nothing could be booked. Every night it is looked at again anyway. */
  async function look(accountId: string): Promise<void> {
    try {
      await provider.sync(accountId);
    } catch (error) {
      // Any error is one: the account is free again, whether the provider answers or not.
      logger.warn({ err: error, accountId }, 'payments of an unfrozen account not looked at');
    }
  }

  mount('staffBilling', staffBillingRoutes, {
    frozen: ({ db }) => listFrozen(db),
    unfreeze: async ({ db: tx, params: { accountId }, body, record }) => {
      await unfreeze(tx, accountId);
      const holder = await findRow<{ id: string | null }>(
        tx,
        sql`select holder_id as id from billing_accounts where id = ${accountId}`,
      );
      const target = holder?.id ?? accountId;
      await record({ action: 'staff.account-unfrozen', target, details: { ...body, accountId } });
      tx.afterCommit(() => void look(accountId));
      return null;
    },
  });
}
