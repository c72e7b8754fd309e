import { expect } from 'vitest';
import { creditsToUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { accountOf, type OpenAccount, openAccount } from '#platform/credits/accounts.ts';
import { give } from '#platform/credits/book.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import { reserve } from '#platform/credits/holds.ts';
import { closeAccount } from '#platform/credits/marks.ts';
import { changeRows, type Database, openDatabase, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import pino from 'pino';
import { createProject, createUser, type TestUser } from './factories.ts';
import { createTestDatabase } from './test-database.ts';

type Payer = { user: TestUser; accountId: string; projectId: string };
export type GrantGiven = {
  amount: string;
  kind?: 'promo' | 'plan' | 'goodwill' | 'paid';
  expiresAt?: Date;
  source?: string;
};

/** Accounts of credits, with two instances that write in them, each with connections of its own. */
export async function openCreditBook() {
  const logger = pino({ level: 'silent' });
  const database = await createTestDatabase();
  const one = openDatabase(database.url, logger);
  const other = openDatabase(database.url, logger);

  /** Somebody with exactly these credits: no plan gives any. */
  async function payer(credits: string): Promise<Payer> {
    const user = await createUser(one);
    const project = await createProject(one, { owner: user });
    const accountId = await accountOf(one, user.id, 'free');
    await subscribed(accountId);
    const made = { user, accountId, projectId: project.id };
    if (credits !== '0') await grant(made, { amount: credits });
    return made;
  }

  /** Whose plan is paid for gets its credits from invoices. */
  async function subscribed(accountId: string): Promise<void> {
    await changeRows(
      one,
      sql`insert into billing_subscriptions (account_id, provider, reference, plan, seats, state,
            period_start, period_end)
          values (${accountId}, 'test', ${accountId}, 'team', 1, 'active', now(),
            now() + interval '30 days')`,
    );
  }

  let sources = 0;
  function grant({ accountId }: Payer, { amount, kind = 'paid', ...given }: GrantGiven) {
    return onAccount(accountId, (account, tx) =>
      give(tx, account, {
        kind,
        amount: creditsToUnits(amount),
        source: `test:${(sources += 1)}`,
        ...given,
      }),
    );
  }

  function onAccount<Result>(
    accountId: string,
    work: (
      account: OpenAccount,
      tx: Parameters<Parameters<Database['transaction']>[0]>[0],
    ) => Promise<Result>,
  ): Promise<Result> {
    return one.transaction(async (tx) => {
      const account = await openAccount(tx, accountId);
      const result = await work(account, tx);
      await closeAccount(tx, account);
      return result;
    });
  }

  async function amounts({ accountId }: Payer) {
    const row = await readRow<{ balance: string; held: string }>(
      one,
      sql`select balance_u as balance, held_u as held from billing_accounts where id = ${accountId}`,
    );
    return { balance: unitsToCredits(BigInt(row.balance)), held: unitsToCredits(BigInt(row.held)) };
  }

  function hold(db: Database, { accountId, projectId }: Payer, cause: string, credits = '1') {
    const amount = creditsToUnits(credits);
    return db.transaction((tx) => reserve(tx, { accountId, projectId, cause, amount }));
  }

  /** A workflow's run costs 0.05: so many of them cost so much. */
  function runs(credits: string, { user }: Payer) {
    return [
      {
        meter: 'workflow.run',
        priceId: 'workflow.run:1',
        quantity: creditsToUnits(credits) / 50_000n,
        causeKind: 'test',
        causeId: 'test',
        actorKind: 'person',
        actorId: user.id,
      },
    ];
  }

  async function codeOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (error instanceof Failure) return error.code;
      throw error;
    }
  }

  const agree = async ({ accountId }: Payer) =>
    expect(await findDisagreements(one, [accountId])).toEqual([]);

  const stop = async () => {
    await Promise.all([one.close(), other.close()]);
    await database.drop();
  };
  return { one, other, logger, payer, grant, onAccount, amounts, hold, runs, codeOf, agree, stop };
}
