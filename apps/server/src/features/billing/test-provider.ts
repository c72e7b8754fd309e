import type { ProviderKind } from '@causeway/contract/billing/billing.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { changeRows, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { applySnapshot } from './apply.ts';
import {
  type Books,
  buyPlan,
  emptyBooks,
  endPlan,
  livingOf,
  renew,
  undoPlan,
} from './test-books.ts';

/** Writes an act into the books of the test provider, and makes the account what they then say. */
export async function actInBooks(
  tx: Tx,
  { accountId, defaultPlan }: { accountId: string; defaultPlan: PlanId },
  act: (books: Books) => Books,
): Promise<Books> {
  await changeRows(
    tx,
    sql`insert into test_customers (account_id, books)
        values (${accountId}, ${JSON.stringify(emptyBooks)}) on conflict do nothing`,
  );
  const kept = await findRow<{ books: Books }>(
    tx,
    sql`select books from test_customers where account_id = ${accountId} for update`,
  );
  const books = act(kept?.books ?? emptyBooks);
  await changeRows(
    tx,
    sql`update test_customers set books = ${JSON.stringify(books)} where account_id = ${accountId}`,
  );
  await applySnapshot(tx, { accountId, provider: 'test', defaultPlan }, books);
  return books;
}

export async function hasBooks(tx: Tx, accountId: string): Promise<boolean> {
  const kept = await findRow(tx, sql`select from test_customers where account_id = ${accountId}`);
  return kept !== undefined;
}

/** For setting up: the plan is paid at once, or given back. */
export function onboardingPayments({ credits: { defaultPlan }, env }: Services) {
  return {
    subscribe: async (tx: Tx, userId: string, plan: Exclude<PlanId, 'free'>): Promise<string> => {
      // Where people pay in earnest, nothing is had by playing.
      if (env.STRIPE_SECRET_KEY) throw new Failure('E_NOT_FOUND');
      const accountId = await accountOf(tx, userId, defaultPlan);
      const books = await actInBooks(tx, { accountId, defaultPlan }, (before) =>
        livingOf(before)?.plan === plan ? before : buyPlan(before, { plan, seats: 1 }, new Date()),
      );
      return books.invoices.at(-1)?.reference ?? '';
    },
    unsubscribe: async (tx: Tx, userId: string): Promise<void> => {
      const accountId = await accountOf(tx, userId, defaultPlan);
      await actInBooks(tx, { accountId, defaultPlan }, undoPlan);
    },
  };
}

/**
 * Months that are over are renewed, as a real provider would do by itself; where a real one is in use
 * by now, they were the last that nobody paid for.
 */
export async function renewDue(
  { db, credits: { defaultPlan } }: Services,
  inUse: ProviderKind,
): Promise<void> {
  const due = await listRows<{ accountId: string }>(
    db,
    sql`select account_id as "accountId" from billing_subscriptions
        where provider = 'test' and period_end <= now() limit 200`,
  );
  for (const { accountId } of due) {
    await db.transaction((tx) =>
      actInBooks(tx, { accountId, defaultPlan }, (books) => {
        const living = livingOf(books);
        const isDue = living && Date.parse(living.periodEnd) <= Date.now();
        if (!isDue) return books;
        return inUse === 'test' ? renew(books, new Date(living.periodEnd)) : endPlan(books);
      }),
    );
  }
}
