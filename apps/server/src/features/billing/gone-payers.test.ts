import { afterAll, expect, test } from 'vitest';
import { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { createTestProvider } from './provider.ts';
import { renewDue } from './test-provider.ts';
import { endPlansOfGone } from './upkeep.ts';

const server = await startTestServer({ DEFAULT_PLAN: 'free' });
afterAll(() => server.stop());

const erase = ({ id }: TestUser) =>
  changeRows(server.services.db, sql`delete from users where id = ${id}`);

/** A plan whose month is over. */
async function book(): Promise<{ person: TestUser; accountId: string }> {
  const { db } = server.services;
  const person = await createUser(db);
  const wish = { body: { purpose: 'plan', plan: 'team', seats: 2 } } as const;
  const { id: checkoutId } = await server.call(billingRoutes.checkout, wish, person);
  const pay = { params: { checkoutId }, body: { outcome: 'pay' } } as const;
  await server.call(billingRoutes.pay, pay, person);
  const accountId = await accountOf(db, person.id, 'free');
  await changeRows(
    db,
    sql`update test_customers set books = jsonb_set(books, '{subscriptions,0,periodEnd}',
          to_jsonb(now() - interval '1 minute'))
        where account_id = ${accountId}`,
  );
  await changeRows(
    db,
    sql`update billing_subscriptions set period_end = now() - interval '1 minute'
        where account_id = ${accountId}`,
  );
  return { person, accountId };
}

const countInvoices = async (accountId: string) => {
  const { db } = server.services;
  return (await listRows(db, sql`select from billing_invoices where account_id = ${accountId}`))
    .length;
};

test('TEAM-5 a plan ends with the account of who paid for it, and no further month is charged', async () => {
  const { services } = server;
  const [gone, other] = [await book(), await book()];
  await erase(gone.person);
  await endPlansOfGone(services, createTestProvider(services));
  await renewDue(services, 'test');
  expect(await countInvoices(gone.accountId)).toBe(1);
  expect(await countInvoices(other.accountId)).toBe(2);
  expect((await server.call(billingRoutes.show, {}, other.person)).plan).toBe('team');
});

test('TEAM-10 a plan that was paid with the test provider is not renewed where a real one is in use', async () => {
  const { person, accountId } = await book();
  await renewDue(server.services, 'stripe');
  expect(await countInvoices(accountId)).toBe(1);
  const { plan, subscription } = await server.call(billingRoutes.show, {}, person);
  expect({ plan, subscription }).toEqual({ plan: 'free', subscription: null });
});
