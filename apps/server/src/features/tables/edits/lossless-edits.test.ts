import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DraftChange } from '@causeway/contract/tables/edits.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import {
  createTableRequests,
  insert,
  remove,
  type TableRequests,
  update,
} from '#testing/table-requests.ts';

let tables: TableRequests;

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.database.query(`alter role ${space.role} set timezone to 'Europe/Berlin'`);
  tables = createTableRequests(space);
});
afterAll(() => space.stop());

/** Opens a row and saves it as it was read, every field of it. */
async function saveUnchanged(table: string, key: Record<string, string>) {
  const seen = await tables.open(table, key);
  await tables.stage(table, [update(key, seen.base, seen)]);
  return tables.applied(table);
}

describe('values survive the round trip', () => {
  test('SQL-10 big numbers keep their digits, and an edit of another column touches one row', async () => {
    await space.run('create table big (id bigint primary key, data jsonb, note text)');
    await space.run(
      `insert into big values (9007199254740993, '{"n":9007199254740993}', ''), (9007199254740992, '{"n":9007199254740992}', '')`,
    );
    await tables.stage('big', [
      update({ id: '9007199254740993' }, { note: 'edited' }, { base: { note: '' } }),
      insert('n', { id: '9223372036854775807', data: '{"n": 0.10000000000000000000001}' }),
    ]);
    expect(await tables.applied('big')).toMatchObject({ updated: 1, inserted: 1 });
    expect(await space.rowsOf('select id::text, data::text, note from big order by id')).toEqual([
      ['9007199254740992', '{"n": 9007199254740992}', ''],
      ['9007199254740993', '{"n": 9007199254740993}', 'edited'],
      ['9223372036854775807', '{"n": 0.10000000000000000000001}', null],
    ]);
  });

  test('SQL-10 opening and saving unchanged issues no UPDATE, whatever the types', async () => {
    await space.run(
      `create table kinds (id int primary key, at timestamptz, local timestamp, day date,
        ok boolean, half float4, ratio float8, money numeric(20,6), bits bytea, list int[],
        data jsonb, raw json, span interval, fixed char(5), net inet)`,
    );
    await space.run(
      `insert into kinds values (1, '2021-09-27 20:55:25.625535+00', '2024-03-31 02:30:00',
        '1975-05-11', true, 0.1, 1e21, 12.500000, '\\x00ff', '{1,NULL,3}', '{"b":1,"a":2}',
        '{"b":1, "a":2}', '1 day 02:03:04.5', 'ab', '10.0.0.1')`,
    );
    await space.run('insert into kinds (id) values (2)');
    const before = await space.rowsOf('select xmin, kinds::text from kinds order by id');
    for (const id of ['1', '2']) {
      expect(await saveUnchanged('kinds', { id })).toMatchObject({ changeSetId: null, updated: 0 });
    }
    expect(await space.rowsOf('select xmin, kinds::text from kinds order by id')).toEqual(before);
    expect(before[0]?.[1]).toContain('2021-09-27 20:55:25.625535');
    expect((await tables.draft('kinds')).changes).toEqual([]);
  });

  test('SQL-10 a truth pasted as a spreadsheet or a person writes it is written, and no other value is', async () => {
    await space.run('create table truths (id int primary key, ok boolean)');
    await space.run('insert into truths values (1, false), (2, false), (3, true), (4, true)');
    const was = { base: { ok: 'false' } };
    const wasTrue = { base: { ok: 'true' } };
    await tables.stage('truths', [
      update({ id: '1' }, { ok: 'TRUE' }, was),
      update({ id: '2' }, { ok: ' 1' }, was),
      update({ id: '3' }, { ok: 'No' }, wasTrue),
      update({ id: '4' }, { ok: 'YES' }, wasTrue),
    ]);
    expect(await tables.applied('truths')).toMatchObject({ updated: 3 });
    expect(await space.rowsOf('select ok from truths order by id')).toEqual([
      [true],
      [true],
      [false],
      [true],
    ]);
    await tables.stage('truths', [update({ id: '3' }, { ok: 'wahr' }, was)]);
    expect(codeOf(await tables.apply('truths'))).toBe('422 E_SQL_INVALID_VALUE');
    await tables.discard('truths');
  });

  test('SQL-10 what is too long for a domain is refused instead of cut', async () => {
    await space.run('create domain short as varchar(3)');
    await space.run('create domain shorter as short check (value <> $$no$$)');
    await space.run('create domain fixed as char(3)');
    await space.run('create domain bits as bit(3)');
    await space.run('create domain listed as varchar(3)[]');
    await space.run(
      `create table domains (id int primary key, a short, b shorter, c fixed, d bits, e listed)`,
    );
    const first = { id: '1', a: 'abc', b: 'abc', c: 'ab', d: '101', e: '{abc}' };
    await tables.stage('domains', [insert('1', first)]);
    await tables.applied('domains');
    const before = await space.rowsOf('select * from domains');
    for (const [name, text] of Object.entries({
      a: 'abcd',
      b: 'abcd',
      c: 'abcd',
      d: '1010',
      e: '{abcd}',
    })) {
      await tables.stage('domains', [update({ id: '1' }, { [name]: text })]);
      const answer = await tables.apply('domains');
      expect([name, answer.json]).toMatchObject([name, { code: 'E_SQL_INVALID_VALUE' }]);
      await tables.discard('domains');
    }
    expect(await space.rowsOf('select * from domains')).toEqual(before);
  });

  test('SQL-10 an instant keeps its microseconds when another column is edited', async () => {
    const seen = await tables.open('kinds', { id: '1' });
    await tables.stage('kinds', [
      update({ id: '1' }, { ...seen.base, fixed: 'xy', at: seen.base.at ?? null }, seen),
    ]);
    expect(await tables.applied('kinds')).toMatchObject({ updated: 1 });
    expect(
      await space.rowsOf(
        `select to_char(at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US'), local::text, day::text, fixed
          from kinds where id = 1`,
      ),
    ).toEqual([['2021-09-27 20:55:25.625535', '2024-03-31 02:30:00', '1975-05-11', 'xy   ']]);
  });

  test('SQL-10 NULL, JSON null, an empty text, the text NULL and a JSON number are five things', async () => {
    await space.run('create table nulls (id int primary key, t text default $$d$$, j jsonb)');
    await tables.stage('nulls', [
      insert('1', { id: '1', t: null, j: null }),
      insert('2', { id: '2', t: '', j: 'null' }),
      insert('3', { id: '3', t: 'NULL', j: '1' }),
      insert('4', { id: '4', t: { default: true }, j: '"1"' }),
    ]);
    await tables.applied('nulls');
    const shown = 'select t is null, t, j is null, j::text from nulls order by id';
    expect(await space.rowsOf(shown)).toEqual([
      [true, null, true, null],
      [false, '', false, 'null'],
      [false, 'NULL', false, '1'],
      [false, 'd', false, '"1"'],
    ]);
    await tables.stage('nulls', [
      update({ id: '1' }, { t: '', j: 'null' }, { base: { t: null, j: null } }),
      update({ id: '2' }, { t: null, j: null }, { base: { t: '', j: 'null' } }),
      update({ id: '3' }, { t: { default: true } }, { base: { t: 'NULL' } }),
    ]);
    await tables.applied('nulls');
    expect(await space.rowsOf(shown)).toEqual([
      [false, '', false, 'null'],
      [true, null, true, null],
      [false, 'd', false, '1'],
      [false, 'd', false, '"1"'],
    ]);
  });

  test('SQL-10 25 kB of jsonb are the same bytes after another column was edited', async () => {
    await space.run('create table heavy (id int primary key, note text, data jsonb)');
    const data = JSON.stringify({
      list: Array.from({ length: 1_500 }, (_, n) => `entry "${n}" ü`),
    });
    await tables.stage('heavy', [insert('h', { id: '1', data })]);
    await tables.applied('heavy');
    const digest = async () =>
      (await space.rowsOf('select md5(data::text), length(data::text) from heavy'))[0];
    const before = await digest();
    expect(Number(before?.[1])).toBeGreaterThan(25_000);
    const seen = await tables.open('heavy', { id: '1' });
    await tables.stage('heavy', [update({ id: '1' }, { ...seen.base, note: 'edited' }, seen)]);
    expect(await tables.applied('heavy')).toMatchObject({ updated: 1 });
    expect(await digest()).toEqual(before);
    expect(createHash('md5').update(String(seen.base.data)).digest('hex')).toBe(before?.[0]);
  });
});

describe('keys', () => {
  test('SQL-3 with a key of two columns one row is changed, and the key itself can be', async () => {
    await space.run('create table pairs (a int, b int, v text, primary key (a, b))');
    await space.run(`insert into pairs values (1, 1, ''), (1, 2, ''), (2, 2, '')`);
    await tables.stage('pairs', [
      update({ a: '1', b: '2' }, { v: 'mine' }, { base: { v: '' } }),
      update({ a: '2', b: '2' }, { a: '1', b: '3' }, { base: { a: '2', b: '2' } }),
    ]);
    const { rows } = await tables.applied('pairs');
    expect(rows.map(({ key }) => key)).toEqual([
      { a: '1', b: '2' },
      { a: '1', b: '3' },
    ]);
    expect(await space.rowsOf('select a, b, v from pairs order by a, b')).toEqual([
      [1, 1, ''],
      [1, 2, 'mine'],
      [1, 3, ''],
    ]);
  });

  test('SQL-3 rows without a key can be added, and never changed or deleted', async () => {
    await space.run('create table twins (v text)');
    await space.run(`insert into twins values ('same'), ('same')`);
    const tries: DraftChange[] = [
      update({ v: 'same' }, { v: 'other' }),
      remove({ v: 'same' }),
      update({}, { v: 'other' }),
    ];
    for (const change of tries) {
      await tables.stage('twins', [change]);
      expect(codeOf(await tables.apply('twins'))).toBe('405 E_TABLE_READ_ONLY');
      await tables.discard('twins');
    }
    await tables.stage('twins', [insert('n', { v: 'new' })]);
    expect((await tables.applied('twins')).rows).toEqual([
      { ref: 'n', key: null, version: expect.any(String) },
    ]);
    expect(await space.rowsOf('select v from twins order by v')).toEqual([
      ['new'],
      ['same'],
      ['same'],
    ]);
  });

  test('SQL-3 what the database fills itself is left to it; a row of defaults only is possible', async () => {
    await space.run(
      `create table filled (id int generated always as identity primary key, n int default 7,
        twice int generated always as (n * 2) stored)`,
    );
    await tables.stage('filled', [
      insert('empty', {}),
      insert('defaults', { id: { default: true }, n: { default: true }, twice: { default: true } }),
      insert('given', { n: '1' }),
    ]);
    await tables.applied('filled');
    expect(await space.rowsOf('select * from filled order by id')).toEqual([
      [1, 7, 14],
      [2, 7, 14],
      [3, 1, 2],
    ]);
    for (const column of ['id', 'twice']) {
      await tables.stage('filled', [insert('bad', { [column]: '5' })]);
      const refused = await tables.apply('filled');
      expect(codeOf(refused)).toBe('422 E_FIELD_NOT_ALLOWED');
      expect(refused.json).toMatchObject({ details: { ref: 'bad', column } });
    }
    await tables.discard('filled');
  });
});
