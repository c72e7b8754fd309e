import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import { usageRoutes } from '@causeway/contract/billing/usage.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { creditsToUnits } from '@causeway/contract/billing/units.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements, freezeDisagreeing } from '#platform/credits/check.ts';
import { reserveFor, settle } from '#platform/credits/holds.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
const { db, credits } = server.services;
afterAll(() => server.stop());

/** Somebody with 200 credits of whom one more is said than was booked, found by the check of the night. */
async function frozen() {
  const staff = await createUser(db, { staff: true });
  const person = await createUser(db);
  const { id: projectId } = await createProject(db, { owner: person });
  await server.call(billingRoutes.show, {}, person);
  const accountId = await accountOf(db, person.id, 'free');
  const falsify = (credit: string) =>
    changeRows(
      db,
      sql`update billing_accounts
          set balance_u = balance_u + ${String(creditsToUnits(credit))}::bigint
          where id = ${accountId}`,
    );
  const cause = `before:${accountId}`;
  await hold(projectId, cause);
  await falsify('1');
  await freezeDisagreeing(db);
  return { staff, person, projectId, accountId, cause, mend: () => falsify('-1') };
}

function hold(projectId: string, cause: string) {
  const amount = creditsToUnits('2');
  return db.transaction((tx) => reserveFor(tx, { projectId, cause, amount, unbooked: 'free' }));
}

const used = (person: TestUser) => ({
  meter: 'workflow.run' as const,
  priceId: 'workflow.run:1',
  quantity: 20n,
  causeKind: 'workflow',
  causeId: 'test',
  actorKind: 'person',
  actorId: person.id,
});

const show = (person: TestUser) => server.call(billingRoutes.show, {}, person);
const unfreeze = (accountId: string) => ({
  params: { accountId },
  body: { reason: 'Looked at, mended by hand' },
});
const newsOf = async (person: TestUser) => {
  const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
  return items.filter(({ kind }) => kind === 'account.frozen');
};

test('TEAM-9 TEAM-11 staff hear at once of an account whose sums do not agree, see what is wrong and free it once it is mended', async () => {
  const { staff, person, accountId, mend } = await frozen();
  expect(await newsOf(staff)).toMatchObject([
    { params: { person: person.name }, link: '/staff/credits' },
  ]);
  await freezeDisagreeing(db);
  expect(await newsOf(staff)).toHaveLength(1);
  const listed = await server.call(staffBillingRoutes.frozen, {}, staff);
  expect(listed.filter(({ id }) => id === accountId)).toMatchObject([
    {
      person: { id: person.id, email: person.email },
      disagreements: [
        { rule: 'lines', said: '201', should: '200' },
        { rule: 'newest', said: '201', should: '200' },
        { rule: 'left', said: '201', should: '200' },
      ],
    },
  ]);
  const refused = await server.refuse(staffBillingRoutes.unfreeze, unfreeze(accountId), staff);
  expect(refused.code).toBe('E_BOOKS_DISAGREE');
  await mend();
  await server.refuse(staffBillingRoutes.unfreeze, unfreeze(accountId), person);
  await server.call(staffBillingRoutes.unfreeze, unfreeze(accountId), staff);
  const left = await server.call(staffBillingRoutes.frozen, {}, staff);
  expect(left.map(({ id }) => id)).not.toContain(accountId);
  expect(await newsOf(staff)).toEqual([]);
  const { items } = await server.call(staffRoutes.acts, { query: {} }, staff);
  expect(items[0]).toMatchObject({
    action: 'staff.account-unfrozen',
    target: person.id,
    details: { accountId, reason: 'Looked at, mended by hand' },
  });
});

test('TEAM-9 who pays is told on their page of billing that the account is checked, and since when', async () => {
  const { staff, person, accountId, mend } = await frozen();
  expect(Date.parse((await show(person)).frozenAt ?? '')).not.toBeNaN();
  await mend();
  await server.call(staffBillingRoutes.unfreeze, unfreeze(accountId), staff);
  expect(await show(person)).toMatchObject({ frozenAt: null });
});

test('TEAM-9 while an account is checked nothing is set aside or booked there, work goes on, and afterwards its sums agree', async () => {
  const { staff, person, projectId, accountId, cause, mend } = await frozen();
  const refused = await hold(projectId, `during:${accountId}`).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ code: 'E_ACCOUNT_CHECKED' });
  // What was set aside before ends, what is gathered is counted, what is paid is kept by the till.
  await db.transaction((tx) => settle(tx, cause, [used(person)]));
  await db.transaction((tx) => credits.charge(tx, [{ projectId, ...used(person) }]));
  const { id: checkoutId } = await server.call(
    billingRoutes.checkout,
    { body: { purpose: 'credits', credits: 500 } },
    person,
  );
  const pay = { params: { checkoutId }, body: { outcome: 'pay' as const } };
  await server.call(billingRoutes.pay, pay, person);
  expect(await show(person)).toMatchObject({ balance: '201', held: '0' });
  const usage = await server.call(usageRoutes.mine, { query: {} }, person);
  expect(usage).toMatchObject({
    total: '0',
    meters: [{ meter: 'workflow.run', quantity: '40', cost: '0' }],
  });
  await mend();
  await server.call(staffBillingRoutes.unfreeze, unfreeze(accountId), staff);
  await eventually(async () => expect(await show(person)).toMatchObject({ balance: '700' }));
  await db.transaction((tx) => credits.charge(tx, [{ projectId, ...used(person) }]));
  expect(await show(person)).toMatchObject({ balance: '699', held: '0' });
  expect(await findDisagreements(db, [accountId])).toEqual([]);
});
