import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { staffBillingRoutes } from '@causeway/contract/billing/staff.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { staffRoutes } from '@causeway/contract/staff.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { findDisagreements } from '#platform/credits/check.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free', STAFF_CREDITS: 600 });
const { db } = server.services;
afterAll(() => server.stop());

const gift = ({ id: userId }: TestUser, credits: number) => ({
  params: { userId },
  body: { credits, days: 30, reason: 'An outage of ours' },
});

test('TEAM-9 TEAM-11 staff give credits with a reason and an end: they can be spent, the payer is told, the log says who and why', async () => {
  const [staff, person] = [await createUser(db, { staff: true }), await createUser(db)];
  await server.refuse(staffBillingRoutes.give, gift(person, 500), person);
  const room = await server.call(staffBillingRoutes.give, gift(person, 500), staff);
  expect(room).toEqual({ most: 600, left: 100 });
  const { balance, grants } = await server.call(billingRoutes.show, {}, person);
  expect(balance).toBe('700');
  const given = grants.find(({ kind }) => kind === 'goodwill');
  expect(given).toMatchObject({ amount: '500', left: '500' });
  const days = (Date.parse(given?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  const { items } = await server.call(inboxRoutes.list, { query: {} }, person);
  expect(items).toMatchObject([
    { kind: 'credits.given', params: { credits: 500, days: 30 }, link: '/account/billing' },
  ]);
  const acts = await server.call(staffRoutes.acts, { query: {} }, staff);
  expect(acts.items[0]).toMatchObject({
    action: 'staff.credits-given',
    target: person.id,
    details: { credits: 500, days: 30, reason: 'An outage of ours' },
  });
  const accountId = await accountOf(db, person.id, 'free');
  expect(await findDisagreements(db, [accountId])).toEqual([]);
});

test('TEAM-9 TEAM-11 no more is given to one person within 30 days than the installation allows, also at once', async () => {
  const [staff, person] = [await createUser(db, { staff: true }), await createUser(db)];
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      server.send('POST', `/api/staff/v1/accounts-of-credits/people/${person.id}/gifts`, {
        token: staff.token,
        body: gift(person, 200).body,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
  const refused = await server.refuse(staffBillingRoutes.give, gift(person, 1), staff);
  expect(refused.code).toBe('E_GIFT_LIMIT');
  const other = await createUser(db);
  const room = { params: { userId: other.id } };
  expect(await server.call(staffBillingRoutes.giftRoom, room, staff)).toEqual({
    most: 600,
    left: 600,
  });
});
