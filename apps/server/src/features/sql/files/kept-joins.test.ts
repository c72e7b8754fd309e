import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { createKey } from '#testing/factories.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';
import { codeOf } from '#testing/sql-workspace.ts';
import { onServer } from '#testing/test-database.ts';

/** Rows of a database in the kept result of a query over files are for who may read that database so. */
const space = await startFilesWorkspace();
const reader = `reads_${crypto.randomUUID().slice(0, 8)}`;
let queryId = '';

beforeAll(async () => {
  await onServer(`create role ${reader}`);
  await space.database.query(
    `create table pay (id int, amount int); insert into pay values (1, 4242)`,
  );
  await space.store('people.csv', 'id\n1\n');
  const sql = `select amount from 'people.csv' people join shop.public.pay pay on pay.id = people.id`;
  const saved = await space.server.send('POST', '/api/queries/v1/queries', {
    token: space.editor.token,
    body: { connector: { id: space.bucketId }, name: 'Pay', sql, isShared: true },
  });
  queryId = (saved.json as { id: string }).id;
});
afterAll(async () => {
  await space.stop();
  await onServer(`drop role ${reader}`);
});

const ask = ({ token }: { token: string }, maxAge = 3_600) =>
  space.server.send('POST', `/api/queries/v1/queries/${queryId}/run`, {
    token,
    body: { connector: { id: space.bucketId }, maxAge },
  });

test('TEAM-6 a key that may not read a database is given none of its rows that were kept', async () => {
  expect((await ask(space.editor)).json).toMatchObject({ rows: [[4242]] });
  const scopes = [`queries:read@${space.bucketId}` as const];
  const key = await createKey(space.server, space.projectId, space.editor, { scopes });
  expect(codeOf(await ask(key))).toBe('403 E_SCOPE_MISSING');
  const more = [...scopes, `data:read@${space.databaseId}` as const];
  const other = await createKey(space.server, space.projectId, space.editor, { scopes: more });
  expect((await ask(other)).json).toMatchObject({ rows: [[4242]] });
});

test('TEAM-2 nor is a viewer, where the role for readers may not read it', async () => {
  expect((await ask(space.viewer)).json).toMatchObject({ rows: [[4242]] });
  await space.server.call(
    connectorRoutes.update,
    {
      params: { projectId: space.projectId, connectorId: space.databaseId },
      body: { settings: { readerRole: reader } },
    },
    space.owner,
  );
  expect((await ask(space.editor)).json).toMatchObject({ rows: [[4242]] });
  const refused = await ask(space.viewer);
  expect(refused.text).not.toContain('4242');
  expect(codeOf(refused)).toBe('404 E_TABLE_NOT_FOUND');
});
