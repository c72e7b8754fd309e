import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findForUpkeep, openSqlTarget } from '#platform/connectors/stored.ts';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { BEFORE_THE_LIMIT_MS, eventually } from '#testing/eventually.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTransactions, type Owner, type Transactions } from './transactions.ts';

let transactions: Transactions;
let owner: Owner;
const never = new AbortController().signal;

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
const { value, busyBackends } = editor;
beforeAll(async () => {
  await space.run('create table people (id int primary key, name text not null, age int)');
  await space.run(`insert into people values (1, 'Ada', 36)`);
});
afterAll(() => space.stop());
beforeEach(() => {
  transactions = createTransactions(space.server.services);
  owner = { userId: space.editor.id, connectorId: space.plain };
  return () => transactions.close();
});

async function open(): Promise<string> {
  const { db, secrets } = space.server.services;
  const connector = await findForUpkeep(db, 'ledger-settling', space.plain);
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

test('SQL-8.14 a transaction nobody looks at any more is rolled back, and its backend is gone', async () => {
  const id = await open();
  expect(await openBackends()).toBe(1);
  await transactions.endForgotten(Date.now() + 70_000);
  expect(transactions.find(owner, id)).toMatchObject({ state: 'open' });
  await transactions.endForgotten(Date.now() + 91_000);
  expect(transactions.find(owner, id)).toBeUndefined();
  await eventually(async () => expect(await openBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
});

test('SQL-8.14 nobody opens more than their share, however many they ask for at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => open()));
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(asked.length - refused.length).toBe(2);
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'E_CONNECTOR_BUSY' });
  }
});

test('SQL-8.14 a backend that is ended from outside takes its transaction with it', async () => {
  const id = await open();
  await space.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and datname = current_database()`,
  );
  await eventually(() => expect(transactions.find(owner, id)).toBeUndefined());
});

test('SQL-8.14 a server that stops rolls back what is open', async () => {
  await open();
  await transactions.close();
  await eventually(async () => expect(await openBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
});

describe('a transaction by hand', () => {
  async function begin() {
    const { transaction } = await editor.run('begin');
    return transaction?.id ?? '';
  }

  test('SQL-8.14 SQL-8.9 a preview and a plan see what its transaction has done, and leave it as it was', async () => {
    const transactionId = await begin();
    await editor.run(`insert into people values (20, 'New', 1)`, { transactionId });
    await editor.run(`update people set age = 37 where id = 1`, { transactionId });
    const sql = 'update people set age = age + 1 where id in (1, 20)';
    const preview = async (more: object) => (await editor.post('/preview', { sql, ...more })).json;
    expect(await preview({ transactionId })).toMatchObject({
      rowCount: 2,
      rows: expect.arrayContaining([
        { before: ['1', 'Ada', '37'], after: ['1', 'Ada', '38'] },
        { before: ['20', 'New', '1'], after: ['20', 'New', '2'] },
      ]),
    });
    const plan = async (more: object) => {
      const asked = { sql: 'select * from people', analyze: true, ...more };
      const answer = await editor.post('/plan', asked);
      return JSON.stringify(answer.json)
        .match(/"Actual Rows":(\d+)/g)
        ?.at(-1);
    };
    expect(await plan({ transactionId })).not.toBe(await plan({}));
    const wrong = await editor.post('/plan', { sql: 'select nothing', transactionId });
    expect(codeOf(wrong)).toBe('422 E_COLUMN_NOT_FOUND');
    const seen = await editor.run('select age from people where id in (1, 20) order by id', {
      transactionId,
    });
    expect(seen).toMatchObject({ rows: [[37], [1]], transaction: { state: 'open' } });
    await editor.run('rollback', { transactionId });
    expect(await value('select age from people where id = 1')).toBe(36);
  });

  test('SQL-8.9 a plan knows tables that only its transaction has made, and a preview says it does not', async () => {
    const transactionId = await begin();
    await editor.run('create table drafts (id int primary key)', { transactionId });
    const plan = await editor.post('/plan', { sql: 'select * from drafts', transactionId });
    expect(plan.text).toContain('Relation Name');
    const preview = await editor.post('/preview', { sql: 'delete from drafts', transactionId });
    expect(codeOf(preview)).toBe('422 E_PREVIEW_TABLES_CHANGED');
    await editor.run('insert into drafts values (1)', { transactionId });
    await editor.run('rollback', { transactionId });
  });

  test('SQL-8.14 a statement waits for what its own transaction only tries', async () => {
    const transactionId = await begin();
    await value('select pg_advisory_lock(77)');
    const sql = 'select pg_advisory_xact_lock(77)';
    const plan = editor.post('/plan', { sql, transactionId, analyze: true });
    await eventually(async () => {
      const waiting = `select count(*)::int from pg_stat_activity
        where query like 'explain (analyze%' and wait_event = 'advisory'`;
      expect(await value(waiting)).toBe(1);
    });
    const next = editor.run('select 5', { transactionId });
    await value('select pg_advisory_unlock(77)');
    expect((await plan).status).toBe(200);
    expect((await next).rows).toEqual([[5]]);
    await editor.run('rollback', { transactionId });
  });

  test('SQL-8.14 nobody looks into the transaction of somebody else', async () => {
    const transactionId = await begin();
    const sql = 'select * from people';
    const answer = await editor.post('/plan', { sql, transactionId }, { as: space.owner });
    expect(codeOf(answer)).toBe('404 E_TRANSACTION_NOT_FOUND');
    await editor.run('rollback', { transactionId });
  });

  test('SQL-8.14 what is done in it stays only when it is committed', async () => {
    const transactionId = await begin();
    await editor.run(`insert into people values (9, 'Zoe', 1)`, { transactionId });
    expect((await editor.run('select id from people where id = 9')).rows).toEqual([]);
    const seen = await editor.run('select id from people where id = 9', { transactionId });
    expect(seen).toMatchObject({ rows: [[9]], transaction: { state: 'open', statements: 2 } });
    const ended = await editor.run('commit', { transactionId });
    expect(ended).toMatchObject({ command: 'COMMIT', transaction: null });
    expect(await value('select name from people where id = 9')).toBe('Zoe');
  });

  test('SQL-8.14 what it says about tables is seen once it is committed, however they were looked at before', async () => {
    const commentOfPeople = async () => {
      const list = await editor.get('/api/tables/v1/tables', { schema: 'public' });
      const { tables } = list.json as { tables: { name: string; description: string | null }[] };
      return tables.find(({ name }) => name === 'people')?.description;
    };
    const transactionId = await begin();
    await editor.run(`comment on table people is 'Whom we know'`, { transactionId });
    expect(await commentOfPeople()).toBeNull();
    await editor.run('commit', { transactionId });
    expect(await commentOfPeople()).toBe('Whom we know');
  });

  test('SQL-8.14 a commit on its way is not rolled back by who leaves the page meanwhile', async () => {
    const transactionId = await begin();
    await editor.run(`insert into people values (10, 'Kim', 1)`, { transactionId });
    const own = await space.server.services.db.pool.connect();
    const path = `/transactions/${transactionId}/end`;
    try {
      await own.query('begin; lock table change_sets in exclusive mode');
      const committing = editor.post(path, { how: 'commit' });
      await eventually(async () => {
        const { rows } = await own.query(
          `select from pg_locks where relation = 'change_sets'::regclass and not granted`,
        );
        expect(rows).toHaveLength(1);
      });
      const left = await editor.post(path, { how: 'rollback' });
      const late = await editor.tryRun('select 1', { transactionId });
      await own.query('rollback');
      expect([codeOf(left), codeOf(late)]).toEqual(Array(2).fill('422 E_CONNECTOR_BUSY'));
      expect((await committing).status).toBe(200);
    } finally {
      own.release(true);
    }
    expect(await value('select name from people where id = 10')).toBe('Kim');
  });

  test('SQL-8.14 after a failed statement only a rollback is left', async () => {
    const transactionId = await begin();
    const path = `/api/sql/v1/transactions/${transactionId}`;
    await editor.run(`update people set age = 1 where id = 1`, { transactionId });
    expect(codeOf(await editor.tryRun('select nothing', { transactionId }))).toBe(
      '422 E_COLUMN_NOT_FOUND',
    );
    expect((await editor.get(path)).json).toMatchObject({ state: 'failed' });
    expect(codeOf(await editor.tryRun('select 1', { transactionId }))).toBe(
      '422 E_TRANSACTION_FAILED',
    );
    expect(codeOf(await editor.post(`/transactions/${transactionId}/end`, { how: 'commit' }))).toBe(
      '422 E_TRANSACTION_FAILED',
    );
    const ended = await editor.post(`/transactions/${transactionId}/end`, { how: 'rollback' });
    expect(ended.status).toBe(200);
    expect(await value('select age from people where id = 1')).toBe(36);
    await eventually(async () => expect(await busyBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
    expect(codeOf(await editor.get(path))).toBe('404 E_TRANSACTION_NOT_FOUND');
  });

  test('SQL-8.14 a transaction is its owner’s alone', async () => {
    const transactionId = await begin();
    const path = `/transactions/${transactionId}/end`;
    expect(codeOf(await editor.tryRun('select 1', { transactionId }, { as: space.owner }))).toBe(
      '404 E_TRANSACTION_NOT_FOUND',
    );
    expect(codeOf(await editor.post(path, { how: 'rollback' }, { as: space.owner }))).toBe(
      '404 E_TRANSACTION_NOT_FOUND',
    );
    await editor.post(path, { how: 'rollback' });
  });

  test('SQL-8.14 cancelling a statement leaves a transaction that can be rolled back', async () => {
    const transactionId = await begin();
    const stop = new AbortController();
    const running = editor.tryRun(
      'select pg_sleep(1000)',
      { transactionId },
      { signal: stop.signal },
    );
    running.catch(() => {});
    await eventually(async () =>
      expect(
        await value(`select count(*)::int from pg_stat_activity where state = 'active'
            and query = 'select pg_sleep(1000)'`),
      ).toBe(1),
    );
    stop.abort();
    await eventually(async () =>
      expect((await editor.get(`/api/sql/v1/transactions/${transactionId}`)).json).toMatchObject({
        state: 'failed',
      }),
    );
    await editor.run('rollback', { transactionId });
    await eventually(async () => expect(await busyBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
  });

  test('SQL-8.14 leaving a plan ends nothing that is run next in the transaction', async () => {
    const transactionId = await begin();
    const stop = new AbortController();
    const sql = 'select pg_sleep(1000)';
    const asked = { sql, analyze: true, transactionId };
    const planning = editor.post('/plan', asked, { signal: stop.signal });
    planning.catch(() => {});
    await eventually(async () =>
      expect(
        await value(`select count(*)::int from pg_stat_activity where state = 'active'
            and query like 'explain (analyze%pg_sleep(1000)'`),
      ).toBe(1),
    );
    stop.abort();
    // It is looked after what was left; by then this one runs.
    await editor.run('select pg_sleep(3)', { transactionId });
    await editor.run('commit', { transactionId });
  });
});
