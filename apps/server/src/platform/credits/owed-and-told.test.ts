import { afterAll, expect, test } from 'vitest';
import { creditsToUnits, toUnits } from '@causeway/contract/billing/units.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { type GrantGiven, openCreditBook } from '#testing/credit-book.ts';
import { reverse } from './book.ts';
import { freezeDisagreeing } from './check.ts';
import { createCredits } from './credits.ts';
import { settle } from './holds.ts';
import { setCap } from './limits.ts';

const book = await openCreditBook();
const { one, logger, payer, grant, onAccount, amounts, hold, runs, codeOf, agree } = book;
afterAll(book.stop);

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

/** What of credits that ran low somebody was told, after these were given and used. */
async function toldOfLow(person: Awaited<ReturnType<typeof payer>>, given: GrantGiven) {
  await grant(person, given);
  const cause = `low:${given.source}`;
  await hold(one, person, cause, given.amount);
  await one.transaction((tx) => settle(tx, cause, runs(given.amount, person)));
  const { times } = await readRow<{ times: number }>(
    one,
    sql`select coalesce(sum(times), 0)::int as times from inbox
        where user_id = ${person.user.id} and kind = 'credits.low'`,
  );
  return times;
}

test('TEAM-9 credits that are bought again are told of again when they run out', async () => {
  const person = await payer('0');
  const bought = { amount: '100', source: `${person.accountId}:first` };
  expect(await toldOfLow(person, bought)).toBe(1);
  expect(await toldOfLow(person, { ...bought, source: `${person.accountId}:second` })).toBe(2);
});

test('TEAM-9 credits of the next month are told of when they run out, also where they are as many', async () => {
  const person = await payer('0');
  const { accountId } = person;
  const expiresAt = new Date(Date.now() + 60_000);
  const ofMonth = { amount: '100', kind: 'plan' as const, expiresAt };
  expect(await toldOfLow(person, { ...ofMonth, source: `${accountId}:january` })).toBe(1);
  await changeRows(
    one,
    sql`update credit_grants set expires_at = now() where account_id = ${accountId}`,
  );
  expect(await toldOfLow(person, { ...ofMonth, source: `${accountId}:february` })).toBe(2);
  await agree(person);
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
  const meter = credits.meterOf(step);
  for (let batch = 0; batch < 4; batch += 1) {
    for (let nth = 0; nth < 15; nth += 1) credits.count({ ...step, quantity: 1n });
    for (let nth = 0; nth < 10; nth += 1) meter(1n);
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
    'E_ACCOUNT_CHECKED',
  );
});
