import { afterAll, expect, test } from 'vitest';
import type { RowHistoryEntry } from '@causeway/contract/ledger.ts';
import { forgetOldRows } from '#platform/ledger/forget.ts';
import { createLedgerRequests, type Page } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, remove, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
const ledger = createLedgerRequests(space);
afterAll(() => space.stop());

test('SQL-3 a single write keeps the row as it was, who wrote it, when and from which screen', async () => {
  await space.run('create table notes (id serial primary key, title text, size int)');
  await tables.write('POST', 'notes', { values: { title: 'one' }, screen: 'edit' });
  await tables.write('PATCH', 'notes', {
    key: { id: 1 },
    values: { title: 'two', size: 5 },
    screen: 'edit',
  });
  await tables.write('DELETE', 'notes', { key: { id: 1 } });
  const { items } = await ledger.history('notes', { id: 1 });
  expect(items.map(({ kind, before, after }) => ({ kind, before, after }))).toEqual([
    { kind: 'delete', before: { id: '1', title: 'two', size: '5' }, after: null },
    {
      kind: 'update',
      before: { id: '1', title: 'one', size: null },
      after: { id: '1', title: 'two', size: '5' },
    },
    { kind: 'insert', before: null, after: { id: '1', title: 'one', size: null } },
  ]);
  expect(items.map(({ set }) => set.screen)).toEqual(['api', 'edit', 'edit']);
  expect(items[0]?.set).toMatchObject({
    kind: 'row',
    status: 'done',
    who: { id: space.editor.id, name: space.editor.name, impersonator: null },
    at: expect.any(String),
  });
});

test('SQL-3 what a row was is kept where a trigger or a rule has a say, whatever its table is called', async () => {
  await space.run(`create table old (id int primary key, new text, "causeway was" text)`);
  await space.run(`insert into old values (1, 'a', 'b')`);
  await space.run(`create function shout() returns trigger language plpgsql as
    $$ begin new.new = upper(new.new); return new; end $$`);
  await space.run(
    'create trigger shouting before update on old for each row execute function shout()',
  );
  await tables.write('PATCH', 'old', { key: { id: 1 }, values: { new: 'c' } });
  await space.run(`create table ruled (id int primary key, v text)`);
  await space.run(`insert into ruled values (1, 'a')`);
  await space.run(`create rule also as on update to ruled do also delete from old where id = 2`);
  await tables.write('PATCH', 'ruled', { key: { id: 1 }, values: { v: 'b' } });
  const images = async (table: string) => {
    const { items } = await ledger.history(table, { id: 1 });
    const [newest] = items;
    return [newest?.before, newest?.after];
  };
  expect(await images('old')).toEqual([
    { id: '1', new: 'a', 'causeway was': 'b' },
    { id: '1', new: 'C', 'causeway was': 'b' },
  ]);
  expect(await images('ruled')).toEqual([
    { id: '1', v: 'a' },
    { id: '1', v: 'b' },
  ]);
});

test('SQL-3 a saved draft is one set with its changes', async () => {
  await space.run('create table bag (id int primary key, v text)');
  await space.run(`insert into bag values (1, 'a'), (2, 'b')`);
  await tables.stage('bag', [
    update({ id: '1' }, { v: 'A' }, { base: { v: 'a' } }),
    remove({ id: '2' }),
    insert('n', { id: '3' }),
  ]);
  const { changeSetId } = await tables.applied('bag');
  const set = await ledger.newestSet('bag');
  expect(set).toMatchObject({
    id: changeSetId,
    kind: 'draft',
    screen: 'explore',
    inserted: 1,
    updated: 1,
    deleted: 1,
    tables: [{ schema: 'public', table: 'bag' }],
    notRevertible: null,
    revertedById: null,
  });
  const first = await ledger.changes(set.id, { limit: 2 });
  expect(first.items.map(({ kind }) => kind)).toEqual(['delete', 'update']);
  const rest = await ledger.changes(set.id, { limit: 2, cursor: first.nextCursor });
  expect(rest.items).toEqual([
    {
      schema: 'public',
      table: 'bag',
      kind: 'insert',
      keyBefore: null,
      keyAfter: { id: '3' },
      before: null,
      after: { id: '3', v: null },
    },
  ]);
});

test('SQL-3 history follows a row through new keys, page by page', async () => {
  await space.run('create table moved (a int, b text, n int, primary key (a, b))');
  await tables.write('POST', 'moved', { values: { a: 1, b: 'x', n: 0 } });
  await tables.write('PATCH', 'moved', { key: { a: 1, b: 'x' }, newKey: { b: 'y' } });
  await tables.write('PATCH', 'moved', { key: { a: 1, b: 'y' }, values: { n: 1 } });
  await tables.write('PATCH', 'moved', { key: { a: 1, b: 'y' }, newKey: { a: 2 } });
  const whole = await ledger.history('moved', { a: 2, b: 'y' });
  expect(whole.items.map(({ keyBefore, keyAfter }) => [keyBefore, keyAfter])).toEqual([
    [
      { a: '1', b: 'y' },
      { a: '2', b: 'y' },
    ],
    [
      { a: '1', b: 'y' },
      { a: '1', b: 'y' },
    ],
    [
      { a: '1', b: 'x' },
      { a: '1', b: 'y' },
    ],
    [null, { a: '1', b: 'x' }],
  ]);
  const seen: RowHistoryEntry[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Page<RowHistoryEntry> = await ledger.history(
      'moved',
      { a: 2, b: 'y' },
      { limit: 1, ...(cursor && { cursor }) },
    );
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(whole.items);
});

test('a refused write leaves no set behind', async () => {
  await space.run('create table never (id int primary key check (id < 5))');
  expect((await tables.write('POST', 'never', { values: { id: 9 } })).status).toBe(422);
  await tables.stage('never', [insert('x', { id: '9' })]);
  expect((await tables.apply('never')).status).toBe(422);
  expect((await ledger.sets({ table: 'never' })).items).toEqual([]);
  expect((await tables.draft('never')).changes).toHaveLength(1);
});

test('sets of another project are not told', async () => {
  const set = await ledger.newestSet('bag');
  const path = `/api/ledger/v1/sets/${set.id}`;
  const query = `connector[id]=${space.plain}`;
  const answer = await space.server.send('GET', path, { token: space.stranger.token, query });
  expect(answer.status).toBe(404);
  const other = await space.server.send('GET', path, {
    token: space.viewer.token,
    query: `connector[id]=${space.powerful}`,
  });
  expect(codeOf(other)).toBe('404 E_CHANGE_SET_NOT_FOUND');
});

test('SQL-3 what rows were is forgotten after its time, and history says so', async () => {
  await space.run('create table aged (id int primary key, v text)');
  await space.run(`insert into aged values (1, 'a'), (2, 'b')`);
  for (const id of ['1', '2']) {
    await tables.stage('aged', [update({ id }, { v: 'new' })]);
    await tables.applied('aged');
  }
  const [young, old] = (await ledger.sets({ table: 'aged' })).items;
  const { db } = space.server.services;
  await db.pool.query(`update change_sets set at = now() - interval '91 days' where id = $1`, [
    old?.id,
  ]);
  expect(await forgetOldRows(db, 90)).toBe(1);
  expect(await forgetOldRows(db, 90)).toBe(0);
  const { items } = await ledger.sets({ table: 'aged' });
  expect(items.at(0)).toMatchObject({ id: young?.id, notRevertible: null });
  expect(items.at(-1)).toMatchObject({ id: old?.id, notRevertible: 'expired', updated: 1 });
  const refused = await ledger.revert(old?.id ?? '');
  expect(codeOf(refused)).toBe('422 E_NOT_REVERTIBLE');
  expect((await ledger.revert(young?.id ?? '')).status).toBe(200);
});
