import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findForUpkeep, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import type { RecordedStatement } from '#platform/ledger/record-statement.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTransactions, type Owner, type Transactions } from './transactions.ts';
import type { Trial } from './trial.ts';

const space = await startSqlWorkspace();
const signal = new AbortController().signal;
let transactions: Transactions;
let owner: Owner;
let id: string;

beforeAll(async () => {
  await space.run('create table people (id int primary key)');
});
afterAll(() => space.stop());
beforeEach(async () => {
  const { services } = space.server;
  transactions = createTransactions(services);
  owner = { userId: space.editor.id, connectorId: space.plain };
  const connector = await findForUpkeep(services.db, 'ledger-settling', space.plain);
  ({ id } = await transactions.open(owner, openSqlTarget(services.secrets, connector!), signal));
  return () => transactions.close();
});

const tryOut = <Result>(attempt: (trial: Trial) => Promise<Result>) =>
  transactions.tryOut(owner, id, { signal }, attempt);

/** A trial that goes on until it is told to end. */
function tryUntilTold() {
  const told = Promise.withResolvers<void>();
  return { over: tryOut(() => told.promise), end: told.resolve };
}

/** Inserts, and gives another the time in which it would come in between. */
const tryToInsert = (row: number, other: () => Promise<unknown>) =>
  tryOut(async ({ query }) => {
    await query({ text: `insert into people values (${row})`, values: [] });
    let isOver = false;
    const noteOver = () => {
      isOver = true;
    };
    void other().then(noteOver, noteOver);
    for (let asked = 0; asked < 100 && !isOver; asked += 1) {
      await query({ text: 'select 1', values: [] });
    }
  });

const inspect = (text: string) => space.server.services.sqlParser.inspect(text);

function run(text: string, inspection: Inspection) {
  return transactions.run(owner, id, {
    request: {
      text,
      values: [],
      mode: 'rows',
      reuse: 'after-reset',
      rowLimit: 10,
      failsBeyond: false,
      cutsAtLimit: false,
      signal,
      placeInOriginal: (place) => place,
    },
    recorded: { statement: text, inspection } as RecordedStatement,
    mayRecover: false,
  });
}

const idsInside = () =>
  tryOut(async ({ query }) => {
    const { rows } = await query({ text: 'select id from people order by id', values: [] });
    return rows.map(([found]) => found);
  });

test('SQL-8.14 SQL-8.9 a statement that waited with a preview is not undone with it', async () => {
  const text = 'insert into people values (2)';
  const inspection = await inspect(text);
  const first = tryUntilTold();
  const preview: Promise<unknown> = tryToInsert(1, () => statement);
  const statement: Promise<unknown> = run(text, inspection);
  const third = idsInside();
  first.end();
  await Promise.all([first.over, preview, statement]);
  expect(await third).toEqual(['2']);
  expect(await idsInside()).toEqual(['2']);
});

test('SQL-8.14 SQL-8.9 a commit that waited with a preview keeps nothing of it', async () => {
  const first = tryUntilTold();
  const preview: Promise<unknown> = tryToInsert(3, () => commit);
  const commit: Promise<unknown> = transactions.end(owner, id, 'commit');
  first.end();
  await Promise.all([first.over, preview, commit]);
  expect((await space.database.query('select id from people')).rows).toEqual([]);
});

test('SQL-8.14 a commit that waits is not rolled back by who leaves the page meanwhile', async () => {
  const first = tryUntilTold();
  const commit = transactions.end(owner, id, 'commit');
  await expect(transactions.end(owner, id, 'rollback')).rejects.toMatchObject({
    code: 'E_CONNECTOR_BUSY',
  });
  first.end();
  await Promise.all([first.over, commit]);
  expect(transactions.find(owner, id)).toBeUndefined();
});

test('SQL-8.14 what waits in a transaction that is rolled back hears that there is none any more', async () => {
  const text = 'insert into people values (4)';
  const inspection = await inspect(text);
  const first = tryUntilTold();
  const waiting = Promise.allSettled([idsInside(), run(text, inspection)]);
  const ended = transactions.end(owner, id, 'rollback');
  first.end();
  await Promise.allSettled([first.over, ended]);
  for (const { reason } of (await waiting) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'E_TRANSACTION_NOT_FOUND' });
  }
});

test('SQL-8.14 nothing is sent behind a rollback, where it would stay: what is on its way ends first', async () => {
  const order: string[] = [];
  const first = tryUntilTold();
  const tried = first.over.then(() => order.push('tried'));
  const ended = transactions.end(owner, id, 'rollback').then(() => order.push('rolled back'));
  await space.database.query('select pg_sleep(0.3)');
  first.end();
  await Promise.all([tried, ended]);
  expect(order).toEqual(['tried', 'rolled back']);
});
