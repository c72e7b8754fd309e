import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
afterAll(() => space.stop());

test('SQL-6 an import is stopped and cleared away by who began it or by admins, not by other editors', async () => {
  const body = {
    connector: { id: space.plain },
    source: { kind: 'upload', fileName: 'a', size: 9 },
  };
  const begin = async ({ token }: { token: string }) => {
    const answer = await space.server.send('POST', '/api/imports/v1/imports', { token, body });
    return (answer.json as { id: string }).id;
  };
  const ofOwner = await begin(space.owner);
  const cancelled = await imports.trySend('POST', `/${ofOwner}/cancel`, {});
  expect(codeOf(cancelled)).toBe('403 E_FORBIDDEN');
  expect(codeOf(await imports.trySend('DELETE', `/${ofOwner}`))).toBe('403 E_FORBIDDEN');
  const own = await begin(space.editor);
  expect((await imports.trySend('DELETE', `/${own}`)).status).toBe(200);
});

describe('bad rows', () => {
  test('SQL-6 a wrong enum in row 1,369 stops everything and is named by line, column and value', async () => {
    await space.run(`create type mood as enum ('ok', 'good')`);
    await space.run('create table moods (id int primary key, mood mood)');
    const lines = Array.from({ length: 2_000 }, (_, index) => {
      return `${index + 1},${index + 1 === 1_369 ? 'awful' : 'ok'}`;
    });
    const id = await imports.upload(`id,mood\n${lines.join('\n')}\n`);
    const record = await imports.run(id, { table: 'moods', columns: ['id', 'mood'] });
    expect(record).toMatchObject({ state: 'refused', result: { rejected: 1, inserted: 0 } });
    expect(await imports.rejects(id)).toEqual([
      {
        line: 1_370,
        column: 'mood',
        value: 'awful',
        rule: 'type',
        reason: 'invalid input value for enum mood: "awful"',
      },
    ]);
    expect(await space.rowsOf('select count(*)::int from moods')).toEqual([[0]]);
    const file = await imports.trySend('GET', `/${id}/rejects.csv`);
    expect(file.text).toBe(
      'line,column,value,rule,reason\n1370,mood,awful,type,"invalid input value for enum mood: ""awful"""\n',
    );
    const hostile = await imports.upload('id,mood\n1,"\n=1+1"\n');
    await imports.run(hostile, { table: 'moods', columns: ['id', 'mood'] });
    const refused = await imports.trySend('GET', `/${hostile}/rejects.csv`);
    expect(refused.text).toContain(`2,mood,"'\n=1+1",type,`);
  });

  test('SQL-6 with decimal commas a point is no decimal point, and a word is told as it is', async () => {
    await space.run('create table prices (n numeric)');
    const id = await imports.upload('n;x\n1,5;\nNaN;\n1.5;\nabc;\n1.234,5;\n');
    const read = { delimiter: ';', decimal: ',' as const };
    const plan = { table: 'prices', columns: ['n'], read, onBadRows: 'skip' as const };
    expect(await imports.run(id, plan)).toMatchObject({ state: 'done', result: { rejected: 2 } });
    expect((await imports.rejects(id)).map(({ value, reason }) => [value, reason])).toEqual([
      ['1.5', 'invalid input syntax for type numeric: "no decimal comma: 1.5"'],
      ['abc', 'invalid input syntax for type numeric: "abc"'],
    ]);
    expect(await space.rowsOf('select n::text from prices')).toEqual([
      ['1.5'],
      ['NaN'],
      ['1234.5'],
    ]);
  });

  test('SQL-6 every rule is checked for the whole file, with exact lines', async () => {
    await space.run('create table shelves (id int primary key)');
    await space.run('insert into shelves values (1)');
    await space.run(`create table boxes (id int primary key, name varchar(3) not null,
      shelf int references shelves, code text unique, size int check (size > 0))`);
    await space.run(`insert into boxes values (7, 'old', 1, 'taken', 1)`);
    const id = await imports.upload(
      [
        'id,name,shelf,code,size', // 1
        '1,ok,1,"a\n2nd line",1', // 2, 3
        'x,ok,1,b,1', // 4: type
        '3,,1,c,1', // 5: not null
        '4,long,1,d,1', // 6: too long
        '1,ok,1,e,1', // 7: twice in the file
        '7,ok,1,f,1', // 8: in the table
        '8,ok,9,g,1', // 9: no such shelf
        '9,ok,1,taken,1', // 10: unique in the table
        '10,ok,1,h,0', // 11: check
        '11,ok,1', // 12: shape
        '12,ok,,i,2', // 13
      ].join('\n'),
    );
    const columns = ['id', 'name', 'shelf', 'code', 'size'];
    const stopped = await imports.run(id, { table: 'boxes', columns });
    expect(stopped).toMatchObject({ state: 'refused', result: { rejected: 9 } });
    expect(
      (await imports.rejects(id)).map(({ line, column, value, rule }) => [
        line,
        column,
        value,
        rule,
      ]),
    ).toEqual([
      [4, 'id', 'x', 'type'],
      [5, 'name', null, 'not-null'],
      [6, 'name', 'long', 'type'],
      [7, 'id', '1', 'unique-in-file'],
      [8, 'id', '7', 'unique-in-table'],
      [9, 'shelf', '9', 'reference'],
      [10, 'code', 'taken', 'unique-in-table'],
      [11, 'size', null, 'check'],
      [12, null, '11,ok,1', 'shape'],
    ]);
    expect(await space.rowsOf('select count(*)::int from boxes')).toEqual([[1]]);
    const skipped = await imports.run(id, { table: 'boxes', columns, onBadRows: 'skip' });
    expect(skipped).toMatchObject({ state: 'done', result: { inserted: 2, rejected: 9 } });
    expect(await space.rowsOf('select id from boxes order by id')).toEqual([[1], [7], [12]]);
  });

  test('SQL-6 a row that only a trigger refuses is named too', async () => {
    await space.run('create table guarded (n int)');
    await space.run(`create function refuse_13() returns trigger language plpgsql as
      $$ begin if new.n % 13 = 0 then raise exception 'no thirteens'; end if; return new; end $$`);
    await space.run(
      'create trigger guard before insert on guarded for each row execute function refuse_13()',
    );
    const id = await imports.upload(`n\n${Array.from({ length: 30 }, (_, n) => n + 1).join('\n')}`);
    expect(await imports.run(id, { table: 'guarded', columns: ['n'] })).toMatchObject({
      state: 'refused',
    });
    expect(await imports.rejects(id)).toMatchObject([
      { line: 14, rule: 'database', reason: 'no thirteens' },
    ]);
    const some = await imports.run(id, { table: 'guarded', columns: ['n'], onBadRows: 'skip' });
    expect(some).toMatchObject({ state: 'done', result: { inserted: 28, rejected: 2 } });
  });

  test('SQL-6 a dry run tells what would be and writes nothing', async () => {
    const id = await imports.upload('id,name\n1,a\n2,b\n');
    await space.run('create table dry (id int primary key, name text)');
    const record = await imports.run(id, { table: 'dry', columns: ['id', 'name'] }, true);
    expect(record).toMatchObject({ state: 'checked', dryRun: true, result: { inserted: 2 } });
    expect(await space.rowsOf('select * from dry')).toEqual([]);
    expect((await imports.run(id, { table: 'dry', columns: ['id', 'name'] })).state).toBe('done');
    const again = await imports.trySend('POST', `/${id}/run`, {
      plan: imports.plan({ table: 'dry', columns: ['id'] }),
    });
    expect(codeOf(again)).toBe('422 E_IMPORT_STATE');
  });
});

describe('numbers of a sequence', () => {
  const draws = () =>
    space.rowsOf(`select (select is_called from tickets_id_seq), (select is_called from tickets_no_seq),
      (select last_value::int from tickets_no_seq)`);

  test('SQL-6 are not used up by a refused import, nor by a dry run', async () => {
    await space.run(`create table tickets (id serial primary key, no int generated always as identity,
      title varchar(5) not null, kind text check (kind in ('a', 'b')))`);
    const of = { table: 'tickets', columns: ['title', 'kind'] };
    for (const bad of ['far too long,a', ',a', 'ok,c']) {
      const id = await imports.upload(`title,kind\none,a\ntwo,b\n${bad}\n`);
      expect(await imports.run(id, of)).toMatchObject({
        state: 'refused',
        result: { rejected: 1 },
      });
    }
    const good = await imports.upload('title,kind\none,a\ntwo,b\n');
    expect(await imports.run(good, of, true)).toMatchObject({ state: 'checked' });
    expect(await draws()).toEqual([[false, false, 1]]);
    expect(await imports.run(good, of)).toMatchObject({ state: 'done', result: { inserted: 2 } });
    expect(await space.rowsOf('select id, no, title from tickets order by id')).toEqual([
      [1, 1, 'one'],
      [2, 2, 'two'],
    ]);
  });

  test('SQL-6 are not used up where only a trigger refuses a row, and those that are left follow on', async () => {
    await space.run(`create function refuse_late() returns trigger language plpgsql as
      $$ begin if new.title = 'late' then raise exception 'too late'; end if; return new; end $$`);
    await space.run(
      'create trigger late before insert on tickets for each row execute function refuse_late()',
    );
    const of = { table: 'tickets', columns: ['title', 'kind'] };
    const id = await imports.upload('title,kind\nthree,a\nlate,b\nfour,b\n');
    expect(await imports.run(id, of)).toMatchObject({ state: 'refused' });
    expect(await imports.rejects(id)).toMatchObject([{ line: 3, reason: 'too late' }]);
    expect(await draws()).toEqual([[true, true, 2]]);
    const rest = await imports.run(id, { ...of, onBadRows: 'skip' });
    expect(rest).toMatchObject({ state: 'done', result: { inserted: 2, rejected: 1 } });
    expect(await space.rowsOf('select id from tickets order by id')).toEqual([[1], [2], [3], [4]]);
  });
});

describe('afterwards', () => {
  test('SQL-6 an import is reverted from the ledger, but for rows that changed since', async () => {
    await space.run('create table undone (id int primary key, v text)');
    await space.run(`insert into undone values (1, 'before')`);
    const record = await imports.importFile('id,v\n1,changed\n2,b\n3,c\n', {
      table: 'undone',
      columns: ['id', 'v'],
      mode: { kind: 'upsert', key: ['id'] },
    });
    await space.run(`update undone set v = 'touched' where id = 3`);
    const path = `/api/ledger/v1/sets/${record.result?.changeSetId}/revert`;
    const revert = (skipChanged: boolean) =>
      space.server.send('POST', path, {
        token: space.editor.token,
        body: { connector: { id: space.plain }, skipChanged },
      });
    expect(codeOf(await revert(false))).toBe('412 E_VERSION_CONFLICT');
    expect((await revert(true)).json).toMatchObject({ deleted: 1, updated: 1, left: 1 });
    expect(await space.rowsOf('select * from undone order by id')).toEqual([
      [1, 'before'],
      [3, 'touched'],
    ]);
  });

  test('SQL-6 a table made for an import goes with it, but only empty and untouched', async () => {
    const target = {
      kind: 'new' as const,
      schema: 'public',
      table: 'made here',
      columns: [{ name: 'v', type: 'varchar(20)', isNullable: false }],
      primaryKey: [],
      addId: true,
    };
    const record = await imports.importFile('v\na\nb\n', { target, columns: ['v'] });
    expect(record).toMatchObject({ state: 'done', result: { createdTable: true } });
    const drop = () => imports.trySend('POST', `/${record.id}/drop-table`, {});
    expect(codeOf(await drop())).toBe('412 E_VERSION_CONFLICT');
    const path = `/api/ledger/v1/sets/${record.result?.changeSetId}/revert`;
    const body = { connector: { id: space.plain } };
    await space.server.send('POST', path, { token: space.editor.token, body });
    await space.run('create index more on "made here" (v)');
    expect(codeOf(await drop())).toBe('412 E_VERSION_CONFLICT');
    await space.run('drop index more');
    await space.run('create view on_it as select * from "made here"');
    expect((await drop()).status).toBe(422);
    await space.run('drop view on_it');
    expect((await drop()).json).toMatchObject({ result: { droppedTable: true } });
    expect(await space.rowsOf(`select to_regclass('"made here"')`)).toEqual([[null]]);
    expect(codeOf(await drop())).toBe('422 E_IMPORT_STATE');
  });

  test('SQL-6 one that runs is cancelled: nothing is left, and it can be run again', async () => {
    await space.run('create table slow (n int)');
    await space.run(`create function wait_a_while() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.05); return new; end $$`);
    await space.run(
      'create trigger slow before insert on slow for each row execute function wait_a_while()',
    );
    const id = await imports.upload(`n\n${Array.from({ length: 2_000 }, (_, n) => n).join('\n')}`);
    const of = { table: 'slow', columns: ['n'] };
    await imports.send('POST', `/${id}/run`, { plan: imports.plan(of) });
    await eventually(async () => expect((await imports.show(id)).progress?.phase).toBe('writing'));
    await imports.send('POST', `/${id}/cancel`, {});
    expect((await imports.ended(id)).state).toBe('cancelled');
    expect(await space.rowsOf('select * from slow')).toEqual([]);
    await space.run('drop trigger slow on slow');
    expect((await imports.run(id, of)).result).toMatchObject({ inserted: 2_000 });
  });

  test('SQL-6 a run whose worker died is told as failed, or as done where it had committed', async () => {
    await space.run('create table crashed (n int)');
    const { db } = space.server.services;
    const of = { table: 'crashed', columns: ['n'] };
    const id = await imports.upload('n\n1\n');
    await imports.run(id, of);
    const fake = async (transactionId: string | null) => {
      await db.query({
        text: `update imports set state = 'running',
          ended_at = null, transaction_id = $2, result = '{"rowsRead":1,"inserted":1,"updated":0,"skipped":0,"rejected":0,"changeSetId":null,"createdTable":false}'
          where id = $1`,
        values: [id, transactionId],
      });
      await db.query({
        text: `update runs set state = 'running', outcome = null, ended_at = null,
          process = gen_random_uuid() where subject_id = $1`,
        values: [id],
      });
      return imports.ended(id);
    };
    const [committed] = (await space.rowsOf('select txid_current()::text')) as [string][];
    expect(await fake(committed![0])).toMatchObject({ state: 'done', result: { inserted: 1 } });
    await space.database.query('begin');
    const [aborted] = (await space.rowsOf('select txid_current()::text')) as [string][];
    await space.database.query('rollback');
    expect(await fake(aborted![0])).toMatchObject({
      state: 'failed',
      result: null,
      error: { code: 'E_UNAVAILABLE' },
    });
    expect((await fake(null)).state).toBe('failed');
    expect((await imports.run(id, of)).state).toBe('done');
  });

  test('SQL-6 how a file is read and mapped is kept as a recipe', async () => {
    const token = space.editor.token;
    const connector = { id: space.plain };
    const plan = imports.plan({ table: 'goods', columns: ['id'] });
    const path = '/api/imports/v1/recipes';
    const made = await space.server.send('POST', path, {
      token,
      body: { connector, name: 'Goods', plan },
    });
    expect(made.json).toMatchObject({ name: 'Goods', plan });
    const query = `connector[id]=${space.plain}`;
    const { json } = await space.server.send('GET', path, { token, query });
    expect(json).toHaveLength(1);
    const { id } = made.json as { id: string };
    const changed = await space.server.send('PATCH', `${path}/${id}`, {
      token,
      body: { connector, name: 'All goods' },
    });
    expect(changed.json).toMatchObject({ name: 'All goods', plan });
    const other = await space.server.send('POST', path, {
      token,
      body: { connector, name: 'Others', plan },
    });
    const taken = { token, body: { connector, name: 'ALL goods' } };
    const { id: otherId } = other.json as { id: string };
    expect(codeOf(await space.server.send('PATCH', `${path}/${otherId}`, taken))).toBe(
      '422 E_VALIDATION',
    );
    for (const one of [id, otherId]) {
      await space.server.send('DELETE', `${path}/${one}`, { token, query });
    }
    expect((await space.server.send('GET', path, { token, query })).json).toEqual([]);
  });
});
