import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { homeRoutes } from '@causeway/contract/home.ts';
import { refOfKey } from '@causeway/contract/tables/edits.ts';
import type { Actor } from '#platform/access/actor.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, remove, update, read } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

describe('staging', () => {
  test('SQL-3 staged edits are kept on the server until they are saved or discarded', async () => {
    await space.run('create table kept (id int primary key, name text)');
    await space.run(`insert into kept values (1, 'one'), (2, 'two')`);
    const first = update({ id: '1' }, { name: 'uno' }, { base: { name: 'one' } });
    expect(await tables.stage('kept', [first, insert('new-1', { name: null })])).toEqual({
      revision: 1,
    });
    const changed = update({ id: '1' }, { name: 'eins' }, { base: { name: 'one' } });
    await tables.stage('kept', [changed, remove({ id: '2' })], ['new-1']);
    expect(await tables.draft('kept')).toMatchObject({
      revision: 2,
      changes: [changed, remove({ id: '2' })],
    });
    expect(await space.rowsOf('select * from kept order by id')).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    const discarded = await tables.discard('kept');
    expect(discarded.changes).toEqual([changed, remove({ id: '2' })]);
    expect((await tables.draft('kept')).changes).toEqual([]);
  });

  test('SQL-3 a draft is its author’s alone, and listed for them with its counts', async () => {
    await space.run('create table mine (id int primary key)');
    await tables.stage('mine', [insert('a', { id: '1' }), insert('b', {}), remove({ id: '9' })]);
    expect((await tables.draft('mine', space.owner)).changes).toEqual([]);
    const { json } = await space.server.send('GET', '/api/tables/v1/drafts', {
      token: space.editor.token,
      query: `connector[id]=${space.plain}`,
    });
    expect(json).toContainEqual(
      expect.objectContaining({
        schema: 'public',
        table: 'mine',
        inserts: 2,
        updates: 0,
        deletes: 1,
      }),
    );
    await tables.discard('mine');
  });

  test('NAV-7 home tells of what one did not save, and of nobody else’s', async () => {
    await space.run('create table unsaved (id int primary key)');
    await tables.stage('unsaved', [insert('a', { id: '1' }), insert('b', { id: '2' })]);
    const params = { projectId: space.projectId };
    const home = (as: typeof space.owner) =>
      space.server.call(homeRoutes.work, { params, query: {} }, as);
    const draft = { connectorId: space.plain, schema: 'public', table: 'unsaved', changes: 2 };
    expect((await home(space.editor)).drafts[0]).toEqual(draft);
    expect((await home(space.owner)).drafts).toEqual([]);
    await tables.discard('unsaved');
    expect((await home(space.editor)).drafts).not.toContainEqual(draft);
  });

  test('a draft that grows beyond measure is refused with the measure', async () => {
    await space.run('create table grown (id int primary key)');
    await tables.stage('grown', [insert('first', {})]);
    await changeRows(
      space.server.services.db,
      sql`insert into draft_changes (draft_id, ref, kind, change)
          select draft_id, n::text, kind, change
          from draft_changes, generate_series(2, 50000) n where ref = 'first'`,
    );
    const path = '/api/tables/v1/tables/grown/draft';
    const answer = await tables.send('PATCH', path, { put: [insert('one more', {})] });
    expect(codeOf(answer)).toBe('422 E_VALIDATION');
    expect(answer.text).toContain('at most 50000 changes');
    await tables.discard('grown');
  });

  test('a viewer can not stage, nor anybody where the connector is read-only', async () => {
    const path = '/api/tables/v1/tables/kept/draft';
    const body = { put: [insert('x', {})] };
    expect(codeOf(await tables.send('PATCH', path, body, { as: space.viewer }))).toBe(
      '403 E_FORBIDDEN',
    );
    const params = { projectId: space.projectId, connectorId: space.powerful };
    const lock = { settings: { readOnly: true } };
    await space.server.call(connectorRoutes.update, { params, body: lock }, space.owner);
    const locked = { ...body, connector: { id: space.powerful } };
    expect(codeOf(await tables.send('PATCH', path, locked))).toBe('405 E_CONNECTOR_READ_ONLY');
    expect(
      codeOf(await tables.send('POST', `${path}/apply`, { connector: locked.connector })),
    ).toBe('405 E_CONNECTOR_READ_ONLY');
  });
});

test('other tabs of the author hear that a draft changed', async () => {
  const { events } = space.server.services;
  const gone = new AbortController();
  const actor = { user: { id: space.editor.id }, sessionId: '' } as Actor;
  const heard = events.subscribe(actor, gone.signal);
  const told = (async () => {
    // What happened before the subscription may still be on its way.
    for await (const event of heard) if (event.type === 'drafts.changed') return event;
    return undefined;
  })();
  await tables.stage('kept', [insert('news', {})]);
  expect(await told).toEqual({
    type: 'drafts.changed',
    connectorId: space.plain,
    schema: 'public',
    table: 'kept',
  });
  gone.abort();
  await tables.discard('kept');
});

describe('applying', () => {
  test('SQL-3 a draft is written in one transaction and says what its rows are called now', async () => {
    await space.run('create table shop (id serial primary key, name text, price numeric(10,2))');
    await space.run(`insert into shop (name, price) values ('a', 1), ('b', 2), ('c', 3)`);
    const seen = await tables.show('shop', { id: '1' });
    await tables.stage('shop', [
      update({ id: '1' }, { price: '1.50' }, { version: seen.version, base: { price: '1.00' } }),
      remove({ id: '2' }),
      insert('n1', { name: 'd', price: '4' }),
      insert('n2', { name: '', price: null }),
    ]);
    const applied = await tables.applied('shop');
    expect(applied).toMatchObject({ inserted: 2, updated: 1, deleted: 1 });
    expect(applied.rows).toEqual([
      { ref: refOfKey({ id: '1' }), key: { id: '1' }, version: expect.any(String) },
      { ref: 'n1', key: { id: '4' }, version: expect.any(String) },
      { ref: 'n2', key: { id: '5' }, version: expect.any(String) },
    ]);
    expect(await space.rowsOf('select id, name, price::text from shop order by id')).toEqual([
      [1, 'a', '1.50'],
      [3, 'c', '3.00'],
      [4, 'd', '4.00'],
      [5, '', null],
    ]);
    expect((await tables.draft('shop')).changes).toEqual([]);
  });

  test('SQL-3 only the named changes are applied, the others stay staged', async () => {
    await tables.stage('shop', [insert('p1', { name: 'p1' }), insert('p2', { name: 'p2' })]);
    expect(await tables.applied('shop', { refs: ['p2'] })).toMatchObject({ inserted: 1 });
    expect((await tables.draft('shop')).changes.map(({ ref }) => ref)).toEqual(['p1']);
    await tables.discard('shop');
  });

  test('SQL-3 what the database refuses is named, and nothing is written', async () => {
    await space.run(
      `create table strict (id int primary key, amount int not null check (amount > 0), day date)`,
    );
    await tables.stage('strict', [
      insert('ok', { id: '1', amount: '1' }),
      insert('bad', { id: '2', amount: '-1' }),
      insert('ok too', { id: '3', amount: '3' }),
    ]);
    const refused = await tables.apply('strict');
    expect(codeOf(refused)).toBe('422 E_SQL_CONSTRAINT');
    expect(refused.json).toMatchObject({
      details: { ref: 'bad', sqlState: '23514', constraint: 'strict_amount_check' },
    });
    await tables.stage('strict', [insert('bad', { id: '2', amount: '2', day: 'tomorrowish' })]);
    const unread = await tables.apply('strict');
    expect(codeOf(unread)).toBe('422 E_SQL_INVALID_VALUE');
    expect(unread.json).toMatchObject({ details: { ref: 'bad', column: 'day' } });
    expect(await space.rowsOf('select * from strict')).toEqual([]);
    await tables.stage('strict', [insert('bad', { id: '2', amount: null })]);
    expect((await tables.apply('strict')).json).toMatchObject({
      details: { ref: 'bad', column: 'amount' },
    });
    await tables.stage('strict', [insert('bad', { id: '2', amount: '2', day: '1975-05-11' })]);
    expect(await tables.applied('strict')).toMatchObject({ inserted: 3 });
  });

  test('SQL-3 keys that are handed on, and rows that refer to each other, find an order', async () => {
    await space.run(
      'create table tree (id int primary key, parent int references tree, pos int unique)',
    );
    await space.run('insert into tree values (1, null, 1), (2, 1, 2), (3, 2, 3)');
    const base = (pos: string) => ({ base: { pos } });
    await tables.stage('tree', [
      insert('child', { id: '11', parent: '10', pos: '3' }),
      insert('parent', { id: '10', pos: '6' }),
      update({ id: '1' }, { pos: '2' }, base('1')),
      update({ id: '2' }, { pos: '4', parent: '10' }, { base: { pos: '2', parent: '1' } }),
      remove({ id: '3' }, { base: { id: '3', parent: '2', pos: '3' } }),
    ]);
    expect((await tables.preview('tree')).map(({ ref }) => ref)).toEqual([
      '{"id":"3"}',
      'parent',
      '{"id":"2"}',
      '{"id":"1"}',
      'child',
    ]);
    expect(await tables.applied('tree')).toMatchObject({ inserted: 2, updated: 2, deleted: 1 });
    expect(await space.rowsOf('select id, parent, pos from tree order by id')).toEqual([
      [1, null, 2],
      [2, 10, 4],
      [10, null, 6],
      [11, 10, 3],
    ]);
  });

  test('SQL-3 rows swap values only one of them may have, also of their key, and back again', async () => {
    await space.run(
      'create table seats (id int primary key, name varchar(4) not null unique, pos int unique)',
    );
    await space.run(`insert into seats values (1, 'a', 1), (2, 'b', 2), (3, 'c', 3)`);
    const all = 'select id, name, pos from seats order by id';
    const row = (id: string, name: string) => ({ base: { id, name, pos: id } });
    await tables.stage('seats', [
      update({ id: '1' }, { id: '2', name: 'b', pos: '2' }, row('1', 'a')),
      update({ id: '2' }, { id: '1', name: 'c', pos: '3' }, row('2', 'b')),
      update({ id: '3' }, { name: 'a', pos: '1' }, row('3', 'c')),
    ]);
    expect((await tables.preview('seats')).length).toBeGreaterThan(3);
    const { changeSetId } = await tables.applied('seats');
    expect(await space.rowsOf(all)).toEqual([
      [1, 'c', 3],
      [2, 'b', 2],
      [3, 'a', 1],
    ]);
    const path = `/api/ledger/v1/sets/${changeSetId}/revert`;
    expect(read(await tables.send('POST', path, {}))).toMatchObject({ updated: 3, left: 0 });
    expect(await space.rowsOf(all)).toEqual([
      [1, 'a', 1],
      [2, 'b', 2],
      [3, 'c', 3],
    ]);
  });

  test('SQL-3 ten thousand changes are one save', async () => {
    await space.run('create table many (id int primary key, n int)');
    await space.run('insert into many select n, 0 from generate_series(1, 10000) n');
    const changes = Array.from({ length: 10_000 }, (_, index) =>
      index % 2
        ? update({ id: String(index + 1) }, { n: String(index) }, { base: { n: '0' } })
        : insert(`new-${index}`, { id: String(20_000 + index), n: '5' }),
    );
    for (let start = 0; start < changes.length; start += 2_500) {
      await tables.stage('many', changes.slice(start, start + 2_500));
    }
    expect(await tables.applied('many')).toMatchObject({
      inserted: 5_000,
      updated: 5_000,
      rows: [],
    });
    expect(await space.rowsOf('select count(*)::int, sum(n)::int from many')).toEqual([
      [15_000, 25_000_000 + 25_000],
    ]);
  });

  test('SQL-10 a document of several megabytes is staged and saved whole', async () => {
    await space.run('create table documents (id int primary key, body text)');
    const body = 'ü"\\'.repeat(1_000_000);
    await tables.stage('documents', [insert('d', { id: '1', body })]);
    await tables.applied('documents');
    expect(await space.rowsOf('select length(body), md5(body) from documents')).toEqual([
      [3_000_000, createHash('md5').update(body).digest('hex')],
    ]);
  });

  test('SQL-3 the SQL of a draft can be read before it runs', async () => {
    await space.run('create table "Odd ""name" (id bigint primary key, "select" text, ok bool)');
    await tables.stage('Odd "name', [
      insert('n', { id: '9007199254740993', select: `it's`, ok: 'true' }),
      insert('e', {}),
      update({ id: '2' }, { select: null, ok: { default: true } }),
      remove({ id: '3' }),
    ]);
    expect((await tables.preview('Odd "name')).map(({ sql }) => sql)).toEqual([
      `DELETE FROM public."Odd ""name" WHERE id = 3;`,
      `UPDATE public."Odd ""name"\nSET "select" = NULL,\n    ok = DEFAULT\nWHERE id = 2;`,
      `INSERT INTO public."Odd ""name" (id, "select", ok)\nVALUES (9007199254740993, 'it''s', true);`,
      `INSERT INTO public."Odd ""name" DEFAULT VALUES;`,
    ]);
    await tables.discard('Odd "name');
  });
});
