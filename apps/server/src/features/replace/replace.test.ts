import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PreviewRow } from '@causeway/contract/replace.ts';
import { type Checked, createReplaceRequests, type Ran } from '#testing/replace-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const { send, ask } = createReplaceRequests(space);
afterAll(() => space.stop());

type Counts = { rows: number; matches: number; columns: object[] };
type Page = { rows: PreviewRow[]; nextCursor: string | null };

describe('finding', () => {
  beforeAll(async () => {
    await space.run(`create table notes (id int primary key, title text, body varchar(20), doc jsonb,
      raw json, n int)`);
    await space.run(`insert into notes values
      (1, 'Cat and cat', 'the Cat', '{"cat": "a cat", "list": ["cat", 1, null]}', null, 1),
      (2, 'category', null, '"cat"', '{"b": "cat", "a": 1.50, "b": "x"}', 2),
      (3, 'dog $1.00 (x)', 'a\\b', 'null', null, 3),
      (4, null, '', null, null, 4)`);
  });

  test('SQL-7 counts matches and rows in all text and JSON columns, without keys of JSON', async () => {
    const all = await ask<Counts>('count', { table: 'notes', find: 'cat', matchCase: false });
    expect(all).toEqual({
      rows: 2,
      matches: 8,
      columns: [
        { column: 'title', rows: 2, matches: 3 },
        { column: 'body', rows: 1, matches: 1 },
        { column: 'doc', rows: 2, matches: 3 },
        { column: 'raw', rows: 1, matches: 1 },
      ],
    });
    const of = (more: object) =>
      ask<Counts>('count', { table: 'notes', columns: ['title'], find: 'cat', ...more });
    expect(await of({})).toMatchObject({ rows: 2, matches: 2 });
    expect(await of({ wholeWord: true })).toMatchObject({ rows: 1, matches: 1 });
    expect(await of({ isRegex: true, find: '^c|(y)$' })).toMatchObject({ rows: 1, matches: 2 });
    expect(await of({ find: '$1.00 (' })).toMatchObject({ rows: 1, matches: 1 });
    expect(await of({ where: 'n > 1' })).toMatchObject({ rows: 1 });
    expect(await of({ filter: { column: 'id', operator: 'eq', value: 1 } })).toMatchObject({
      rows: 1,
    });
  });

  test('SQL-7 a wrong pattern, a column that is no text and a table without key are refused', async () => {
    expect(codeOf(await send('count', { table: 'notes', find: '(', isRegex: true }))).toBe(
      '422 E_PATTERN_INVALID',
    );
    expect(codeOf(await send('count', { table: 'notes', find: 'x', columns: ['n'] }))).toBe(
      '422 E_VALIDATION',
    );
    await space.run('create table keyless (a text)');
    expect(codeOf(await send('count', { table: 'keyless', find: 'x' }))).toBe(
      '405 E_TABLE_READ_ONLY',
    );
    expect(
      codeOf(
        await send('run', { table: 'notes', find: 'x' }, { expectedRows: 1 }, space.viewer.token),
      ),
    ).toBe('403 E_FORBIDDEN');
  });

  test('SQL-7 the preview shows what goes and what comes, page by page', async () => {
    const replacement = {
      table: 'notes',
      find: 'cat',
      replaceWith: 'dog',
      columns: ['title', 'doc'],
    };
    const first = await ask<Page>('preview', replacement, { limit: 1 });
    expect(first.rows).toMatchObject([
      {
        key: { id: '1' },
        label: 'the Cat',
        cells: [
          {
            column: 'title',
            before: 'Cat and cat',
            after: 'Cat and dog',
            matches: 1,
            conflict: null,
            marks: [
              { kind: 'same', text: 'Cat and ' },
              { kind: 'removed', text: 'cat' },
              { kind: 'inserted', text: 'dog' },
            ],
          },
          { column: 'doc', after: '{"cat": "a dog", "list": ["dog", 1, null]}', matches: 2 },
        ],
      },
    ]);
    const second = await ask<Page>('preview', replacement, { limit: 1, after: first.nextCursor });
    expect(second.rows[0]?.key).toEqual({ id: '2' });
    expect(second.nextCursor).toBeNull();
  });
});

test('SQL-7 pages of the preview follow the key as a number, and miss no row', async () => {
  await space.run('create table numbered (id int primary key, t text)');
  await space.run(`insert into numbered select n, 'cat' from generate_series(1, 25) n`);
  const found: (string | undefined)[] = [];
  let after: string | null = null;
  do {
    const page: Page = await ask<Page>(
      'preview',
      { table: 'numbered', find: 'cat' },
      { limit: 10, ...(after && { after }) },
    );
    found.push(...page.rows.map(({ key }) => key['id']));
    after = page.nextCursor;
  } while (after);
  expect(found).toEqual(Array.from({ length: 25 }, (_, index) => String(index + 1)));
});

describe('replacing', () => {
  test('SQL-7 replaces in one transaction, leaves out what was unticked, and is undone', async () => {
    await space.run(`create table letters (id int primary key, t text, doc json, other jsonb)`);
    await space.run(`insert into letters values
      (1, 'a\\1b', '{"b": "x a", "a": 1.50, "b":  "a"}', '{"n":9007199254740993, "a": "a"}'),
      (2, 'a', null, null), (3, 'b', null, null), (4, 'A', null, null)`);
    const before = await space.rowsOf(
      'select id, t, doc::text, other::text from letters order by id',
    );
    const replacement = { table: 'letters', find: 'a', replaceWith: String.raw`\1-\&` };
    const excluded = [{ id: '2' }];
    const checked = await ask<Checked>('check', replacement, { excluded });
    expect(checked).toEqual({ rows: 1, conflicts: [], unforeseen: [] });
    const other = await send('run', replacement, { excluded, expectedRows: 2 });
    expect(codeOf(other)).toBe('412 E_VERSION_CONFLICT');
    const ran = await ask<Ran>('run', replacement, { excluded, expectedRows: 1 });
    expect(ran).toMatchObject({ rows: 1, matches: 4 });
    expect(
      await space.rowsOf('select id, t, doc::text, other::text from letters order by id'),
    ).toEqual([
      [
        1,
        String.raw`\1-\&\1b`,
        String.raw`{"b": "x \\1-\\&", "a": 1.50, "b": "\\1-\\&"}`,
        String.raw`{"a": "\\1-\\&", "n": 9007199254740993}`,
      ],
      ...before.slice(1),
    ]);
    const path = `/api/ledger/v1/sets/${ran.changeSetId}/revert`;
    const undone = await space.server.send('POST', path, {
      token: space.editor.token,
      body: { connector: { id: space.plain }, screen: 'replace' },
    });
    expect(undone.json).toMatchObject({ updated: 1, left: 0 });
    expect(
      await space.rowsOf('select id, t, doc::text, other::text from letters order by id'),
    ).toEqual(before);
    const log = await space.server.send('GET', '/api/ledger/v1/sets', {
      token: space.viewer.token,
      query: `connector[id]=${space.plain}&table=letters`,
    });
    expect((log.json as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ kind: 'replace', screen: 'replace', updated: 1 }),
    );
  });

  test('SQL-7 groups of a regular expression are put back, also into keys', async () => {
    await space.run('create table people (name text primary key)');
    await space.run(`insert into people values ('Ada Lovelace'), ('Alan Turing')`);
    const replacement = {
      table: 'people',
      isRegex: true,
      find: String.raw`^(\w+) (\w+)$`,
      replaceWith: String.raw`\2, \1`,
    };
    const ran = await ask<Ran>('run', replacement, { expectedRows: 2 });
    expect(await space.rowsOf('select name from people order by name')).toEqual([
      ['Lovelace, Ada'],
      ['Turing, Alan'],
    ]);
    const path = `/api/ledger/v1/sets/${ran.changeSetId}/revert`;
    const body = { connector: { id: space.plain } };
    await space.server.send('POST', path, { token: space.editor.token, body });
    expect(await space.rowsOf('select name from people order by name')).toEqual([
      ['Ada Lovelace'],
      ['Alan Turing'],
    ]);
  });

  test('SQL-7 rows whose keys a trigger writes anew are recorded and put back as well', async () => {
    await space.run(`create table slugs (slug text primary key, title text)`);
    await space.run(`create function make_slug() returns trigger language plpgsql as $$
      begin new.slug := lower(new.title); return new; end $$`);
    await space.run(`create trigger make_slug before insert or update on slugs
      for each row execute function make_slug()`);
    await space.run(`insert into slugs (title) values ('Cat one'), ('Cat two')`);
    const replacement = { table: 'slugs', find: 'Cat', replaceWith: 'Dog', columns: ['title'] };
    const { changeSetId } = await ask<Ran>('run', replacement, { expectedRows: 2 });
    expect(await space.rowsOf('select slug from slugs order by slug')).toEqual([
      ['dog one'],
      ['dog two'],
    ]);
    const path = `/api/ledger/v1/sets/${changeSetId}/revert`;
    const body = { connector: { id: space.plain } };
    const back = await space.server.send('POST', path, { token: space.editor.token, body });
    expect(back.json).toMatchObject({ updated: 2, left: 0 });
    expect(await space.rowsOf('select slug from slugs order by slug')).toEqual([
      ['cat one'],
      ['cat two'],
    ]);
  });

  test('SQL-7 rows with addresses and texts of a fixed length are put back', async () => {
    await space.run(`create table hosts (id int primary key, name text, code char(5), ip inet)`);
    await space.run(`insert into hosts values (1, 'cat', 'ab', '10.0.0.1')`);
    const replacement = { table: 'hosts', find: 'cat', replaceWith: 'dog', columns: ['name'] };
    const { changeSetId } = await ask<Ran>('run', replacement, { expectedRows: 1 });
    const path = `/api/ledger/v1/sets/${changeSetId}/revert`;
    const body = { connector: { id: space.plain } };
    const back = await space.server.send('POST', path, { token: space.editor.token, body });
    expect(back.json).toMatchObject({ updated: 1, left: 0 });
    expect(await space.rowsOf('select name from hosts')).toEqual([['cat']]);
  });

  test('SQL-7 lists of texts are replaced in item by item, and put back', async () => {
    await space.run(`create table lists (id int primary key, tags text[], short varchar(3)[])`);
    await space.run(`insert into lists values (1, array['a, "cat"', null, 'dog'], '{cat}'),
      (2, '{}', null), (3, array[['cat'], ['x']], '{x}')`);
    const before = await space.rowsOf('select id, tags::text, short::text from lists order by id');
    const replacement = { table: 'lists', find: 'cat', replaceWith: 'mouse' };
    expect(await ask<Counts>('count', replacement)).toMatchObject({ rows: 1, matches: 2 });
    expect((await ask<Checked>('check', replacement)).conflicts).toMatchObject([
      { kind: 'length', rule: 'character varying(3)[]', rows: 1 },
    ]);
    const tags = { ...replacement, columns: ['tags'] };
    const ran = await ask<Ran>('run', tags, { expectedRows: 1 });
    expect(await space.rowsOf('select tags from lists where id = 1')).toEqual([
      [['a, "mouse"', null, 'dog']],
    ]);
    const path = `/api/ledger/v1/sets/${ran.changeSetId}/revert`;
    const body = { connector: { id: space.plain } };
    await space.server.send('POST', path, { token: space.editor.token, body });
    expect(await space.rowsOf('select id, tags::text, short::text from lists order by id')).toEqual(
      before,
    );
  });
});
