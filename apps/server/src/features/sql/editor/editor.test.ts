import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { BEFORE_THE_LIMIT_MS, eventually } from '#testing/eventually.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
const { value, busyBackends } = editor;

beforeAll(async () => {
  await space.run('create table people (id int primary key, name text not null, age int)');
  await space.run(
    'create table pets (id int primary key, owner_id int references people (id), name text)',
  );
  await space.run(`create function raised(said text) returns text language plpgsql
    as $$ begin raise notice '%', said; return said; end $$`);
});
afterAll(() => space.stop());
beforeEach(async () => {
  space.sources.line.restore();
  await space.run('truncate people, pets');
  await space.run(`insert into people values (1, 'Ada', 36), (2, 'Bob', 40), (3, 'Cy', null)`);
});

describe('running', () => {
  test('SQL-8.3 a statement answers with its rows, what Postgres said beside them, and its time', async () => {
    const result = await editor.run(
      `select name, age, raised('careful') is null from people order by id limit 1`,
    );
    expect(result).toMatchObject({
      rows: [['Ada', 36, false]],
      rowCount: 1,
      command: 'SELECT',
      hasMore: false,
      messages: [{ severity: 'NOTICE', message: 'careful' }],
      transaction: null,
    });
    expect(result.milliseconds).toBeGreaterThan(0);
  });

  test('SQL-8.5 a limit cuts the rows and says so, and the statement stays as it was written', async () => {
    const cut = await editor.run('select n from generate_series(1, 5000) n', { rowLimit: 1200 });
    expect(cut).toMatchObject({ loadedRows: 1200, hasMore: true });
    expect(cut.rows).toHaveLength(500);
    const { json: last } = await editor.page(cut.runId, 2);
    expect(last).toHaveLength(200);
    expect((last as number[][]).at(-1)).toEqual([1200]);
    const { json: runs } = await editor.get('/api/queries/v1/runs');
    expect((runs as { items: { sql: string }[] }).items[0]).toMatchObject({
      sql: 'select n from generate_series(1, 5000) n',
    });
  });

  test('SQL-8.5 a result is looked at by who ran it, page by page, each row once', async () => {
    const { runId, loadedRows } = await editor.run('select n from generate_series(1, 1700) n', {
      rowLimit: 10_000,
    });
    const pages = await Promise.all([0, 1, 2, 3].map((page) => editor.page(runId, page)));
    const rows = pages.flatMap(({ json }) => json as number[][]);
    expect(loadedRows).toBe(1700);
    expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 1700 }, (_, n) => n + 1));
    expect(codeOf(await editor.page(runId, 0, { as: space.owner }))).toBe('410 E_RESULT_GONE');
  });

  test('SQL-8.5 run A, then B: B never shows rows of A', async () => {
    const [a, b] = await Promise.all([
      editor.run(`select 'a' from generate_series(1, 700)`),
      editor.run(`select 'b' from generate_series(1, 700)`),
    ]);
    for (const [run, letter] of [
      [a, 'a'],
      [b, 'b'],
    ] as const) {
      const { json } = await editor.page(run.runId, 1);
      expect(new Set((json as string[][]).flat())).toEqual(new Set([letter]));
      expect(new Set(run.rows.flat())).toEqual(new Set([letter]));
    }
  });

  test('SQL-8.4 cancelling frees the backend, and the next statement runs', async () => {
    const stop = new AbortController();
    const running = editor.tryRun('select pg_sleep(1000)', {}, { signal: stop.signal });
    running.catch(() => {});
    await eventually(async () => expect(await busyBackends()).toBe(1));
    stop.abort();
    await eventually(async () => expect(await busyBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
    expect((await editor.run('select 1')).rows).toEqual([[1]]);
    await eventually(async () => {
      const { json } = await editor.get('/api/queries/v1/runs', { search: 'pg_sleep' });
      expect(json).toMatchObject({ items: [{ status: 'cancelled' }] });
    });
  });

  test('SQL-8.3 an error names its place in what was written, parameters and all', async () => {
    const sql = `select :first::int, nmae from people`;
    const { status, json } = await editor.tryRun(sql, { bindings: { first: 1 } });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      code: 'E_COLUMN_NOT_FOUND',
      details: { position: sql.indexOf('nmae') + 1 },
    });
  });

  test('SQL-8.7 a result says which table is behind it, if it is one and its key is shown', async () => {
    const { source } = await editor.run('select name as called, id, age * 2 from people');
    expect(source).toEqual({
      schema: 'public',
      table: 'people',
      key: ['id'],
      columns: ['name', 'id', null],
    });
    expect((await editor.run('select name from people')).source).toBeNull();
    expect(
      (await editor.run('select * from people join pets on owner_id = people.id')).source,
    ).toBeNull();
  });

  test.each([
    'select m.id, e.name from people e join people m on m.id = e.age',
    'select e.id, e.name, m.name as manager from people e, public.people m',
    'select m.id, e.name from people m cross join lateral (select * from people) e',
    'with known as (select * from people) select m.id, e.name from known e, known m',
    `with known as (select * from people), more as (select * from known)
      select m.id, e.name from known e, more m`,
  ])('SQL-8.7 of a table joined to itself no cell is edited: %s', async (sql) => {
    expect((await editor.run(sql)).source).toBeNull();
  });

  test.each([
    'select id, name from people where id in (select max(id) from people)',
    'select id, name, (select count(*) from people) from people',
    'with known as (select * from people) select id, name from known',
    'select people.id, people.name from people join pets on owner_id = people.id',
  ])('SQL-8.7 each row has one row of the table in it, which is edited: %s', async (sql) => {
    expect((await editor.run(sql)).source).toMatchObject({ table: 'people', key: ['id'] });
  });
});

describe('what destroys', () => {
  test.each([
    ['delete from people', { code: 'delete-all', target: 'people' }],
    ['update people set age = 1', { code: 'update-all', target: 'people' }],
    ['truncate pets', { code: 'truncate', target: 'pets' }],
    ['drop table pets', { code: 'drop', target: 'pets' }],
    ['alter table people drop column age', { code: 'drop-column', target: 'people.age' }],
    ['with x as (delete from pets) select 1', { code: 'delete-all', target: 'pets' }],
  ])('SQL-8.14 %s is asked about before it runs', async (sql, danger) => {
    const { status, json } = await editor.tryRun(sql);
    expect({ status, json }).toMatchObject({
      status: 422,
      json: { code: 'E_SQL_UNCONFIRMED', details: { dangers: [danger] } },
    });
    expect(await value('select count(*)::int from people')).toBe(3);
  });

  test('SQL-8.14 a condition, a word in a text and reading are no danger', async () => {
    await editor.run('delete from people where id = 3');
    await editor.run(`select 'drop table people; delete from people'`);
    const done = await editor.run('delete from people', { confirmed: true });
    expect(done).toMatchObject({ command: 'DELETE', rowCount: 2 });
  });

  test('SQL-8.14 the effect of an UPDATE is shown row by row, and nothing stays of it', async () => {
    const { json } = await editor.post('/preview', {
      sql: 'update people set age = age + :more where age is not null -- all grown',
      bindings: { more: 1 },
    });
    expect(json).toEqual({
      command: 'UPDATE',
      table: 'people',
      rowCount: 2,
      columns: [
        { name: 'id', isKey: true },
        { name: 'name', isKey: false },
        { name: 'age', isKey: false },
      ],
      rows: [
        { before: ['1', 'Ada', '36'], after: ['1', 'Ada', '37'] },
        { before: ['2', 'Bob', '40'], after: ['2', 'Bob', '41'] },
      ],
    });
    expect(await value('select sum(age)::int from people')).toBe(76);
    await eventually(async () => expect(await busyBackends()).toBe(0), BEFORE_THE_LIMIT_MS);
  });

  test('SQL-8.14 the effect of a DELETE is shown, its own RETURNING and WITH included', async () => {
    const { json } = await editor.post('/preview', {
      sql: 'with old as (select id from people where age > 39) delete from people where id in (select id from old) returning name',
    });
    expect(json).toMatchObject({
      command: 'DELETE',
      rowCount: 1,
      rows: [{ before: ['2', 'Bob', '40'], after: null }],
    });
    expect(await value('select count(*)::int from people')).toBe(3);
  });

  test('SQL-8.14 the effect of an INSERT tells new rows from those it changes', async () => {
    const { json } = await editor.post('/preview', {
      sql: `insert into people (id, name, age) values (2, 'Bo', 41), (9, 'New', null)
        on conflict (id) do update set name = excluded.name returning 1`,
    });
    expect(json).toMatchObject({
      command: 'INSERT',
      rowCount: 2,
      rows: [
        { before: ['2', 'Bob', '40'], after: ['2', 'Bo', '40'] },
        { before: null, after: ['9', 'New', null] },
      ],
    });
    expect(await value('select count(*)::int from people')).toBe(3);
  });

  test.each([
    [`insert into tickets (title) values ('a')`, false],
    [`insert into tickets values ('a', 1)`, false],
    [`insert into tickets (title, id) values ('a', 1), ('b', default)`, false],
    [`insert into tickets default values`, false],
    [`insert into tickets (title, id) values ('a', 1)`, true],
    [`insert into tickets (title, id) select name, id from people`, true],
  ])('SQL-8.14 a preview never uses up a number of a sequence: %s', async (sql, isShown) => {
    await space.run('create table if not exists tickets (title text, id serial)');
    expect(await editor.check(sql)).toMatchObject({ isPreviewable: isShown, problem: null });
    const { status } = await editor.post('/preview', { sql });
    expect(status).toBe(isShown ? 200 : 422);
    expect(await value(`select is_called from tickets_id_seq`)).toBe(false);
  });

  test('SQL-8.14 a viewer previews nothing, and a locked tab writes nothing', async () => {
    const sql = 'delete from people where id = 1';
    expect(codeOf(await editor.post('/preview', { sql }, { as: space.viewer }))).toBe(
      '403 E_FORBIDDEN',
    );
    expect(codeOf(await editor.tryRun(sql, { readOnly: true }))).toBe('405 E_SQL_READ_ONLY');
    expect(codeOf(await editor.tryRun(sql, {}, { as: space.viewer }))).toBe('403 E_FORBIDDEN');
    expect(codeOf(await editor.tryRun('begin', {}, { as: space.viewer }))).toBe('403 E_FORBIDDEN');
  });
});

describe('looking before running', () => {
  test('SQL-8.3 a statement is judged, typed and estimated without being run', async () => {
    expect(
      await editor.check('select * from people where id = :id', { bindings: { id: 1 } }),
    ).toEqual({
      kind: 'SELECT',
      isReading: true,
      dangers: [],
      isPreviewable: false,
      parameters: [{ name: 'id', type: 'int4' }],
      estimate: { rows: 1, cost: expect.any(Number) as number },
      problem: null,
    });
    expect(await editor.check('delete from people')).toMatchObject({
      isReading: false,
      isPreviewable: true,
      dangers: [{ code: 'delete-all', target: 'people' }],
    });
    expect(await value('select count(*)::int from people')).toBe(3);
  });

  test('SQL-8.3 what is wrong is told with its place, before anything runs', async () => {
    expect(await editor.check('select * form people')).toMatchObject({
      problem: { code: 'E_SQL_SYNTAX', position: 10 },
    });
    expect(await editor.check('select nmae from people')).toMatchObject({
      problem: { code: 'E_COLUMN_NOT_FOUND', position: 8 },
    });
  });

  test('SQL-8.9 a plan is told without running, and analyzed it is rolled back', async () => {
    const plain = await editor.post('/plan', { sql: 'delete from people where id = 1' });
    expect(plain.json).toMatchObject({ plan: [{ Plan: { 'Node Type': 'ModifyTable' } }] });
    const analyzed = await editor.post('/plan', {
      sql: 'delete from people where id = 1',
      analyze: true,
    });
    expect(analyzed.json).toMatchObject({ plan: [{ 'Execution Time': expect.any(Number) }] });
    expect(await value('select count(*)::int from people')).toBe(3);
    const asViewer = await editor.post(
      '/plan',
      { sql: 'delete from people where id = 1', analyze: true },
      { as: space.viewer },
    );
    expect(codeOf(asViewer)).toBe('403 E_FORBIDDEN');
  });

  test('SQL-8.2 names of tables, columns, functions and references come from the live schema', async () => {
    const { json } = await editor.get('/api/sql/v1/schema');
    const names = json as {
      tables: [number, string, string, string][];
      references: [number, string[], number, string[]][];
      functions: [string, string, string][];
    };
    const oidOf = (table: string) => names.tables.find(([, , name]) => name === table)?.[0] ?? 0;
    expect(names.references).toContainEqual([oidOf('pets'), ['owner_id'], oidOf('people'), ['id']]);
    expect(names.functions.map(([name]) => name)).toContain('date_trunc');
    const columns = await editor.post('/columns', { tables: [oidOf('people')] });
    expect(columns.json).toEqual([
      [
        oidOf('people'),
        [
          ['id', 'integer'],
          ['name', 'text'],
          ['age', 'integer'],
        ],
      ],
    ]);
  });

  test('SQL-8.2 columns that a type or a rule limits come with their values', async () => {
    await space.run(`create type mood as enum ('good', 'bad')`);
    await space.run(`create table visits (mood mood, moods mood[], size varchar(2)
      check (size in ('S', 'M')), stars int check (stars between 1 and 5))`);
    const { rows } = await space.database.query<{ oid: number }>(
      `select 'visits'::regclass::oid::int as oid`,
    );
    const { json } = await editor.post('/columns', { tables: [rows[0]?.oid] });
    expect(json).toEqual([
      [
        rows[0]?.oid,
        [
          ['mood', 'mood', ['good', 'bad']],
          ['moods', 'mood[]', ['good', 'bad']],
          ['size', 'character varying(2)', ['S', 'M']],
          ['stars', 'integer'],
        ],
      ],
    ]);
  });
});
