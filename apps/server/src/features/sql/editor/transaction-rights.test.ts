import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '@causeway/contract/access.ts';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { createEditorRequests, type EditorRequests } from '#testing/editor-requests.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';

/** What somebody may do can change while their transaction is open: it counts what they may now. */
let space: SqlWorkspace;
let editor: EditorRequests;
let transactionId: string;

beforeAll(async () => {
  space = await startSqlWorkspace();
  editor = createEditorRequests(space);
  await space.run('create table people (id int)');
  await space.run(`create function adds() returns int language sql
    as 'insert into people values (2) returning id'`);
});
afterAll(() => space.stop());
beforeEach(async () => {
  transactionId = (await editor.run('begin')).transaction?.id ?? '';
  await editor.run('insert into people values (1)', { transactionId });
  return async () => {
    await become('editor');
    await setReadOnly(false);
    const { rows } = await space.database.query('select * from people');
    if (rows.length > 0) throw new Error('Something was committed');
  };
});

const become = (role: Role) =>
  space.server.call(
    memberRoutes.changeRole,
    { params: { projectId: space.projectId, userId: space.editor.id }, body: { role } },
    space.owner,
  );

const setReadOnly = (readOnly: boolean) =>
  space.server.call(
    connectorRoutes.update,
    {
      params: { projectId: space.projectId, connectorId: space.plain },
      body: { settings: { readOnly } },
    },
    space.owner,
  );

const end = (how: string, more: object = {}) =>
  editor.post(`/transactions/${transactionId}/end`, { how, ...more });

const isGone = async () =>
  expect(codeOf(await end('rollback'))).toBe('404 E_TRANSACTION_NOT_FOUND');

test('SQL-8.14 who may not write any more commits nothing, and the transaction is gone', async () => {
  await become('viewer');
  expect(codeOf(await end('commit'))).toBe('403 E_FORBIDDEN');
  await isGone();
});

test.each(['select 1', 'select adds()', 'insert into people values (3)', 'commit'])(
  'SQL-8.14 who may not write any more runs nothing in it: %s',
  async (statement) => {
    await become('viewer');
    expect(codeOf(await editor.tryRun(statement, { transactionId }))).toBe('403 E_FORBIDDEN');
    await isGone();
  },
);

test('SQL-8.14 looking at it does not keep it open for who may not write any more', async () => {
  await become('viewer');
  const looked = await editor.get(`/api/sql/v1/transactions/${transactionId}`);
  expect(codeOf(looked)).toBe('403 E_FORBIDDEN');
  await isGone();
});

test('CONN-3 nothing is committed on a connector that became read-only meanwhile', async () => {
  await setReadOnly(true);
  expect(codeOf(await end('commit'))).toBe('405 E_CONNECTOR_READ_ONLY');
  await setReadOnly(false);
  await isGone();
});

test('SQL-8.14 a locked tab reads in its transaction, and neither writes nor commits', async () => {
  const locked = { transactionId, readOnly: true };
  expect((await editor.run('select * from people', locked)).rows).toEqual([[1]]);
  expect(codeOf(await editor.tryRun('select adds()', locked))).toBe('405 E_SQL_READ_ONLY');
  expect(codeOf(await editor.tryRun('insert into people values (3)', locked))).toBe(
    '405 E_SQL_READ_ONLY',
  );
  expect(codeOf(await end('commit', { readOnly: true }))).toBe('405 E_SQL_READ_ONLY');
  const still = await editor.run('select * from people', { transactionId });
  expect(still).toMatchObject({ rows: [[1]], transaction: { state: 'open' } });
  expect((await end('rollback', { readOnly: true })).status).toBe(200);
});
