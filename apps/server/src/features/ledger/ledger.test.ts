import qs from 'qs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeSet, RecordedChange, RowHistoryEntry } from '@causeway/contract/ledger.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  createTableRequests,
  insert,
  read,
  remove,
  type TableRequests,
  update,
} from '#testing/table-requests.ts';

let space: SqlWorkspace;
let tables: TableRequests;

beforeAll(async () => {
  space = await startSqlWorkspace();
  tables = createTableRequests(space);
});
afterAll(() => space.stop());

type Page<Item> = { items: Item[]; nextCursor: string | null };

async function get<Answered>(path: string, query: object = {}): Promise<Answered> {
  const text = qs.stringify({ connector: { id: space.plain }, ...query });
  return read(await space.server.send('GET', path, { token: space.viewer.token, query: text }));
}

const sets = (query: object = {}) => get<Page<ChangeSet>>('/api/ledger/v1/sets', query);
const history = (table: string, key: object, query: object = {}) =>
  get<Page<RowHistoryEntry>>(`/api/tables/v1/tables/${table}/history`, { key, ...query });

async function newestSet(table: string): Promise<ChangeSet> {
  const [set] = (await sets({ table })).items;
  if (!set) throw new Error(`No set of ${table}`);
  return set;
}

function revert(id: string, body: object = {}) {
  return tables.send('POST', `/api/ledger/v1/sets/${id}/revert`, { screen: 'history', ...body });
}

async function rowsOf(statement: string): Promise<unknown[]> {
  const { rows } = await space.database.query<unknown[]>({ text: statement, rowMode: 'array' });
  return rows;
}

describe('what is recorded', () => {
  test('SQL-3 a single write keeps the row as it was, who wrote it, when and from which screen', async () => {
    await space.run('create table notes (id serial primary key, title text, size int)');
    await tables.write('POST', 'notes', { values: { title: 'one' }, screen: 'edit' });
    await tables.write('PATCH', 'notes', {
      key: { id: 1 },
      values: { title: 'two', size: 5 },
      screen: 'edit',
    });
    await tables.write('DELETE', 'notes', { key: { id: 1 } });
    const { items } = await history('notes', { id: 1 });
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

  test('SQL-3 a saved draft is one set with its changes', async () => {
    await space.run('create table bag (id int primary key, v text)');
    await space.run(`insert into bag values (1, 'a'), (2, 'b')`);
    await tables.stage('bag', [
      update({ id: '1' }, { v: 'A' }, { base: { v: 'a' } }),
      remove({ id: '2' }),
      insert('n', { id: '3' }),
    ]);
    const { changeSetId } = await tables.applied('bag');
    const set = await newestSet('bag');
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
    const first = await get<{ changes: Page<RecordedChange> }>(`/api/ledger/v1/sets/${set.id}`, {
      limit: 2,
    });
    expect(first.changes.items.map(({ kind }) => kind)).toEqual(['delete', 'update']);
    const rest = await get<{ changes: Page<RecordedChange> }>(`/api/ledger/v1/sets/${set.id}`, {
      limit: 2,
      cursor: first.changes.nextCursor,
    });
    expect(rest.changes.items).toEqual([
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
    const whole = await history('moved', { a: 2, b: 'y' });
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
      const page: Page<RowHistoryEntry> = await history(
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
    expect((await sets({ table: 'never' })).items).toEqual([]);
    expect((await tables.draft('never')).changes).toHaveLength(1);
  });

  test('sets of another project are not told', async () => {
    const set = await newestSet('bag');
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
});

describe('taking back', () => {
  test('SQL-3 a set is taken back in one transaction, which is a set of its own and can be taken back too', async () => {
    await space.run(
      `create table wares (id int generated always as identity primary key, name text,
        price numeric, total numeric generated always as (price * 2) stored, data jsonb)`,
    );
    await space.run(
      `insert into wares (name, price, data) values ('a', 1.10, '{"n":9007199254740993}'), ('b', 2, null), ('c', 3, 'null')`,
    );
    const before = await rowsOf('select id, name, price::text, data::text from wares order by id');
    await tables.stage('wares', [
      update({ id: '1' }, { name: 'changed', data: null }, { base: { name: 'a' } }),
      remove({ id: '2' }),
      insert('n', { name: 'new' }),
    ]);
    const { changeSetId } = await tables.applied('wares');
    const after = await rowsOf('select id, name, price::text, data::text from wares order by id');
    const back = read<{ changeSetId: string }>(await revert(changeSetId ?? ''));
    expect(back).toMatchObject({ inserted: 1, updated: 1, deleted: 1, left: 0 });
    expect(await rowsOf('select id, name, price::text, data::text from wares order by id')).toEqual(
      before,
    );
    expect(await newestSet('wares')).toMatchObject({
      id: back.changeSetId,
      kind: 'revert',
      screen: 'history',
      revertsId: changeSetId,
    });
    const { items } = await sets({ table: 'wares' });
    expect(items[1]).toMatchObject({ id: changeSetId, revertedById: back.changeSetId });
    read(await revert(back.changeSetId));
    expect(await rowsOf('select id, name, price::text, data::text from wares order by id')).toEqual(
      after,
    );
  });

  test('SQL-3 where a row changed since, taking back is refused with the rows, or leaves them out', async () => {
    await space.run('create table touched (id int primary key, v text)');
    await space.run(`insert into touched values (1, 'a'), (2, 'b'), (3, 'c')`);
    await tables.stage('touched', [
      update({ id: '1' }, { v: 'A' }),
      update({ id: '2' }, { v: 'B' }),
      remove({ id: '3' }),
    ]);
    const { changeSetId } = await tables.applied('touched');
    await space.database.query(`update touched set v = 'theirs' where id = 2`);
    await space.database.query(`insert into touched values (3, 'again')`);
    const refused = await revert(changeSetId ?? '');
    expect(codeOf(refused)).toBe('412 E_VERSION_CONFLICT');
    expect(refused.json).toMatchObject({
      details: {
        total: 2,
        changed: [
          { key: { id: '2' }, expected: { id: '2', v: 'B' }, current: { id: '2', v: 'theirs' } },
          { key: { id: '3' }, expected: null, current: { id: '3', v: 'again' } },
        ],
      },
    });
    expect(await rowsOf('select * from touched order by id')).toEqual([
      [1, 'A'],
      [2, 'theirs'],
      [3, 'again'],
    ]);
    expect(read(await revert(changeSetId ?? '', { skipChanged: true }))).toMatchObject({
      updated: 1,
      inserted: 0,
      left: 2,
    });
    expect(await rowsOf('select v from touched where id = 1')).toEqual([['a']]);
  });

  test('SQL-3 rows that went along with a deleted one by the rules of foreign keys come back with it', async () => {
    await space.run(
      'create table people (id int primary key, boss int references people on delete set null)',
    );
    await space.run(
      'create table orders (id int primary key, person int references people on delete cascade)',
    );
    await space.run(
      'create table items (a int, b int references orders on delete cascade, primary key (a, b))',
    );
    await space.run('insert into people values (1, null), (2, 1)');
    await space.run('insert into orders values (10, 1), (11, 1), (20, 2)');
    await space.run('insert into items values (1, 10), (2, 10), (3, 20)');
    const all = `select (select array_agg(p::text order by p) from people p),
      (select array_agg(o::text order by o) from orders o),
      (select array_agg(i::text order by i) from items i)`;
    const before = await rowsOf(all);
    const removals = [
      () => tables.write('DELETE', 'people', { key: { id: 1 } }),
      () => space.send('DELETE', { sql: 'delete from people where id = 1' }),
      async () => {
        await tables.stage('people', [remove({ id: '1' })]);
        return tables.apply('people');
      },
    ];
    for (const removeRow of removals) {
      read(await removeRow());
      expect(await rowsOf('select count(*)::int from items')).toEqual([[1]]);
      const set = await newestSet('people');
      expect(set).toMatchObject({ deleted: 5, updated: 1, notRevertible: null });
      expect(set.tables).toHaveLength(3);
      read(await revert(set.id));
      expect(await rowsOf(all)).toEqual(before);
    }
  });

  test('a write to a table without a key is told, but can not be taken back', async () => {
    await space.run('create table keyless (v text)');
    await tables.write('POST', 'keyless', { values: { v: 'x' } });
    const set = await newestSet('keyless');
    expect(set).toMatchObject({ inserted: 1, notRevertible: 'no-key' });
    expect(codeOf(await revert(set.id))).toBe('422 E_NOT_REVERTIBLE');
  });

  test('a viewer can not take anything back', async () => {
    const set = await newestSet('touched');
    const answer = await tables.send(
      'POST',
      `/api/ledger/v1/sets/${set.id}/revert`,
      {},
      { as: space.viewer },
    );
    expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
  });
});
