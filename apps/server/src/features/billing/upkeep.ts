import { z } from 'zod';
import { freezeDisagreeing } from '#platform/credits/check.ts';
import { openAccount } from '#platform/credits/accounts.ts';
import { bringUpToDate } from '#platform/credits/book.ts';
import { closeAccount, freePaidFor } from '#platform/credits/marks.ts';
import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { tellPayerChanges } from './payer-changes.ts';
import type { PaymentProvider } from './provider.ts';
import { endDueSponsorships, type SetSponsor } from './sponsors.ts';
import { type ListStored, sampleStorage } from './storage-samples.ts';
import { type FindFate, sweepHolds } from './sweep.ts';
import { renewDue } from './test-provider.ts';

type Parts = {
  provider: PaymentProvider;
  setSponsor: SetSponsor;
  findFate: FindFate;
  stored: readonly ListStored[];
};

/** What time does to money: months begin, credits expire, notices end; and every night all is added up. */
export function defineBillingUpkeep(
  services: Services,
  { provider, setSponsor, findFate, stored }: Parts,
): void {
  const { db, jobs, logger } = services;
  jobs.define({
    name: 'billing.sweep',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      await sweepHolds(db, findFate);
      await db.transaction(freePaidFor);
      await db.transaction(tellPayerChanges);
    },
  });
  jobs.define({
    name: 'billing.hourly',
    data: z.object({}),
    schedule: '7 * * * *',
    run: async () => {
      await endPlansOfGone(services, provider);
      await renewDue(services, provider.kind);
      await db.transaction((tx) => endDueSponsorships(tx, setSponsor));
      await bringDueUpToDate(services);
    },
  });
  jobs.define({
    name: 'billing.storage',
    data: z.object({}),
    schedule: '11 */6 * * *',
    run: () => sampleStorage(services, stored),
  });
  jobs.define({
    name: 'billing.nightly-check',
    data: z.object({}),
    schedule: '41 2 * * *',
    run: async () => {
      const found = await freezeDisagreeing(db);
      for (const { accountId, ...disagreement } of found) {
        logger.error(
          { accountId, ...disagreement },
          'credits do not add up: the account is frozen',
        );
      }
    },
  });
}

const MOST_AT_ONCE = 500;

async function bringDueUpToDate({ db }: Services): Promise<void> {
  const due = await listRows<{ id: string }>(
    db,
    sql`select id from billing_accounts where next_expiry <= now() limit ${MOST_AT_ONCE}`,
  );
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      const account = await openAccount(tx, id);
      await bringUpToDate(tx, account, new Date());
      await closeAccount(tx, account);
    });
  }
}

/** Who gave their account up pays for no plan any more once it is erased. */
export async function endPlansOfGone(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  provider: PaymentProvider,
): Promise<void> {
  const gone = await listRows<{ id: string }>(
    db,
    sql`select account.id from billing_accounts account
        join billing_subscriptions subscription on subscription.account_id = account.id
        where account.holder_id is null and subscription.state <> 'ended'
          and subscription.provider = ${provider.kind} limit ${MOST_AT_ONCE}`,
  );
  for (const { id } of gone) {
    try {
      await provider.end(id);
    } catch (error) {
      logger.error({ err: error, accountId: id }, 'plan of an erased account could not be ended');
    }
  }
}
