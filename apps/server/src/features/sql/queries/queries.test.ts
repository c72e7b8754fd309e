import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '@causeway/contract/access.ts';
import type { EditorTab, SavedQuery } from '@causeway/contract/sql/queries.ts';
import type { Snapshot } from '@causeway/contract/sql/query-runs.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { eventually } from '#testing/eventually.ts';
import { createUser, type TestUser } from '#testing/factories.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const base = '/api/queries/v1';

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
afterAll(() => space.stop());

describe('saved queries', () => {
  async function save(name: string, more: object = {}, as?: TestUser): Promise<SavedQuery> {
    const body = { name, sql: 'select 1', ...more };
    const answer = await editor.send('POST', `${base}/queries`, body, as ? { as } : {});
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as SavedQuery;
  }

  async function names(as: TestUser): Promise<string[]> {
    const { json } = await editor.get(`${base}/queries`, {}, { as });
    return (json as SavedQuery[]).map(({ name }) => name);
  }

  test('SQL-8.15 a query is its author’s alone until it is shared in the project', async () => {
    const query = await save('Mine', { folder: ' Reports / Monthly ' });
    expect(query).toMatchObject({ folder: 'Reports/Monthly', version: 1, isEditable: true });
    expect(await names(space.owner)).not.toContain('Mine');
    const path = `${base}/queries/${query.id}`;
    expect(codeOf(await editor.get(path, {}, { as: space.viewer }))).toBe('404 E_QUERY_NOT_FOUND');
    await editor.send('PATCH', path, { version: 1, isShared: true });
    expect(await names(space.viewer)).toContain('Mine');
    const refused = await editor.send(
      'PATCH',
      path,
      { version: 2, name: 'x' },
      { as: space.viewer },
    );
    expect(codeOf(refused)).toBe('403 E_FORBIDDEN');
    expect(codeOf(await editor.get(path, {}, { connectorId: space.powerful }))).toBe(
      '404 E_QUERY_NOT_FOUND',
    );
  });

  test('SQL-8.15 every change is a version, and one made on an older version is refused', async () => {
    const { id } = await save('Growing');
    const path = `${base}/queries/${id}`;
    await editor.send('PATCH', path, { version: 1, sql: 'select 2' });
    const late = await editor.send('PATCH', path, { version: 1, sql: 'select 3' });
    expect(codeOf(late)).toBe('412 E_VERSION_CONFLICT');
    const { json } = await editor.get(`${path}/versions`);
    expect(json).toMatchObject([
      { version: 2, sql: 'select 2', author: space.editor.name },
      { version: 1, sql: 'select 1' },
    ]);
  });

  test('SQL-8.15 SQL-8.10 a version has the parameters the query had then', async () => {
    const parameter = (name: string) => ({ name, type: 'integer', value: '1' });
    const { id } = await save('Asking', { sql: 'select :a', parameters: [parameter('a')] });
    const path = `${base}/queries/${id}`;
    const change = { version: 1, sql: 'select :b', parameters: [parameter('b')] };
    await editor.send('PATCH', path, change);
    expect((await editor.get(`${path}/versions`)).json).toMatchObject([
      { version: 2, parameters: [parameter('b')] },
      { version: 1, parameters: [parameter('a')] },
    ]);
  });

  test('SQL-8.15 what a query was before it was shared stays with who wrote it', async () => {
    const secret = `select 'a password typed in'`;
    const { id } = await save('Drafted', { sql: secret });
    const path = `${base}/queries/${id}`;
    await editor.send('PATCH', path, { version: 1, sql: 'select 2' });
    await editor.send('PATCH', path, { version: 2, isShared: true });
    await editor.send('PATCH', path, { version: 3, sql: 'select 4' }, { as: space.owner });
    const versions = async (as: TestUser) => {
      const { json } = await editor.get(`${path}/versions`, {}, { as });
      return (json as { version: number }[]).map(({ version }) => version);
    };
    for (const other of [space.owner, space.viewer]) expect(await versions(other)).toEqual([4, 3]);
    expect(await versions(space.editor)).toEqual([4, 3, 2, 1]);
  });

  test('SQL-8.15 a deleted query can be brought back', async () => {
    const { id } = await save('Missed');
    const path = `${base}/queries/${id}`;
    await editor.send('DELETE', path);
    expect(await names(space.editor)).not.toContain('Missed');
    expect((await editor.send('POST', `${path}/restore`)).json).toMatchObject({ name: 'Missed' });
    expect(await names(space.editor)).toContain('Missed');
  });

  test('SQL-8.15 only who made a shared query takes it back, and an admin one that nobody owns any more', async () => {
    const { id } = await save('Of all', { isShared: true });
    const path = `${base}/queries/${id}`;
    const as = { as: space.owner };
    const back = { version: 1, isShared: false };
    expect(codeOf(await editor.send('PATCH', path, back, as))).toBe('403 E_FORBIDDEN');
    expect(await names(space.editor)).toContain('Of all');
    const { db } = space.server.services;
    await changeRows(db, sql`update queries set owner_id = null where id = ${id}`);
    expect(codeOf(await editor.send('PATCH', path, back))).toBe('403 E_FORBIDDEN');
    const taken = await editor.send('PATCH', path, back, as);
    expect(taken.json).toMatchObject({ isShared: false, isMine: true });
    expect(await names(space.editor)).not.toContain('Of all');
  });

  test('SQL-8.15 a viewer saves for themselves but shares nothing', async () => {
    await save('Seen', {}, space.viewer);
    const body = { name: 'Told', sql: 'select 1', isShared: true };
    const refused = await editor.send('POST', `${base}/queries`, body, { as: space.viewer });
    expect(codeOf(refused)).toBe('403 E_FORBIDDEN');
  });

  test('SQL-8.15 who may only read by now changes nothing they shared, and goes on with what is theirs alone', async () => {
    const { db } = space.server.services;
    const author = await createUser(db);
    const as = { as: author };
    const member = async (role: Role) =>
      changeRows(
        db,
        sql`insert into project_members (project_id, user_id, role)
            values (${space.projectId}, ${author.id}, ${role})
            on conflict (project_id, user_id) do update set role = excluded.role`,
      );
    await member('editor');
    const shared = `${base}/queries/${(await save('For all', { isShared: true }, author)).id}`;
    const alone = `${base}/queries/${(await save('For me', {}, author)).id}`;
    await member('viewer');
    const change = { version: 1, sql: 'select 2' };
    const answers = [
      await editor.send('PATCH', shared, change, as),
      await editor.send('PATCH', shared, { version: 1, isShared: false }, as),
      await editor.send('DELETE', shared, {}, as),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('403 E_FORBIDDEN'));
    expect((await editor.get(shared, {}, as)).json).toMatchObject({
      isMine: true,
      isEditable: false,
    });
    expect((await editor.send('PATCH', alone, change, as)).json).toMatchObject({ sql: 'select 2' });
  });

  test('SQL-8.15 a query tells where it is used', async () => {
    const query = await save('Used');
    const { runId } = await editor.run(query.sql, { queryId: query.id });
    await keep(runId, { name: 'Before' });
    const { json } = await editor.get(`${base}/queries/${query.id}/uses`);
    expect(json).toMatchObject([{ kind: 'snapshot', name: 'Before' }]);
  });
});

async function keep(runId: string, body: object, as?: TestUser): Promise<Snapshot> {
  const path = `${base}/runs/${runId}/snapshot`;
  return eventually(async () => {
    const answer = await editor.send('POST', path, { ...body }, as ? { as } : {});
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Snapshot;
  });
}

describe('tabs', () => {
  function tab(more: Partial<EditorTab> = {}) {
    return {
      title: 'Tab',
      sql: 'select 1',
      queryId: null,
      position: 1,
      rowLimit: 1000,
      readOnly: false,
      parameters: [],
      revision: 0,
      ...more,
    };
  }

  async function listed(as?: TestUser) {
    const { json } = await editor.get(`${base}/tabs`, {}, as ? { as } : {});
    return json as { open: EditorTab[]; closed: EditorTab[] };
  }

  test('SQL-8.1 tabs are kept on the server, each its owner’s alone', async () => {
    const id = crypto.randomUUID();
    const path = `${base}/tabs/${id}`;
    expect((await editor.send('PUT', path, tab({ sql: 'select 7' }))).json).toEqual({
      revision: 1,
    });
    expect((await listed()).open).toMatchObject([{ id, sql: 'select 7', revision: 1 }]);
    expect((await listed(space.owner)).open).toEqual([]);
    const stolen = await editor.send('PUT', path, tab({ revision: 1 }), { as: space.owner });
    expect(codeOf(stolen)).toBe('404 E_NOT_FOUND');
    await editor.send('DELETE', path);
    expect(await listed()).toMatchObject({ open: [], closed: [{ id }] });
    await editor.send('PUT', path, tab({ revision: 1 }));
    expect((await listed()).open).toMatchObject([{ id }]);
  });

  test('SQL-8.1 SQL-8.15 a tab remembers which version of its query it goes on from', async () => {
    const asked = { name: 'Gone on from', sql: 'select 1' };
    const { json } = await editor.send('POST', `${base}/queries`, asked);
    const { id: queryId } = json as SavedQuery;
    const id = crypto.randomUUID();
    await editor.send('PUT', `${base}/tabs/${id}`, tab({ queryId, queryVersion: 1 }));
    await editor.send('PUT', `${base}/tabs/${id}`, tab({ queryId, queryVersion: 2, revision: 1 }));
    const { open } = await listed();
    expect(open.find((one) => one.id === id)).toMatchObject({ queryId, queryVersion: 2 });
  });

  test('SQL-8.1 what another device wrote is never written over', async () => {
    const id = crypto.randomUUID();
    const path = `${base}/tabs/${id}`;
    await editor.send('PUT', path, tab({ sql: 'a' }));
    await editor.send('PUT', path, tab({ sql: 'b', revision: 1 }));
    const late = await editor.send('PUT', path, tab({ sql: 'c', revision: 1 }));
    expect(codeOf(late)).toBe('412 E_VERSION_CONFLICT');
    expect(late.json).toMatchObject({ details: { theirs: { sql: 'b', revision: 2 } } });
    const again = await editor.send('PUT', path, tab({ sql: 'b', revision: 1 }));
    expect(again.json).toEqual({ revision: 2 });
  });
});

describe('history and snapshots', () => {
  test('SQL-8.8 what was run is found again, failures included, by its author', async () => {
    await editor.run(`select 'needle'`);
    await editor.tryRun(`select needle_missing`);
    await eventually(async () => {
      const { json } = await editor.get(`${base}/runs`, { search: 'needle' });
      const { items } = json as { items: { status: string }[] };
      expect(items.map(({ status }) => status)).toEqual(['failed', 'done']);
    });
    const { json } = await editor.get(`${base}/runs`, { search: 'needle' }, { as: space.owner });
    expect(json).toEqual({ items: [], nextCursor: null });
    const first = await editor.get(`${base}/runs`, { search: 'needle', limit: 1 });
    const { nextCursor } = first.json as { nextCursor: string };
    const second = await editor.get(`${base}/runs`, {
      search: 'needle',
      limit: 1,
      cursor: nextCursor,
    });
    expect(second.json).toMatchObject({ items: [{ sql: `select 'needle'` }], nextCursor: null });
  });

  test('SQL-8.8 a snapshot shows a result as it was, to the project once it is shared', async () => {
    const { runId } = await editor.run('select n from generate_series(1, 600) n');
    const kept = await keep(runId, { name: 'As it was', isShared: true });
    expect(kept).toMatchObject({ name: 'As it was', loadedRows: 600, isMine: true });
    const asViewer = { as: space.viewer };
    const { json } = await editor.get(`${base}/snapshots/${runId}`, {}, asViewer);
    expect(json).toMatchObject({ name: 'As it was', isMine: false });
    expect((await editor.page(runId, 1, asViewer)).json).toHaveLength(100);
    const refused = await editor.send('DELETE', `${base}/snapshots/${runId}`, {}, asViewer);
    expect(codeOf(refused)).toBe('403 E_FORBIDDEN');
    await editor.send('DELETE', `${base}/snapshots/${runId}`);
    expect(codeOf(await editor.page(runId, 1, asViewer))).toBe('410 E_RESULT_GONE');
  });

  test('SQL-8.8 history and snapshots tell what the parameters were', async () => {
    const bindings = { least: '3', name: `O'Hara`, nothing: null };
    const { runId } = await editor.run('select :least::int, :name, :nothing::text as asked', {
      bindings,
    });
    const kept = await keep(runId, { name: 'Asked with values' });
    const parameters = Object.entries(bindings).map(([name, value]) => ({ name, value }));
    expect(kept).toMatchObject({ parameters });
    const { json } = await editor.get(`${base}/runs`, { search: 'as asked' });
    expect(json).toMatchObject({ items: [{ parameters }] });
  });

  test('SQL-8.8 clearing the history keeps snapshots', async () => {
    const { runId } = await editor.run(`select 'kept'`);
    await keep(runId, { name: 'Stays' });
    await editor.send('DELETE', `${base}/runs`);
    expect((await editor.get(`${base}/runs`)).json).toMatchObject({ items: [] });
    expect((await editor.get(`${base}/snapshots/${runId}`)).json).toMatchObject({ name: 'Stays' });
  });
});
