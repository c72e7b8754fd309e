import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditsToUnits, toUnits, unitsToCredits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  changeRows,
  type Database,
  listRows,
  openDatabase,
  readRow,
} from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { accountOf, type OpenAccount, openAccount } from './accounts.ts';
import { bringUpToDate, give, reverse } from './book.ts';
import { findDisagreements, freezeDisagreeing } from './check.ts';
import { createCredits } from './credits.ts';
import { giveBack, reserve, settle } from './holds.ts';
import { setCap } from './limits.ts';
import { closeAccount } from './marks.ts';

const logger = pino({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
/** Two instances, each with connections of its own. */
let one: Database;
let other: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  one = openDatabase(database.url, logger);
  other = openDatabase(database.url, logger);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

type Payer = { user: TestUser; accountId: string; projectId: string };

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

type GrantGiven = {
  amount: string;
  kind?: 'promo' | 'plan' | 'goodwill' | 'paid';
  expiresAt?: Date;
  source?: string;
};

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
  expect(await findDisagreements(one, accountId)).toEqual([]);

test('TEAM-9 of 200 spends at once on 10 credits from two instances exactly 10 are let through, 20 times over', async () => {
  for (let round = 0; round < 20; round += 1) {
    const person = await payer('10');
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const db = index % 2 === 0 ? one : other;
        const cause = `race:${round}:${index}`;
        const outcome = await codeOf(hold(db, person, cause));
        if (outcome !== 'done') return outcome;
        // Who did it, a latecomer and the sweeper come at once: one of them ends it.
        const ends = await Promise.all([
          one.transaction((tx) => settle(tx, cause, runs('1', person))),
          other.transaction((tx) => settle(tx, cause, runs('1', person))),
        ]);
        expect(ends.filter(Boolean)).toHaveLength(1);
        return outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'E_CREDITS_EXHAUSTED')).toHaveLength(190);
    expect(await amounts(person)).toEqual({ balance: '0', held: '0' });
    await agree(person);
  }
}, 120_000);

test('TEAM-9 settling and returning at once end a hold one way, never both', async () => {
  const person = await payer('20');
  let charged = 0;
  for (let round = 0; round < 20; round += 1) {
    const cause = `both:${person.accountId}:${round}`;
    await hold(one, person, cause);
    const [settled, returned] = await Promise.all([
      one.transaction((tx) => settle(tx, cause, runs('1', person))),
      other.transaction((tx) => giveBack(tx, cause)),
    ]);
    expect(settled !== returned).toBe(true);
    if (settled) charged += 1;
  }
  expect(await amounts(person)).toEqual({ balance: String(20 - charged), held: '0' });
  await agree(person);
});

test('TEAM-9 the same cause is held once', async () => {
  const person = await payer('10');
  const cause = `same:${person.accountId}`;
  const holds = await Promise.all([one, other, one].map((db) => hold(db, person, cause, '4')));
  expect(new Set(holds.map(({ id }) => id)).size).toBe(1);
  expect(await amounts(person)).toEqual({ balance: '10', held: '4' });
});

test('TEAM-9 promo goes before plan before paid, in one line', async () => {
  const person = await payer('0');
  await grant(person, { amount: '10', kind: 'paid' });
  await grant(person, { amount: '5', kind: 'plan' });
  await grant(person, { amount: '5', kind: 'promo' });
  const cause = `order:${person.accountId}`;
  await hold(one, person, cause, '12');
  await one.transaction((tx) => settle(tx, cause, runs('12', person)));
  const shares = await listRows<{ kind: string; amount: string }>(
    one,
    sql`select kind, sum(share.amount_u)::bigint as amount from credit_allocations share
        join credit_grants on credit_grants.id = grant_id
        where share.account_id = ${person.accountId} group by kind order by kind`,
  );
  expect(shares).toEqual([
    { kind: 'paid', amount: '2000000' },
    { kind: 'plan', amount: '5000000' },
    { kind: 'promo', amount: '5000000' },
  ]);
  await agree(person);
});

test('TEAM-9 credits that expire under an open hold pay for it; the rest goes when it ends', async () => {
  const person = await payer('0');
  await grant(person, { amount: '5', kind: 'promo', expiresAt: new Date(Date.now() + 3_600_000) });
  const cause = `expiry:${person.accountId}`;
  await hold(one, person, cause, '3');
  await changeRows(
    one,
    sql`update credit_grants set expires_at = now() - interval '1 second'
        where account_id = ${person.accountId}`,
  );
  await changeRows(
    one,
    sql`update billing_accounts set next_expiry = now() - interval '1 second'
        where id = ${person.accountId}`,
  );
  expect(await codeOf(hold(one, person, `${cause}:late`))).toBe('E_CREDITS_EXHAUSTED');
  await onAccount(person.accountId, (account, tx) => bringUpToDate(tx, account, new Date()));
  expect(await amounts(person)).toEqual({ balance: '3', held: '3' });
  await one.transaction((tx) => settle(tx, cause, runs('2', person)));
  expect(await amounts(person)).toEqual({ balance: '0', held: '0' });
  await agree(person);
});

test('TEAM-9 a plan nobody pays for gives its credits once a month, until the next ones come', async () => {
  const user = await createUser(one);
  await createProject(one, { owner: user });
  const accountId = await accountOf(one, user.id, 'free');
  const anchor = new Date('2027-01-31T00:00:00Z');
  await changeRows(
    one,
    sql`update billing_accounts set anchor = ${anchor} where id = ${accountId}`,
  );
  for (const day of ['2027-02-01', '2027-02-01', '2027-03-01', '2027-04-05']) {
    await onAccount(accountId, (account, tx) => bringUpToDate(tx, account, new Date(day)));
    await onAccount(accountId, (account, tx) => bringUpToDate(tx, account, new Date(day)));
  }
  const given = await listRows<{ expires: string }>(
    one,
    sql`select expires_at::date::text as expires from credit_grants
        where account_id = ${accountId} order by expires_at`,
  );
  expect(given.map(({ expires }) => expires)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
  expect(await findDisagreements(one, accountId)).toEqual([]);
});

test('TEAM-10 refunds and disputes take back what they were for, and a dispute that is won gives it again', async () => {
  const person = await payer('0');
  await grant(person, { amount: '500', source: `invoice:${person.accountId}` });
  const source = `invoice:${person.accountId}`;
  let step = 0;
  const reverseTo = (credits: string) =>
    onAccount(person.accountId, (account, tx) =>
      reverse(tx, account, {
        source,
        reversed: creditsToUnits(credits),
        key: `${source}:${(step += 1)}`,
      }),
    );
  await reverseTo('200');
  expect((await amounts(person)).balance).toBe('300');
  await reverseTo('500');
  expect((await amounts(person)).balance).toBe('0');
  await reverseTo('200');
  expect((await amounts(person)).balance).toBe('300');
  await reverseTo('500');
  await reverseTo('500');
  expect((await amounts(person)).balance).toBe('0');
  await agree(person);
});

test('TEAM-9 what is taken back after it was spent is owed, and the next payment pays it first', async () => {
  const person = await payer('0');
  const source = `owed:${person.accountId}`;
  await grant(person, { amount: '10', source });
  const cause = `spent:${person.accountId}`;
  await hold(one, person, cause, '7');
  await one.transaction((tx) => settle(tx, cause, runs('7', person)));
  await onAccount(person.accountId, (account, tx) =>
    reverse(tx, account, { source, reversed: creditsToUnits('6'), key: `${source}:1` }),
  );
  expect((await amounts(person)).balance).toBe('-3');
  await agree(person);
  const { stops } = await readRow<{ stops: number }>(
    one,
    sql`select count(*)::int as stops from credit_stops where project_id = ${person.projectId}`,
  );
  expect(stops).toBe(1);
  await grant(person, { amount: '10' });
  expect((await amounts(person)).balance).toBe('7');
  await agree(person);
  const after = await listRows(
    one,
    sql`select project_id from credit_stops where project_id = ${person.projectId}`,
  );
  expect(after).toEqual([]);
});

test('TEAM-9 a spend cap counts what is on hold, names itself, and lets more through when it is raised', async () => {
  const person = await payer('1000');
  const { accountId } = person;
  const cap = (credits: string) =>
    onAccount(accountId, (account, tx) =>
      setCap(tx, account, { scope: 'account', scopeId: accountId, cap: creditsToUnits(credits) }),
    );
  await cap('100');
  await hold(one, person, `cap:${accountId}:1`, '99.5');
  expect(await codeOf(hold(one, person, `cap:${accountId}:2`))).toBe('E_SPEND_CAP');
  await one.transaction((tx) => settle(tx, `cap:${accountId}:1`, runs('99.5', person)));
  expect(await codeOf(hold(one, person, `cap:${accountId}:2`))).toBe('E_SPEND_CAP');
  await cap('200');
  expect(await codeOf(hold(one, person, `cap:${accountId}:2`))).toBe('done');
  await agree(person);
});

test('TEAM-9 each mark of credits is told once', async () => {
  const person = await payer('100');
  for (const [index, credits] of ['85', '1', '1', '10', '3'].entries()) {
    const cause = `mark:${person.accountId}:${index}`;
    await hold(one, person, cause, credits);
    await one.transaction((tx) => settle(tx, cause, runs(credits, person)));
  }
  const told = await listRows<{ times: number; percent: number }>(
    one,
    sql`select times, (params->>'percent')::int as percent from inbox
        where user_id = ${person.user.id} and kind = 'credits.low'`,
  );
  // The unread one is replaced: 20, then 5, then 0 percent.
  expect(told).toEqual([{ times: 3, percent: 0 }]);
});

test('TEAM-9 use that is gathered costs the same however it comes, and nothing where nothing is left', async () => {
  const person = await payer('1');
  const credits = createCredits({ db: one, logger, defaultPlan: 'free' });
  const step = {
    projectId: person.projectId,
    meter: 'workflow.step' as const,
    causeKind: 'workflow',
    causeId: person.projectId,
    actorKind: 'person',
    actorId: person.user.id,
  };
  for (let batch = 0; batch < 4; batch += 1) {
    for (let nth = 0; nth < 25; nth += 1) credits.count({ ...step, quantity: 1n });
    await credits.flush();
  }
  expect((await amounts(person)).balance).toBe('0.5');
  credits.count({ ...step, quantity: 1_000n });
  await credits.stop();
  expect((await amounts(person)).balance).toBe('0');
  const used = await readRow<{ quantity: string; cost: string; waived: string }>(
    one,
    sql`select quantity, cost_u as cost, waived_u as waived from usage_day
        where account_id = ${person.accountId}`,
  );
  expect(used).toEqual({ quantity: '1100', cost: '1000000', waived: '4500000' });
  await agree(person);
});

test('TEAM-9 lines are never changed, and an account whose sums do not agree spends no more', async () => {
  const person = await payer('10');
  await expect(
    one.query(sql`update credit_ledger set amount_u = 1 where account_id = ${person.accountId}`),
  ).rejects.toThrow('only ever added to');
  await expect(one.query(sql`delete from credit_ledger`)).rejects.toThrow('only ever added to');
  await changeRows(
    one,
    sql`update billing_accounts set balance_u = ${String(toUnits(99n))}
        where id = ${person.accountId}`,
  );
  const found = await freezeDisagreeing(one);
  expect(new Set(found.map(({ accountId }) => accountId))).toEqual(new Set([person.accountId]));
  expect(await codeOf(hold(one, person, `frozen:${person.accountId}`, '0.00001'))).toBe(
    'E_CREDITS_EXHAUSTED',
  );
});
