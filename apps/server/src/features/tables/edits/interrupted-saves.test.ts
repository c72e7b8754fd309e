import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRows, findRow, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { settleOldSets } from '#platform/ledger/settle.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
beforeAll(async () => {
  await space.run('create table saved (id int primary key, v text)');
});
afterAll(() => space.stop());

/** What an instance leaves behind that dies between the user's commit and its own. */
async function dieWhileSaving(change: {
  id: string;
  transactionId: string | null;
}): Promise<string> {
  const { db } = space.server.services;
  const set = await readRow<{ id: string }>(
    db,
    sql`insert into change_sets (project_id, connector_id, user_id, user_name, at, screen, kind,
          transaction_id)
        values (${space.projectId}, ${space.plain}, ${space.editor.id}, ${space.editor.name},
          now() - interval '1 hour', 'explore', 'draft', ${change.transactionId}) returning id`,
  );
  const shape = await readRow<{ id: number }>(
    db,
    sql`insert into table_shapes (connector_id, schema_name, table_name, columns, key_columns)
        values (${space.plain}, 'public', 'saved', '{id,v}', '{id}') returning id`,
  );
  await changeRows(
    db,
    sql`insert into changes (set_id, position, shape_id, kind, key_after, after)
        values (${set.id}, 0, ${shape.id}, 'insert', ${JSON.stringify([change.id])},
          ${JSON.stringify([change.id, 'x'])})`,
  );
  await tables.stage('saved', [insert(`row ${change.id}`, { id: change.id, v: 'x' })]);
  await changeRows(
    db,
    sql`update draft_changes set applying_id = ${set.id} where ref = ${`row ${change.id}`}`,
  );
  return set.id;
}

async function transactionOf(statement: string, end: 'commit' | 'rollback'): Promise<string> {
  const { database } = space;
  await database.query('begin');
  await database.query(statement);
  const { rows } = await database.query<{ id: string }>('select txid_current()::text as id');
  await database.query(end);
  return rows[0]?.id ?? '';
}

async function statusOf(id: string): Promise<string | undefined> {
  const { db } = space.server.services;
  const set = await findRow<{ status: string }>(
    db,
    sql`select status from change_sets where id = ${id}`,
  );
  return set?.status;
}

test('SQL-3 a save that was committed before the crash is done, and its draft does not write twice', async () => {
  const transactionId = await transactionOf(`insert into saved values (1, 'x')`, 'commit');
  const set = await dieWhileSaving({ id: '1', transactionId });
  expect(await statusOf(set)).toBe('pending');
  expect((await tables.draft('saved')).changes).toEqual([]);
  expect(await statusOf(set)).toBe('done');
  expect(await tables.applied('saved')).toMatchObject({ changeSetId: null, inserted: 0 });
});

test('SQL-3 a save that was cut off before its commit did not happen, and its draft is still there', async () => {
  const transactionId = await transactionOf(`insert into saved values (2, 'x')`, 'rollback');
  const set = await dieWhileSaving({ id: '2', transactionId });
  expect((await tables.draft('saved')).changes.map(({ ref }) => ref)).toEqual(['row 2']);
  expect(await statusOf(set)).toBeUndefined();
  expect(await tables.applied('saved')).toMatchObject({ inserted: 1 });
});

test('SQL-3 while a save is running, its changes can be neither saved again nor changed', async () => {
  const { database } = space;
  await database.query('begin');
  const { rows } = await database.query<{ id: string }>('select txid_current()::text as id');
  const set = await dieWhileSaving({ id: '3', transactionId: rows[0]?.id ?? '' });
  expect(codeOf(await tables.apply('saved'))).toBe('425 E_DRAFT_BUSY');
  const path = '/api/tables/v1/tables/saved/draft';
  const change = { put: [insert('row 3', { id: '30' })] };
  expect(codeOf(await tables.send('PATCH', path, change))).toBe('425 E_DRAFT_BUSY');
  expect(codeOf(await tables.send('DELETE', path, {}))).toBe('425 E_DRAFT_BUSY');
  await database.query('rollback');
  await settleOldSets(space.server.services);
  expect(await statusOf(set)).toBeUndefined();
  await tables.discard('saved');
});

test('SQL-3 where the database has forgotten the transaction, the rows tell', async () => {
  await space.database.query(`insert into saved values (4, 'x'), (6, 'something else')`);
  const done = await dieWhileSaving({ id: '4', transactionId: null });
  const undone = await dieWhileSaving({ id: '5', transactionId: null });
  const neither = await dieWhileSaving({ id: '6', transactionId: null });
  await settleOldSets(space.server.services);
  expect(await Promise.all([done, undone, neither].map(statusOf))).toEqual([
    'done',
    undefined,
    'unknown',
  ]);
  expect((await tables.draft('saved')).changes.map(({ ref }) => ref)).toEqual(['row 5', 'row 6']);
});

test('SQL-3 a save that can be settled is, behind however many that still run', async () => {
  const { database, editor, plain, projectId, server } = space;
  const done = await transactionOf(`insert into saved values (7, 'x')`, 'commit');
  await database.query('begin');
  const { rows } = await database.query<{ id: string }>('select txid_current()::text as id');
  const pend = (transactionId: string, count: number, age: string) =>
    listRows<{ id: string }>(
      server.services.db,
      sql`insert into change_sets (project_id, connector_id, user_id, user_name, screen, kind,
            transaction_id, at)
          select ${projectId}, ${plain}, ${editor.id}, 'Ada', 'explore', 'row', ${transactionId},
            now() - ${age}::interval from generate_series(1, ${count}::int)
          returning id`,
    );
  await pend(rows[0]?.id ?? '', 201, '2 hours');
  const [last] = await pend(done, 1, '1 hour');
  await settleOldSets(server.services);
  expect(await statusOf(last?.id ?? '')).toBe('done');
  await database.query('rollback');
  await settleOldSets(server.services);
});

test('SQL-3 a save to a table that is gone by now stays unknown, and is not asked for for ever', async () => {
  const { db } = space.server.services;
  const set = await dieWhileSaving({ id: '8', transactionId: null });
  await changeRows(
    db,
    sql`update table_shapes set table_name = 'dropped' where id in (
          select shape_id from changes where set_id = ${set})`,
  );
  await settleOldSets(space.server.services);
  expect(await statusOf(set)).toBe('unknown');
});
