import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { type ImportRecord, PART_SIZE } from '@causeway/contract/imports/records.ts';
import { eventually } from '#testing/eventually.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { createLedgerRequests } from '#testing/ledger-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
afterAll(() => space.stop());

describe('a file', () => {
  test('SQL-6 CSV goes into an existing table, all of it in one transaction', async () => {
    await space.run('create table goods (id int primary key, name text, price numeric(10,2))');
    const record = await imports.importFile('id,name,price\n1,Tea,4.50\n2,"a ""b"", c",\n', {
      table: 'goods',
      columns: ['id', 'name', 'price'],
    });
    expect(record).toMatchObject({
      state: 'done',
      result: { rowsRead: 2, inserted: 2, rejected: 0, changeSetId: expect.any(String) },
    });
    expect(await space.rowsOf('select id, name, price::text from goods order by id')).toEqual([
      [1, 'Tea', '4.50'],
      [2, 'a "b", c', null],
    ]);
  });

  test('SQL-6 a JSON array is imported, objects as JSON text or as JSON, no digit lost', async () => {
    await space.run('create table docs (id bigint, note text, data jsonb, tags text[])');
    const record = await imports.importFile(
      `[{"id": 9007199254740993, "note": {"b": 1, "a": [1.50]}, "data": {"n":9007199254740993}, "tags": ["x", "a \\"q\\"", null]},
        {"id": "2", "data": "text", "extra": 1}, {"data": null, "id": 3, "note": "\\u00e4\\n"}]`,
      { table: 'docs', columns: ['id', 'note', 'data', 'tags'], read: { format: 'json' } },
      'rows.json',
    );
    expect(record).toMatchObject({ state: 'done', result: { inserted: 3 } });
    expect(
      await space.rowsOf('select id::text, note, data::text, tags::text from docs order by id'),
    ).toEqual([
      ['2', null, '"text"', null],
      ['3', 'ä\n', null, null],
      [
        '9007199254740993',
        '{"b": 1, "a": [1.50]}',
        '{"n": 9007199254740993}',
        '{x,"a \\"q\\"",NULL}',
      ],
    ]);
  });

  test('SQL-6 SQL-10 numbers inside a list of JSON keep their digits', async () => {
    await space.run('create table batches (parts jsonb[])');
    const file = '[{"parts": [{"n": 12345678901234567890, "m": 1.50}]}]';
    const read = { format: 'json' as const };
    await imports.importFile(file, { table: 'batches', columns: ['parts'], read }, 'rows.json');
    expect(await space.rowsOf('select parts[1]::text from batches')).toEqual([
      ['{"m": 1.50, "n": 12345678901234567890}'],
    ]);
  });

  test('SQL-6 RULE-1.1 what is not an array of rows is refused, and why', async () => {
    await space.run('create table few (a int)');
    const of = { table: 'few', columns: ['a'], read: { format: 'json' as const } };
    expect(await imports.importFile('{"a": 1}', of)).toMatchObject({
      state: 'failed',
      error: { code: 'E_IMPORT_NOT_ARRAY' },
    });
    expect(await imports.importFile('[{"a": 1},\n{"a": 2}', of)).toMatchObject({
      state: 'failed',
      error: { code: 'E_IMPORT_UNREADABLE', details: { line: 2 } },
    });
    const id = await imports.upload('[{"a": 1},\n5,\n{"a": tru},\n{"a": 2}]');
    expect(await imports.run(id, of)).toMatchObject({ state: 'refused', result: { rejected: 2 } });
    expect((await imports.rejects(id)).map(({ line, rule }) => [line, rule])).toEqual([
      [2, 'shape'],
      [3, 'shape'],
    ]);
    expect(await space.rowsOf('select * from few')).toEqual([]);
  });

  test('SQL-6 lines of JSON, packed files and other encodings are read', async () => {
    await space.run('create table letters (a text)');
    const of = { table: 'letters', columns: ['a'] };
    const files: [Buffer, object][] = [
      [Buffer.from('{"a":"1"}\n\n{"a":"ü"}\n'), { format: 'ndjson' }],
      [gzipSync('a\n2\n'), { compression: 'gzip' }],
      [Buffer.from('a\r\nStraße\r\n', 'latin1'), { encoding: 'windows-1252' }],
      [Buffer.from('\uFEFFa\nUTF 16 ü\n', 'utf16le'), { encoding: 'utf-16le' }],
    ];
    for (const [file, expected] of files) {
      const id = await imports.upload(file, 'letters.txt');
      const { read } = await imports.preview(id);
      expect(read).toMatchObject(expected);
      expect(await imports.run(id, { ...of, read })).toMatchObject({ state: 'done' });
    }
    expect(await space.rowsOf('select a from letters')).toEqual([
      ['1'],
      ['ü'],
      ['2'],
      ['Straße'],
      ['UTF 16 ü'],
    ]);
  });

  test('SQL-6 an upload that was cut off goes on with the parts that are missing', async () => {
    const bytes = Buffer.from(`a\n${'x'.repeat(PART_SIZE)}\n`);
    const source = { kind: 'upload', fileName: 'long.csv', size: bytes.length };
    const { id } = await imports.send<ImportRecord>('POST', '', { source });
    await imports.sendPart(id, 1, bytes.subarray(PART_SIZE));
    expect(await imports.show(id)).toMatchObject({ state: 'uploading', partsReceived: [1] });
    const early = await imports.trySend('POST', `/${id}/run`, {
      plan: imports.plan({ table: 'letters', columns: ['a'] }),
    });
    expect(codeOf(early)).toBe('422 E_IMPORT_STATE');
    const short = await imports.sendPart(id, 0, bytes.subarray(0, 10));
    expect(short.status).toBe(422);
    await imports.sendPart(id, 0, bytes.subarray(0, PART_SIZE));
    expect((await imports.show(id)).state).toBe('ready');
  });

  test('SQL-6 parts that arrive at the same time do not get into each other’s way', async () => {
    const parts = [0, 1, 2, 3, 4];
    const bytes = Buffer.alloc(PART_SIZE * 4 + 2, 'x\n');
    const source = { kind: 'upload', fileName: 'wide.csv', size: bytes.length };
    const { id } = await imports.send<ImportRecord>('POST', '', { source });
    const answers = await Promise.all(
      parts.map((part) =>
        imports.sendPart(id, part, bytes.subarray(part * PART_SIZE, (part + 1) * PART_SIZE)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
    expect((await imports.show(id)).state).toBe('ready');
  });
});

describe('what is found out', () => {
  test('SQL-6 RULE-4 BOM, semicolons, CRLF, quoted breaks, doubled names and leading zeros', async () => {
    const id = await imports.upload(
      '\uFEFFplz;a;a;amount;day\r\n0123;"line 1\r\nline 2";x;1.234,56;31.12.2024\r\n\r\n0456;y;z;0,5;01.02.2025\r\n',
    );
    const { read, columns, rows, types } = await imports.preview(id);
    expect(read).toMatchObject({ delimiter: ';', header: true, decimal: ',', dateOrder: 'dmy' });
    expect(columns).toEqual(['plz', 'a', 'a_2', 'amount', 'day']);
    expect(types).toEqual(['text', 'text', 'text', 'numeric', 'date']);
    expect(rows.map(({ line }) => line)).toEqual([2, 5]);
    await space.run(`create table found (plz text, a text, b text, amount numeric, day date)`);
    const record = await imports.run(id, {
      table: 'found',
      read,
      columns: ['plz', 'a', { from: 'a_2', to: 'b', nulls: 'asRead' }, 'amount', 'day'],
    });
    expect(record.state).toBe('done');
    expect(
      await space.rowsOf('select plz, a, b, amount::text, day::text from found order by plz'),
    ).toEqual([
      ['0123', 'line 1\r\nline 2', 'x', '1234.56', '2024-12-31'],
      ['0456', 'y', 'z', '0.5', '2025-02-01'],
    ]);
  });

  test('SQL-6 RULE-4 a phone number with a plus in front is a text, a number with one is none', async () => {
    const id = await imports.upload('phone,change\n+4915112345678,+5\n+431234567,-3\n');
    expect((await imports.preview(id)).types).toEqual(['text', 'integer']);
  });

  test('SQL-6 RULE-4 a line of names is one also where a column has none', async () => {
    const look = async (text: string) => imports.preview(await imports.upload(text));
    const numbered = await look(',name,city\n0,Tea,Graz\n1,Milk,Linz\n');
    expect(numbered).toMatchObject({
      read: { header: true },
      columns: ['column_1', 'name', 'city'],
      types: ['integer', 'text', 'text'],
    });
    const left = await look('name;;day\nTea;x;31.12.2024\nMilk;;01.02.2025\n');
    expect(left).toMatchObject({ read: { header: true }, columns: ['name', 'column_2', 'day'] });
    const without = await look('Ann,,Graz\nBob,42,Linz\n');
    expect(without).toMatchObject({ read: { header: false } });
  });

  test('SQL-6 RULE-4 an empty line is a value in a file of one column, and nothing in others', async () => {
    await space.run('create table lines (a text)');
    await imports.importFile('a\nx\n\ny\n\n\n', { table: 'lines', columns: ['a'] });
    expect(await space.rowsOf('select a from lines')).toEqual([['x'], [null], ['y']]);
  });

  test('SQL-6 types come from all rows: one that turns at row 50,001 is seen, and where', async () => {
    const numbers = Array.from({ length: 50_000 }, (_, index) => `${index},n/a`).join('\n');
    const id = await imports.upload(`n,word\n${numbers}\nmany,x\n`);
    const { read, types } = await imports.preview(id);
    expect(types[0]).toBe('integer');
    await imports.send('POST', `/${id}/analyse`, { read });
    const { analysis } = await eventually(async () => {
      const record = await imports.show(id);
      expect(record.analysis?.state).toBe('done');
      return record;
    });
    expect(analysis).toMatchObject({
      rows: 50_001,
      columns: [
        { name: 'n', type: 'text', turnedAt: 50_002, turnedFrom: 'integer' },
        { name: 'word', type: 'text', nullWords: [{ word: 'n/a', count: 50_000 }] },
      ],
    });
  });
});

describe('where rows go', () => {
  test('SQL-6 a new table is made with the types chosen', async () => {
    const record = await imports.importFile('Name,Größe\nx,1.5\n', {
      target: {
        kind: 'new',
        schema: 'public',
        table: 'Neue Tabelle',
        columns: [
          { name: 'name', type: 'text', isNullable: false },
          { name: 'Größe', type: 'numeric(10,2)', isNullable: true },
        ],
        primaryKey: [],
        addId: true,
      },
      columns: [{ from: 'Name', to: 'name', nulls: 'asRead' }, 'Größe'],
    });
    expect(record).toMatchObject({ state: 'done', result: { createdTable: true, inserted: 1 } });
    expect(await space.rowsOf('select id::int, name, "Größe"::text from "Neue Tabelle"')).toEqual([
      [1, 'x', '1.50'],
    ]);
  });

  test('SQL-6 rows are replaced by key where asked for, or left alone', async () => {
    await space.run('create table kept (id int primary key, name text, n int)');
    await space.run(`insert into kept values (1, 'one', 1), (2, 'two', 2)`);
    const file = 'id,name\n1,ONE\n2,two\n3,three\n';
    const upserted = await imports.importFile(file, {
      table: 'kept',
      columns: ['id', 'name'],
      mode: { kind: 'upsert', key: ['id'] },
    });
    expect(upserted.result).toMatchObject({ inserted: 1, updated: 1, skipped: 1 });
    expect(await space.rowsOf('select * from kept order by id')).toEqual([
      [1, 'ONE', 1],
      [2, 'two', 2],
      [3, 'three', null],
    ]);
    const left = await imports.importFile('id,name\n3,other\n4,four\n', {
      table: 'kept',
      columns: ['id', 'name'],
      mode: { kind: 'insertNew', key: ['id'] },
    });
    expect(left.result).toMatchObject({ inserted: 1, skipped: 1 });
    const twice = await imports.importFile('id,name\n5,a\n5,b\n', {
      table: 'kept',
      columns: ['id', 'name'],
      mode: { kind: 'upsert', key: ['id'] },
    });
    expect(twice).toMatchObject({ state: 'refused', result: { rejected: 1 } });
  });

  test('SQL-6 SQL-3 replaced rows with addresses and texts of a fixed length are put back', async () => {
    await space.run(`create table hosts (id int primary key, name text, code char(5), ip inet)`);
    await space.run(`insert into hosts values (1, 'old', 'ab', '10.0.0.1')`);
    const upsert = { kind: 'upsert' as const, key: ['id'] };
    const plan = { table: 'hosts', columns: ['id', 'name'], mode: upsert };
    const { result } = await imports.importFile('id,name\n1,new\n', plan);
    expect(result).toMatchObject({ updated: 1 });
    const back = await createLedgerRequests(space).revert(result?.changeSetId ?? '');
    expect(back.json).toMatchObject({ updated: 1, left: 0 });
    expect(await space.rowsOf('select name from hosts')).toEqual([['old']]);
  });

  test('SQL-6 a value that is too long is refused, also where its beginning is what is there', async () => {
    await space.run(`create table codes (id int primary key, code varchar(3), bits bit(2))`);
    await space.run(
      `insert into codes values (1, 'abc', '10'), (2, 'abc', '10'), (3, 'abc', '10')`,
    );
    const id = await imports.upload('id,code,bits\n1,abcdef,10\n2,abc,101\n3,abc,10\n');
    const upsert = { kind: 'upsert' as const, key: ['id'] };
    const columns = ['id', 'code', 'bits'];
    const record = await imports.run(id, { table: 'codes', columns, mode: upsert });
    expect(record).toMatchObject({ state: 'refused', result: { rejected: 2 } });
    expect((await imports.rejects(id)).map(({ line, column }) => [line, column])).toEqual([
      [2, 'code'],
      [3, 'bits'],
    ]);
  });

  test('SQL-6 each column has its own rule for NULL', async () => {
    await space.run(
      `create table nulls (id int, a text, b text, c text, d text default 'filled', n int)`,
    );
    const id = await imports.upload('id,a,b,c,d,n\n1,,"",,,""\n2,NULL,x,y,z,5\n');
    await imports.run(id, {
      table: 'nulls',
      read: { nullWords: ['NULL'] },
      columns: [
        'id',
        'a',
        { from: 'b', to: 'b', nulls: 'emptyIsNull' },
        { from: 'c', to: 'c', nulls: 'nullIsEmpty' },
        { from: 'd', to: 'd', nulls: 'default' },
        'n',
      ],
    });
    expect(await space.rowsOf('select * from nulls order by id')).toEqual([
      [1, null, null, '', 'filled', null],
      [2, null, 'x', 'y', 'z', 5],
    ]);
  });

  test('SQL-6 computed columns are left out, and a plan that does not fit is refused', async () => {
    await space.run(`create table computed (id int generated always as identity primary key,
      n int not null, twice int generated always as (n * 2) stored)`);
    const file = 'n,twice\n4,9\n';
    expect(await imports.importFile(file, { table: 'computed', columns: ['n'] })).toMatchObject({
      state: 'done',
    });
    expect(await space.rowsOf('select id, n, twice from computed')).toEqual([[1, 4, 8]]);
    for (const columns of [
      ['n', 'twice'],
      ['nothing'],
      [{ from: 'twice', to: 'id', nulls: 'asRead' as const }],
    ]) {
      expect(await imports.importFile(file, { table: 'computed', columns })).toMatchObject({
        state: 'failed',
        error: { code: 'E_IMPORT_PLAN' },
      });
    }
  });
});
