import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findConnectorById, openSqlTarget } from '#platform/connectors/stored.ts';
import { type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTransactions, type Owner, type Transactions } from './transactions.ts';

let space: SqlWorkspace;
let transactions: Transactions;
let owner: Owner;
const never = new AbortController().signal;

beforeAll(async () => {
  space = await startSqlWorkspace();
});
afterAll(() => space.stop());
beforeEach(() => {
  transactions = createTransactions(space.server.services);
  owner = { userId: space.editor.id, connectorId: space.plain };
  return () => transactions.close();
});

async function open(): Promise<string> {
  const { db, secrets } = space.server.services;
  const connector = await findConnectorById(db, space.plain);
  const { id } = await transactions.open(owner, openSqlTarget(secrets, connector!), never);
  return id;
}

async function openBackends(): Promise<number> {
  const { rows } = await space.database.query<{ count: string }>(
    `select count(*) from pg_stat_activity where state like 'idle in transaction%'
      and datname = current_database() and application_name = 'Causeway'`,
  );
  return Number(rows[0]?.count);
}

test('SQL-8 a transaction nobody looks at any more is rolled back, and its backend is gone', async () => {
  const id = await open();
  expect(await openBackends()).toBe(1);
  await transactions.endForgotten(Date.now() + 30_000);
  expect(transactions.find(owner, id)).toMatchObject({ state: 'open' });
  await transactions.endForgotten(Date.now() + 61_000);
  expect(transactions.find(owner, id)).toBeUndefined();
  await vi.waitFor(async () => expect(await openBackends()).toBe(0), { timeout: 10_000 });
});

test('SQL-8 a backend that is ended from outside takes its transaction with it', async () => {
  const id = await open();
  await space.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(transactions.find(owner, id)).toBeUndefined(), {
    timeout: 10_000,
  });
});

test('SQL-8 a server that stops rolls back what is open', async () => {
  await open();
  await transactions.close();
  await vi.waitFor(async () => expect(await openBackends()).toBe(0), { timeout: 10_000 });
});
