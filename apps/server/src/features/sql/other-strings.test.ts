import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

/**
 * A role can be set up to read text in another way than the standard says: then a quotation ends
 * elsewhere for the server than for whoever judged the statement.
 */

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.run('create table kept (id int)');
  await space.database.query(`alter role ${space.role} set standard_conforming_strings = off`);
  await space.database.query(`alter role ${space.role} set backslash_quote = on`);
  await space.database.query(`alter role ${space.role} set client_encoding = 'SJIS'`);
  space.server.services.databases.sessions.forget(space.plain);
  await space.server.services.databases.forget(space.plain);
});
afterAll(() => space.stop());

/** For such a role the text ends at the second quotation mark, and the rest is statements. */
const hidden = String.raw`select '\'') to stdout; commit; insert into kept values (1); --'`;

test('SQL-1 text is read by the database as it was judged, however its role is set up', async () => {
  const { rows } = await space.run(
    `select current_setting('standard_conforming_strings'), current_setting('backslash_quote'),
       current_setting('client_encoding')`,
  );
  expect(rows).toEqual([['on', 'safe_encoding', 'UTF8']]);
  const { rows: read } = await space.run(hidden);
  expect(read).toEqual([[String.raw`\') to stdout; commit; insert into kept values (1); --`]]);
});

test('SQL-5 an export writes nothing that was hidden in a text', async () => {
  for (const format of ['csv', 'json', 'xlsx', 'parquet', 'sql']) {
    const answer = await space.server.send('POST', '/api/exports/v1/stream', {
      token: space.viewer.token,
      body: {
        connector: { id: space.plain },
        source: { kind: 'query', sql: hidden },
        file: { format },
      },
    });
    expect(codeOf(answer), answer.text).toBe('200');
  }
  const { rows } = await space.database.query('select * from kept');
  expect(rows).toEqual([]);
});

test('SQL-8.14 nothing is read in a locked tab once its transaction reads text otherwise', async () => {
  const editor = createEditorRequests(space);
  const { transaction } = await editor.run('begin');
  const transactionId = transaction?.id ?? '';
  await editor.run('set standard_conforming_strings = off', { transactionId });
  const answer = await editor.tryRun('select 1', { transactionId, readOnly: true });
  expect(codeOf(answer)).toBe('424 E_UPSTREAM_FAILED');
  await editor.run('rollback', { transactionId });
});

test('SQL-1 a zero byte is told as what it is, by every way', async () => {
  const sql = 'select \u0000 1';
  for (const path of ['', '/read', '/stream', '/run', '/plan', '/check']) {
    const answer = await space.send('POST', { sql }, {}, `/api/sql/v1${path}`);
    expect(codeOf(answer), path).toBe('422 E_INVALID_CHARACTER');
  }
});
