import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
beforeAll(async () => {
  await space.run('create table visits (id int generated always as identity, at text)');
  await space.run(`create function visit() returns int language sql volatile
    as $$ insert into visits (at) values ('now') returning id $$`);
  await space.run('create view visiting as select visit() as id');
});
afterAll(() => space.stop());

async function count(question: string): Promise<number> {
  const { rows } = await space.database.query<{ count: number }>(question);
  return rows[0]?.count ?? Number.NaN;
}

const visits = () => count('select count(*)::int from visits');

/** Keys are the product's, not the user's database's. */
async function isRemembered(key: string): Promise<boolean> {
  const { db } = space.server.services;
  const kept = await findRow(db, sql`select 1 from idempotency_keys where key = ${key}`);
  return kept !== undefined;
}

test('SQL-8.14 a statement that writes and is sent twice happens once', async () => {
  const key = crypto.randomUUID();
  const written = `insert into visits (at) values ('once')`;
  const first = await editor.tryRun(written, {}, { key });
  const again = await editor.tryRun(written, {}, { key });
  expect([codeOf(first), codeOf(again)]).toEqual(['200', '200']);
  expect(again.json).toEqual(first.json);
  expect(await count(`select count(*)::int from visits where at = 'once'`)).toBe(1);
});

test('SQL-8.14 what only reads is read again, and no key of it is kept', async () => {
  const key = crypto.randomUUID();
  const asked = 'select clock_timestamp()::text';
  const [first, again] = [
    await editor.tryRun(asked, {}, { key }),
    await editor.tryRun(asked, {}, { key }),
  ];
  const rowsOf = ({ json }: typeof first) => (json as { rows: string[][] }).rows;
  expect(rowsOf(again)).not.toEqual(rowsOf(first));
  expect(await isRemembered(key)).toBe(false);
});

test.each(['select visit()', 'select id from visiting'])(
  'SQL-8.14 %s writes though it looks like reading: it happens, and once',
  async (asked) => {
    const key = crypto.randomUUID();
    const before = await visits();
    const first = await editor.tryRun(asked, {}, { key });
    const again = await editor.tryRun(asked, {}, { key });
    expect([codeOf(first), codeOf(again)]).toEqual(['200', '200']);
    expect(again.json).toEqual(first.json);
    expect(await visits()).toBe(before + 1);
    expect(await isRemembered(key)).toBe(true);
  },
);

test('SQL-8.14 a locked tab writes by no view either', async () => {
  const before = await visits();
  const answer = await editor.tryRun('select id from visiting', { readOnly: true });
  expect(codeOf(answer)).toBe('405 E_SQL_READ_ONLY');
  expect(await visits()).toBe(before);
});
