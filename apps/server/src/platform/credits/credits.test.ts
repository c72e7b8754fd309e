import { afterAll, expect, test } from 'vitest';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { openCreditBook } from '#testing/credit-book.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { accountOf } from './accounts.ts';
import { bringUpToDate } from './book.ts';
import { findDisagreements } from './check.ts';
import { giveBack, settle } from './holds.ts';

const book = await openCreditBook();
const { one, other, payer, grant, onAccount, amounts, hold, runs, codeOf, agree } = book;
afterAll(book.stop);

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
});

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

test('TEAM-9 what is begun again after its hold has ended sets aside anew, and is charged', async () => {
  const person = await payer('10');
  const cause = `again:${person.accountId}`;
  const settling = (used: Parameters<typeof settle>[2]) =>
    one.transaction((tx) => settle(tx, cause, used));
  const first = await hold(one, person, cause, '4');
  await settling([]);
  const again = await Promise.all([one, other].map((db) => hold(db, person, cause, '4')));
  expect(new Set([first, ...again].map(({ id }) => id)).size).toBe(2);
  expect(await amounts(person)).toEqual({ balance: '10', held: '4' });
  expect([await settling(runs('3', person)), await settling(runs('3', person))]).toEqual([
    true,
    false,
  ]);
  expect(await amounts(person)).toEqual({ balance: '7', held: '0' });
  await agree(person);
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
  expect(await findDisagreements(one, [accountId])).toEqual([]);
});
