import qs from 'qs';
import { afterAll, describe, expect, test } from 'vitest';
import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';
import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { purgeDeletedViews } from './views.ts';
import { createUser, type TestUser } from '#testing/factories.ts';

const table = 'Straße/100% "x"';
const path = `/api/tables/v1/tables/${encodeURIComponent(table)}`;

const space = await startSqlWorkspace();
afterAll(() => space.stop());

function send(method: string, to: string, as: TestUser, body: object = {}) {
  const connector = { id: space.plain };
  if (method !== 'GET') {
    return space.server.send(method, to, { token: as.token, body: { connector, ...body } });
  }
  const query = qs.stringify({ connector, ...body });
  return space.server.send('GET', to, { token: as.token, query });
}

async function save(as: TestUser, view: object = {}): Promise<SavedView> {
  const body = { name: 'Open', definition: 'sort=a:asc', ...view };
  const answer = await send('POST', `${path}/views`, as, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as SavedView;
}

async function list(as: TestUser) {
  const { json } = await send('GET', `${path}/views`, as);
  return json as { views: SavedView[]; defaultId: string | null };
}

const namesSeenBy = async (as: TestUser) => (await list(as)).views.map(({ name }) => name);

test('SQL-3 how somebody arranged the columns follows them, and is nobody else’s', async () => {
  const { editor, viewer } = space;
  await space.run('create table arranged (a int primary key, b text)');
  const path = '/api/tables/v1/tables/arranged';
  const layout = { order: ['b', 'a'], hidden: ['a'], widths: { b: 240 } };
  const layoutOf = async (as: TestUser) =>
    (await send('GET', path, as)).json as { layout?: object };
  expect(await layoutOf(viewer)).not.toHaveProperty('layout');
  expect((await send('PUT', `${path}/layout`, viewer, { layout })).status).toBe(200);
  expect(await layoutOf(viewer)).toMatchObject({ layout });
  expect(await layoutOf(editor)).not.toHaveProperty('layout');
  const pinned = { ...layout, pinned: ['b'] };
  expect((await send('PUT', `${path}/layout`, viewer, { layout: pinned })).status).toBe(200);
  expect(await layoutOf(viewer)).toMatchObject({ layout: pinned });
  const wrong = await send('PUT', `${path}/layout`, viewer, { layout: { order: 'b' } });
  expect(codeOf(wrong)).toBe('422 E_VALIDATION');
});

describe('saved views of a table', () => {
  test('SQL-2 a view is its owner’s alone until it is shared with the project', async () => {
    const { owner, editor, viewer } = space;
    const mine = await save(editor, { name: 'Mine' });
    expect(mine).toMatchObject({ isMine: true, isEditable: true, isShared: false });
    expect(await namesSeenBy(editor)).toEqual(['Mine']);
    expect(await namesSeenBy(owner)).toEqual([]);

    const shared = await send('PATCH', `/api/tables/v1/views/${mine.id}`, editor, {
      isShared: true,
    });
    expect(shared.status).toBe(200);
    expect((await list(viewer)).views).toMatchObject([
      { name: 'Mine', definition: 'sort=a:asc', isMine: false, isEditable: false },
    ]);
    expect((await list(owner)).views).toMatchObject([{ isEditable: true }]);
  });

  test('SQL-2 who may only read by now changes no view they shared, and goes on with their own', async () => {
    const { db } = space.server.services;
    const author = await createUser(db);
    const member = (role: string) =>
      db.query({
        text: `insert into project_members (project_id, user_id, role) values ($1, $2, $3)
          on conflict (project_id, user_id) do update set role = excluded.role`,
        values: [space.projectId, author.id, role],
      });
    await member('editor');
    const shared = await save(author, { name: 'Handed over', isShared: true });
    const own = await save(author, { name: 'Kept' });
    await member('viewer');
    const change = (id: string) =>
      send('PATCH', `/api/tables/v1/views/${id}`, author, { definition: 'sort=a:desc' });
    expect(codeOf(await change(shared.id))).toBe('403 E_FORBIDDEN');
    expect((await change(own.id)).status).toBe(200);
    await db.query({ text: 'delete from table_views where id = $1', values: [shared.id] });
  });

  test('SQL-2 a viewer keeps views of their own, shares none and changes none of others', async () => {
    const { editor, viewer } = space;
    const theirs = await save(editor, { name: 'Theirs', isShared: true });
    const secret = await save(editor, { name: 'Secret' });
    const own = await save(viewer, { name: 'Own' });
    const sharing = await send('POST', `${path}/views`, viewer, {
      name: 'For all',
      definition: '',
      isShared: true,
    });
    expect(codeOf(sharing)).toBe('403 E_FORBIDDEN');
    const to = (id: string) => `/api/tables/v1/views/${id}`;
    expect(codeOf(await send('PATCH', to(theirs.id), viewer, { name: 'X' }))).toBe(
      '403 E_FORBIDDEN',
    );
    expect(codeOf(await send('DELETE', to(theirs.id), viewer))).toBe('403 E_FORBIDDEN');
    expect(codeOf(await send('DELETE', to(secret.id), viewer))).toBe('404 E_NOT_FOUND');
    expect(codeOf(await send('PATCH', to(own.id), viewer, { isShared: true }))).toBe(
      '403 E_FORBIDDEN',
    );
    expect((await send('PATCH', to(own.id), viewer, { name: 'Renamed' })).json).toMatchObject({
      name: 'Renamed',
      definition: 'sort=a:asc',
    });
  });

  test('SQL-2 only who made a shared view takes it back, and an admin one that nobody owns any more', async () => {
    const { owner, editor } = space;
    const { id } = await save(editor, { name: 'Of all', isShared: true });
    const takeBack = (as: TestUser) =>
      send('PATCH', `/api/tables/v1/views/${id}`, as, { isShared: false });
    expect(codeOf(await takeBack(owner))).toBe('403 E_FORBIDDEN');
    const text = 'update table_views set owner_id = null where id = $1';
    await space.server.services.db.query({ text, values: [id] });
    expect((await takeBack(owner)).json).toMatchObject({ isShared: false, isMine: true });
    expect(await namesSeenBy(editor)).not.toContain('Of all');
  });

  test('SQL-2 a table opens with the view each member chose, as long as it is there', async () => {
    const { editor, viewer } = space;
    const view = await save(editor, { name: 'Start', isShared: true });
    const choose = (as: TestUser, viewId: string | null) =>
      send('PUT', `${path}/default-view`, as, { viewId });
    await choose(viewer, view.id);
    expect((await list(viewer)).defaultId).toBe(view.id);
    expect((await list(editor)).defaultId).toBe(null);
    await send('PATCH', `/api/tables/v1/views/${view.id}`, editor, { isShared: false });
    expect((await list(viewer)).defaultId).toBe(null);
    expect(codeOf(await choose(viewer, view.id))).toBe('404 E_NOT_FOUND');
    await choose(editor, view.id);
    await choose(editor, null);
    expect((await list(editor)).defaultId).toBe(null);
    await choose(editor, view.id);
    const removed = await send('DELETE', `/api/tables/v1/views/${view.id}`, editor);
    expect(removed.json).toMatchObject({ name: 'Start' });
    expect((await list(editor)).defaultId).toBe(null);
  });

  test('SQL-2 a removed view that is brought back is the same one: links and who opens with it find it', async () => {
    const { editor, owner, viewer } = space;
    const view = await save(editor, { name: 'Brought back', isShared: true });
    await send('PUT', `${path}/default-view`, viewer, { viewId: view.id });
    const to = `/api/tables/v1/views/${view.id}`;
    expect((await send('DELETE', to, editor)).status).toBe(200);
    expect(await namesSeenBy(viewer)).not.toContain('Brought back');
    expect((await list(viewer)).defaultId).toBe(null);
    expect(codeOf(await send('DELETE', to, editor))).toBe('404 E_NOT_FOUND');
    expect(codeOf(await send('PATCH', to, editor, { name: 'X' }))).toBe('404 E_NOT_FOUND');
    expect(codeOf(await send('POST', `${to}/restore`, viewer))).toBe('403 E_FORBIDDEN');
    const back = await send('POST', `${to}/restore`, editor);
    expect(back.json).toMatchObject({ id: view.id, name: 'Brought back', isShared: true });
    expect((await list(viewer)).defaultId).toBe(view.id);
    expect(codeOf(await send('POST', `${to}/restore`, owner))).toBe('404 E_NOT_FOUND');
  });

  test('SQL-2 a removed view is gone for good after a month', async () => {
    const { db } = space.server.services;
    const view = await save(space.editor, { name: 'Long gone' });
    const to = `/api/tables/v1/views/${view.id}`;
    await send('DELETE', to, space.editor);
    await purgeDeletedViews(db);
    const text = `update table_views set deleted_at = now() - interval '31 days' where id = $1`;
    await db.query({ text, values: [view.id] });
    await purgeDeletedViews(db);
    expect(codeOf(await send('POST', `${to}/restore`, space.editor))).toBe('404 E_NOT_FOUND');
  });

  test('SQL-2 views belong to one table of one connector', async () => {
    await save(space.editor, { name: 'Here', isShared: true });
    const other = await send('GET', '/api/tables/v1/tables/other/views', space.editor);
    expect(other.json).toEqual({ views: [], defaultId: null });
    const query = qs.stringify({ connector: { id: space.powerful } });
    const token = space.editor.token;
    const elsewhere = await space.server.send('GET', `${path}/views`, { token, query });
    expect(elsewhere.json).toEqual({ views: [], defaultId: null });
  });
});

describe('figures about a column', () => {
  async function profile(of: string, column: string): Promise<ColumnProfile> {
    const to = `/api/tables/v1/tables/${encodeURIComponent(of)}/profile`;
    const answer = await send('GET', to, space.viewer, { column });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as ColumnProfile;
  }

  test('SQL-4 tell what is common, what is missing and how values are spread, once analyzed', async () => {
    await space.run(
      `create table readings (id int primary key, state text, "a b" numeric, note json)`,
    );
    await space.database.query('alter table readings set (autovacuum_enabled = false)');
    await space.database.query(`insert into readings
      select n, case when n % 4 = 0 then null when n % 2 = 0 then 'warm, "x"' else 'cold' end,
        n / 10.0, '{}' from generate_series(1, 1000) n`);
    expect(await profile('readings', 'state')).toMatchObject({ state: 'unanalyzed', common: [] });

    const analyzed = await send('POST', '/api/tables/v1/tables/readings/analyze', space.editor);
    expect(analyzed.status).toBe(200);
    const state = await profile('readings', 'state');
    expect(state).toMatchObject({
      state: 'ready',
      rowCount: 1000,
      nullShare: 0.25,
      distinct: 2,
      smallest: 'cold',
      largest: 'warm, "x"',
      common: [
        { value: 'cold', share: 0.5 },
        { value: 'warm, "x"', share: 0.25 },
      ],
      bounds: [],
      isOutdated: false,
    });
    const number = await profile('readings', 'a b');
    expect(number).toMatchObject({
      smallest: '0.10000000000000000000',
      distinct: 1000,
      boundsShare: 1,
    });
    expect(number.largest).toMatch(/^100\.0+$/);
    expect(number.bounds).toHaveLength(101);
    expect(await profile('readings', 'note')).toMatchObject({ state: 'ready', smallest: null });
  });

  test('SQL-4 say that they are old when much was written since, and that views have none', async () => {
    await space.database.query('update readings set "a b" = 0');
    // Figures are told to others only now and then.
    await space.database.query('select pg_stat_force_next_flush()');
    await space.database.query('create view warm as select * from readings');
    await space.database.query(`grant select on warm to ${space.role}`);
    await expect
      .poll(async () => (await profile('readings', 'state')).isOutdated, { timeout: 15_000 })
      .toBe(true);
    expect(await profile('warm', 'state')).toMatchObject({ state: 'unavailable' });
    const analyzing = await send('POST', '/api/tables/v1/tables/readings/analyze', space.viewer);
    expect(codeOf(analyzing)).toBe('403 E_FORBIDDEN');
  });
});

test('SQL-2 the rows of a view can be read elsewhere by the SQL that stands for them', async () => {
  await space.run('create table "Ü" (id int primary key, "a b" text)');
  await space.run(`insert into "Ü" values (1, 'it''s'), (2, 'x'), (3, 'it''s')`);
  const answer = await send(
    'GET',
    `/api/tables/v1/tables/${encodeURIComponent('Ü')}/statement`,
    space.viewer,
    {
      filter: JSON.stringify({ column: 'a b', operator: 'eq', value: "it's" }),
      where: 'id > 0',
      sort: [{ column: 'id', direction: 'desc' }],
      columns: ['id'],
    },
  );
  const { sql } = answer.json as { sql: string };
  expect((await space.run(sql)).rows).toEqual([[3], [1]]);
});
