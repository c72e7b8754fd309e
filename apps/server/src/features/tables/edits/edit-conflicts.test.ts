import { afterAll, expect, test } from 'vitest';
import type { EditConflict } from '@causeway/contract/tables/edits.ts';
import { refOfKey } from '@causeway/contract/tables/edits.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';
import { createTableRequests, insert, remove, update } from '#testing/table-requests.ts';

const space = await startSqlWorkspace();
const tables = createTableRequests(space);
afterAll(() => space.stop());

test('SQL-3 of two tabs that edit one row the second gets mine, theirs and base, and can merge', async () => {
  await space.run('create table shared (id int primary key, a text, b text)');
  await space.run(`insert into shared values (1, 'a0', 'b0')`);
  const seen = await tables.open('shared', { id: '1' });
  await tables.write('PATCH', 'shared', { key: { id: 1 }, values: { a: 'theirs' } });
  const mine = update({ id: '1' }, { a: 'mine' }, { version: seen.version, base: { a: 'a0' } });
  await tables.stage('shared', [mine, insert('n', { id: '2' })]);
  const refused = await tables.apply('shared');
  expect(codeOf(refused)).toBe('412 E_VERSION_CONFLICT');
  const { conflicts, total } = (
    refused.json as { details: { conflicts: EditConflict[]; total: number } }
  ).details;
  expect(total).toBe(1);
  expect(conflicts).toEqual([
    {
      ref: refOfKey({ id: '1' }),
      key: { id: '1' },
      base: { a: 'a0' },
      mine: { a: { set: 'mine' } },
      theirs: { id: '1', a: 'theirs', b: 'b0' },
      version: expect.any(String),
    },
  ]);
  expect(await space.rowsOf('select * from shared')).toEqual([[1, 'theirs', 'b0']]);
  const version = conflicts[0]?.version ?? '';
  await tables.stage('shared', [
    update({ id: '1' }, { a: 'both' }, { version, base: { a: 'theirs' } }),
  ]);
  expect(await tables.applied('shared')).toMatchObject({ updated: 1, inserted: 1 });
  expect(await space.rowsOf('select * from shared order by id')).toEqual([
    [1, 'both', 'b0'],
    [2, null, null],
  ]);
});

test('SQL-3 a row that is gone, or to be deleted and changed meanwhile, is a conflict too', async () => {
  const seen = await tables.open('shared', { id: '1' });
  await space.database.query(`update shared set b = 'newer' where id = 1`);
  await tables.stage('shared', [
    remove({ id: '1' }, seen),
    update({ id: '99' }, { a: 'x' }, { base: { a: 'y' } }),
  ]);
  const refused = await tables.apply('shared');
  expect(refused.json).toMatchObject({
    details: {
      conflicts: [
        { key: { id: '1' }, mine: {}, theirs: { b: 'newer' } },
        { key: { id: '99' }, theirs: null, version: null },
      ],
    },
  });
  await tables.discard('shared');
});

test('SQL-3 an answer lost after the commit and asked for again is the first one, with one row', async () => {
  await space.run('create table once (id serial primary key, v text)');
  await tables.stage('once', [insert('n', { v: 'x' })]);
  const key = crypto.randomUUID();
  const first = await tables.apply('once', {}, { key });
  const again = await tables.apply('once', {}, { key });
  expect(first.status).toBe(200);
  expect(again.json).toEqual(first.json);
  expect(await space.rowsOf('select * from once')).toEqual([[1, 'x']]);
});

test('SQL-3 a draft that two tabs save at once is written once', async () => {
  await tables.stage('once', [insert('m', { v: 'y' }), insert('o', { v: 'z' })]);
  const answers = await Promise.all([1, 2, 3].map(() => tables.apply('once')));
  const saved = answers.filter(({ status, json }) => {
    return status === 200 && (json as { inserted: number }).inserted === 2;
  });
  expect(saved).toHaveLength(1);
  expect(await space.rowsOf('select v from once order by id')).toEqual([['x'], ['y'], ['z']]);
});

test('SQL-3 a read right after a save shows the new value', async () => {
  for (let round = 0; round < 20; round += 1) {
    await tables.stage('once', [update({ id: '1' }, { v: `round ${round}` })]);
    await tables.applied('once');
    const { rows } = await tables.page('once', { limit: 1 });
    expect(rows[0]?.[1]).toBe(`round ${round}`);
  }
});

test('SQL-3 a column may be called as something every object has', async () => {
  await space.run(
    'create table teams (id int primary key, constructor text, "valueOf" bool, n int)',
  );
  await space.run(`insert into teams values (1, 'a', true, 1)`);
  const { version } = await tables.open('teams', { id: '1' });
  await tables.stage('teams', [
    update({ id: '1' }, { n: '2', valueOf: 'false' }, { version, base: { n: '1' } }),
  ]);
  expect(await tables.applied('teams')).toMatchObject({ updated: 1 });
  expect(await space.rowsOf('select * from teams')).toEqual([[1, 'a', false, 2]]);
});
