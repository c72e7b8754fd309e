import { staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import { creditsToUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { accountOf, openAccount } from '#platform/credits/accounts.ts';
import { bringUpToDate, give } from '#platform/credits/book.ts';
import { listFrozen, unfreeze } from '#platform/credits/check.ts';
import { closeAccount } from '#platform/credits/marks.ts';
import { type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { PaymentProvider } from './provider.ts';

const DAY_MS = 86_400_000;
const GIFT_DAYS = 30;

async function existing(db: Db, userId: string): Promise<string> {
  const found = await findRow<{ id: string }>(db, sql`select id from users where id = ${userId}`);
  if (!found) throw new Failure('E_USER_NOT_FOUND');
  return found.id;
}

async function readRoom(db: Db, userId: string, most: number) {
  const { given } = await readRow<{ given: string }>(
    db,
    sql`select coalesce(sum(gift.amount_u), 0)::bigint as given from credit_grants gift
        join billing_accounts account on account.id = gift.account_id
        where account.holder_id = ${userId} and gift.kind = 'goodwill'
          and gift.created_at > now() - make_interval(days => ${GIFT_DAYS})`,
  );
  const left = creditsToUnits(String(most)) - BigInt(given);
  return { most, left: Math.max(0, Math.floor(Number(unitsToCredits(left)))) };
}

/** What people who run the installation do with the accounts of others. */
export function mountStaffBilling(
  mount: Mount,
  { logger, env, credits }: Pick<Services, 'logger' | 'env' | 'credits'>,
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
    giftRoom: async ({ db, params }) =>
      readRoom(db, await existing(db, params.userId), env.STAFF_CREDITS),
    give: async ({ db: tx, params, body, record }) => {
      const userId = await existing(tx, params.userId);
      const account = await openAccount(tx, await accountOf(tx, userId, credits.defaultPlan));
      const { left } = await readRoom(tx, userId, env.STAFF_CREDITS);
      if (body.credits > left) throw new Failure('E_GIFT_LIMIT', undefined, { left });
      const expiresAt = new Date(Date.now() + body.days * DAY_MS);
      const source = `goodwill:${crypto.randomUUID()}`;
      const amount = creditsToUnits(String(body.credits));
      await give(tx, account, { kind: 'goodwill', amount, source, expiresAt });
      await bringUpToDate(tx, account, new Date());
      await closeAccount(tx, account);
      await record({ action: 'staff.credits-given', target: userId, details: body });
      await tell(tx, {
        to: { people: [userId] },
        kind: 'credits.given',
        params: { credits: body.credits, days: body.days },
        link: '/account/billing',
        about: source,
      });
      return readRoom(tx, userId, env.STAFF_CREDITS);
    },
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
