import { afterAll, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
afterAll(() => space.stop());

const replacing = { kind: 'upsert' as const, key: ['id'] };
const named = (...names: string[]) => names.map((name) => ({ from: name, to: name }));

async function makeStock(name: string) {
  await space.run(`create table ${name} (id int primary key, title text not null,
    amount int not null default 0, note text, due date)`);
  await space.run(`insert into ${name} values
    (1, 'one', 10, 'first', '2024-01-01'), (2, 'two', 20, null, '2024-01-02')`);
}
const rowsOf = (name: string) =>
  space.rowsOf(`select id, title, amount, note, due::text from ${name} order by id`);

test('SQL-6 replacing rows keeps what is there where a cell is empty, and new rows get defaults', async () => {
  await makeStock('stock');
  const columns = [
    ...named('id', 'title'),
    { from: 'amount', to: 'amount', nulls: 'default' as const, existing: 'keep' as const },
    { from: 'note', to: 'note', nulls: 'emptyIsNull' as const, existing: 'keep' as const },
    ...named('due'),
  ];
  const id = await imports.upload(
    'id,title,amount,note,due\n1,,,"",\n2,TWO,,new,2025-01-01\n3,three,,,\n',
  );
  const wanted = { table: 'stock', columns, mode: replacing };
  const checked = await imports.run(id, wanted, true);
  expect(checked).toMatchObject({ state: 'checked', result: { inserted: 1, updated: 1 } });
  expect(checked.result?.emptyCells).toEqual([
    { column: 'title', kept: 1, overwritten: 0 },
    { column: 'amount', kept: 2, overwritten: 0 },
    { column: 'note', kept: 1, overwritten: 0 },
    { column: 'due', kept: 1, overwritten: 0 },
  ]);
  const done = await imports.run(id, wanted);
  expect(done.result).toMatchObject({ inserted: 1, updated: 1, skipped: 1, rejected: 0 });
  expect(await rowsOf('stock')).toEqual([
    [1, 'one', 10, 'first', '2024-01-01'],
    [2, 'TWO', 20, 'new', '2025-01-01'],
    [3, 'three', 0, null, null],
  ]);
});

test('SQL-6 a key that a row of JSON leaves out keeps the value, a null that stands there is written', async () => {
  await makeStock('lines');
  const file = [
    { id: 1, note: null },
    { id: 2, amount: 21 },
    { id: 3, title: 'three', due: null },
  ];
  const done = await imports.importFile(file.map((row) => JSON.stringify(row)).join('\n'), {
    table: 'lines',
    columns: named('id', 'title', 'amount', 'note', 'due').map((column) => ({
      ...column,
      ...(column.to === 'amount' ? { nulls: 'default', existing: 'keep' } : {}),
    })),
    mode: replacing,
    read: { format: 'ndjson' },
  });
  expect(done).toMatchObject({ state: 'done', result: { inserted: 1, updated: 2 } });
  expect(await rowsOf('lines')).toEqual([
    [1, 'one', 10, null, '2024-01-01'],
    [2, 'two', 21, null, '2024-01-02'],
    [3, 'three', 0, null, null],
  ]);
});

test('SQL-6 empty cells overwrite what is there where that is chosen, and the dry run counts them', async () => {
  await makeStock('emptied');
  const columns = [
    ...named('id', 'title'),
    { from: 'amount', to: 'amount', nulls: 'default' as const, existing: 'overwrite' as const },
    { from: 'note', to: 'note', nulls: 'emptyIsNull' as const, existing: 'overwrite' as const },
  ];
  const id = await imports.upload('id,title,amount,note\n1,one,,\n2,two,,\n');
  const wanted = { table: 'emptied', columns, mode: replacing };
  const checked = await imports.run(id, wanted, true);
  expect(checked.result?.emptyCells).toEqual([
    { column: 'amount', kept: 0, overwritten: 2 },
    { column: 'note', kept: 0, overwritten: 1 },
  ]);
  await imports.run(id, wanted);
  expect(await rowsOf('emptied')).toEqual([
    [1, 'one', 0, null, '2024-01-01'],
    [2, 'two', 0, null, '2024-01-02'],
  ]);
});

test('SQL-6 the dry run tells no overwriting where the value would stay what it is', async () => {
  await space.run(`create table prices (id int primary key, title text not null,
    price numeric(10, 2) not null default 0)`);
  await space.run(`insert into prices values (1, 'one', 0.00), (2, 'two', 5.00)`);
  const columns = [
    ...named('id', 'title'),
    { from: 'price', to: 'price', nulls: 'default' as const, existing: 'overwrite' as const },
  ];
  const id = await imports.upload('id,title,price\n1,one,\n2,two,\n');
  const wanted = { table: 'prices', columns, mode: replacing };
  const checked = await imports.run(id, wanted, true);
  expect(checked.result).toMatchObject({
    updated: 1,
    emptyCells: [{ column: 'price', kept: 0, overwritten: 1 }],
  });
});

test('SQL-6 a null of JSON that overwrites is no empty cell, in the dry run neither', async () => {
  await makeStock('nulled');
  const columns = named('id', 'title', 'note', 'due').map((column) => ({
    ...column,
    existing: 'overwrite' as const,
  }));
  const id = await imports.upload('[{"id": 1, "title": "one", "note": null}]');
  const wanted = { table: 'nulled', columns, mode: replacing, read: { format: 'json' as const } };
  const checked = await imports.run(id, wanted, true);
  expect(checked.result?.emptyCells).toEqual([{ column: 'due', kept: 0, overwritten: 1 }]);
  await imports.run(id, wanted);
  expect((await rowsOf('nulled'))[0]).toEqual([1, 'one', 10, null, null]);
});

test('SQL-6 a caller who only knows the rules for NULL gets what they always meant', async () => {
  await makeStock('callers');
  const columns = [
    ...named('id', 'title'),
    { from: 'amount', to: 'amount', nulls: 'default' as const },
    { from: 'note', to: 'note', nulls: 'asRead' as const },
  ];
  await imports.importFile('id,title,amount,note\n1,one,,\n', {
    table: 'callers',
    columns,
    mode: replacing,
  });
  expect((await rowsOf('callers'))[0]).toEqual([1, 'one', 0, null, '2024-01-01']);
});

test('SQL-6 a word for NULL is written over a value, and an empty text stays one', async () => {
  await makeStock('words');
  await imports.importFile('id,title,note\n1,"",n/a\n2,,n/a\n', {
    table: 'words',
    columns: named('id', 'title', 'note'),
    mode: replacing,
    read: { nullWords: ['n/a'] },
  });
  expect((await rowsOf('words')).map(([, title, , note]) => [title, note])).toEqual([
    ['', null],
    ['two', null],
  ]);
});

test('SQL-6 among bad rows a new one that lacks what is needed is told, one that is there is not', async () => {
  await makeStock('mixed');
  const id = await imports.upload('id,title,amount\n1,,7\nx,bad,1\n9,,8\n2,,no\n');
  const record = await imports.run(id, {
    table: 'mixed',
    columns: named('id', 'title', 'amount'),
    mode: replacing,
    onBadRows: 'skip',
  });
  expect(record).toMatchObject({ state: 'done', result: { updated: 1, inserted: 0, rejected: 3 } });
  const rejects = await imports.rejects(id);
  expect(rejects.map(({ line, column, rule }) => [line, column, rule])).toEqual([
    [3, 'id', 'type'],
    [4, 'title', 'not-null'],
    [5, 'amount', 'type'],
  ]);
  expect((await rowsOf('mixed'))[0]).toEqual([1, 'one', 7, 'first', '2024-01-01']);
});

test('SQL-6 numbers that the database draws are tried with what is there, and rules see kept values', async () => {
  await space.run('create sequence numbers');
  await space.run(`create table numbered (id int primary key, low int, high int, check (low < high),
    serial int not null default nextval('numbers'))`);
  await space.run('insert into numbered (id, low, high) values (1, 1, 5)');
  const columns = [
    ...named('id', 'low', 'high'),
    { from: 'serial', to: 'serial', nulls: 'default' as const, existing: 'keep' as const },
  ];
  const wanted = { table: 'numbered', columns, mode: replacing };
  const id = await imports.upload('id,serial,low,high\n1,,9,\n2,,1,2\n');
  expect(await imports.run(id, wanted)).toMatchObject({ state: 'refused' });
  expect((await imports.rejects(id)).map(({ line, rule }) => [line, rule])).toEqual([[2, 'check']]);
  const done = await imports.importFile('id,serial,low,high\n1,,2,\n2,,1,2\n', wanted);
  expect(done).toMatchObject({ state: 'done', result: { inserted: 1, updated: 1 } });
  expect(await space.rowsOf('select * from numbered order by id')).toEqual([
    [1, 2, 5, 1],
    [2, 1, 2, 2],
  ]);
});
