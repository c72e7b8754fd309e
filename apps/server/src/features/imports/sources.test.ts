import { buffer } from 'node:stream/consumers';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { writeZip } from '@causeway/zip';
import { eventually } from '#testing/eventually.ts';
import { createImportRequests } from '#testing/import-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
afterAll(() => space.stop());

async function archive(files: { name: string; text: string }[]): Promise<Buffer> {
  const entries = files.map(({ name, text }) => ({ name, content: [text] }));
  return buffer(writeZip(entries));
}

describe('a workbook', () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheet = (rows: string) =>
    `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  /** As Office writes one: texts in a list of their own, dates as numbers with a format. */
  const book = [
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="Goods &amp; more" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      text: `<sst xmlns="${main}"><si><t>name</t></si><si><t>day</t></si><si><r><t>Te</t></r><r><t xml:space="preserve">a </t></r><rPh><t>spoken</t></rPh></si><si><t/></si></sst>`,
    },
    {
      name: 'xl/styles.xml',
      text: `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="46"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: sheet('<row r="1"><c r="A1"><v>1</v></c></row>') },
    {
      name: 'xl/worksheets/sheet2.xml',
      text: sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>A title above</t></is></c></row>
        <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="str"><f>1</f><v>seen</v></c></row>
        <row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="1"><v>45657</v></c><c r="D4" s="2"><v>45657.5</v></c></row>
        <row r="5"/>
        <row r="6"><c r="A6" t="s"><v>3</v></c><c r="C6" t="b"><v>1</v></c><c r="D6" t="n"><v>1.5E-3</v></c></row>`),
    },
  ];

  test('SQL-6 is read sheet by sheet: texts, dates, truths, and rows by their number', async () => {
    const id = await imports.upload(await archive(book), 'book.xlsx');
    expect((await imports.preview(id)).sheets).toEqual(['Notes', 'Goods & more']);
    const read = { sheet: 'Goods & more', skipLines: 1 };
    const preview = await imports.preview(id, read);
    expect(preview).toMatchObject({
      read: { format: 'xlsx' },
      columns: ['name', 'day', 'column_3', 'seen'],
      rows: [
        { line: 4, cells: ['Tea ', '2024-12-31', null, '2024-12-31 12:00:00'] },
        { line: 6, cells: ['', null, 'true', '0.0015'] },
      ],
    });
    await space.run('create table goods (name text, day date)');
    const record = await imports.run(id, {
      table: 'goods',
      columns: ['name', 'day'],
      read: preview.read,
    });
    expect(record).toMatchObject({ state: 'done', result: { inserted: 2 } });
    expect(await space.rowsOf('select name, day::text from goods')).toEqual([
      ['Tea ', '2024-12-31'],
      ['', null],
    ]);
  });

  test('SQL-6 finds the texts and formats where the workbook says they are', async () => {
    const moved: Record<string, string> = {
      'xl/sharedStrings.xml': 'xl/words/Texts1.xml',
      'xl/styles.xml': 'xl/looks.xml',
    };
    const told = `<Relationship Id="rId3" Type="${office}/sharedStrings" Target="words/Texts1.xml"/><Relationship Id="rId4" Type="${office}/styles" Target="/xl/looks.xml"/></Relationships>`;
    const files = book.map(({ name, text }) => ({
      name: moved[name] ?? name,
      text: name.endsWith('.rels') ? text.replace('</Relationships>', told) : text,
    }));
    const id = await imports.upload(await archive(files), 'moved.xlsx');
    expect(await imports.preview(id, { sheet: 'Goods & more', skipLines: 1 })).toMatchObject({
      columns: ['name', 'day', 'column_3', 'seen'],
      rows: [{ cells: ['Tea ', '2024-12-31', null, '2024-12-31 12:00:00'] }, { line: 6 }],
    });
  });

  test('SQL-6 tells hours that passed from times of day, and midnight from no day at all', async () => {
    const cells = (row: number, took: number, at: number, day: number) =>
      `<row r="${row}"><c r="A${row}" s="3"><v>${took}</v></c><c r="B${row}" s="4"><v>${at}</v></c><c r="C${row}" s="2"><v>${day}</v></c></row>`;
    const times = book.map((part) =>
      part.name === 'xl/worksheets/sheet1.xml'
        ? { ...part, text: sheet(cells(1, 27.5 / 24, 0, 45657) + cells(2, 0.25, 0.5, 45657.5)) }
        : part,
    );
    const id = await imports.upload(await archive(times), 'times.xlsx');
    expect(await imports.preview(id, { header: false })).toMatchObject({
      types: ['interval', 'time', 'timestamp'],
      rows: [
        { cells: ['27:30:00', '00:00:00', '2024-12-31'] },
        { cells: ['06:00:00', '12:00:00', '2024-12-31 12:00:00'] },
      ],
    });
  });

  const firstSheet = (rows: string, formats = '') =>
    archive(
      book.map(({ name, text }) => {
        if (name === 'xl/worksheets/sheet1.xml') return { name, text: sheet(rows) };
        return { name, text: name === 'xl/styles.xml' && formats !== '' ? formats : text };
      }),
    );

  test('SQL-6 keeps amounts beside a gap as wide as letters, what was typed, and the first days of 1900', async () => {
    const marks = String.raw`_-* #,##0.00\ _D_M_-;\-* #,##0.00\ _D_M_-`;
    const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="170" formatCode="${marks}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const row = (line: number, amount: string, typed: string, day: number) =>
      `<row r="${line}"><c r="A${line}" s="2"><v>${amount}</v></c><c r="B${line}"><v>${typed}</v></c><c r="C${line}" s="1"><v>${day}</v></c></row>`;
    const rows = [
      row(1, '1234.5', '1.1000000000000001', 1),
      row(2, '99', '0.30000000000000004', 59),
      row(3, '0.5', '-64.099999999999994', 61),
    ];
    const id = await imports.upload(await firstSheet(rows.join(''), styles), 'marks.xlsx');
    expect(await imports.preview(id, { header: false })).toMatchObject({
      types: ['numeric', 'numeric', 'date'],
      rows: [
        { cells: ['1234.5', '1.1', '1900-01-01'] },
        { cells: ['99', '0.30000000000000004', '1900-02-28'] },
        { cells: ['0.5', '-64.1', '1900-03-01'] },
      ],
    });
  });

  test('SQL-6 reads what a formula made of a text, and a text that is not said to be one', async () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>B1</f><v>one_x000D_two</v></c><c r="B1"><v>12-b</v></c></row>`;
    const id = await imports.upload(await firstSheet(rows), 'formula.xlsx');
    expect(await imports.preview(id, { header: false })).toMatchObject({
      rows: [{ cells: ['one\rtwo', '12-b'] }],
    });
  });

  test('SQL-6 names a row with values beyond the last column, as it does of a text file', async () => {
    const cell = (place: string, text: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'name')}${cell('B1', 'note')}</row>
      <row r="2">${cell('A2', 'Tea')}${cell('C2', 'lost')}</row><row r="3">${cell('A3', 'Oil')}${cell('C3', '')}</row>`;
    const id = await imports.upload(await firstSheet(rows), 'wide.xlsx');
    expect(await imports.preview(id)).toMatchObject({
      columns: ['name', 'note'],
      rows: [{ line: 3, cells: ['Oil', null] }],
      problems: [{ line: 2, rule: 'shape', reason: '3 values instead of 2.' }],
    });
  });

  test('SQL-6 that is damaged is told to be', async () => {
    const id = await imports.upload((await archive(book)).subarray(0, 600), 'cut.xlsx');
    expect(codeOf(await imports.trySend('POST', `/${id}/preview`, {}))).toBe(
      '422 E_IMPORT_UNREADABLE',
    );
  });
});

describe('a Parquet file', () => {
  test('SQL-6 of another program keeps every digit, also in lists, maps and structs', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'parquet-'));
    const file = path.join(folder, 'nested.parquet');
    const duck = await (await DuckDBInstance.create()).connect();
    await duck.run(`copy (select 9007199254740993::bigint as id, [9007199254740993, null] as list,
      {'price': 1.50::decimal(20, 2), 'day': date '2026-02-01', 'name': 'Köln "x"', 'zip': '0123',
       'at': timestamp '2026-02-01 10:00:00.123456', 'ok': true, 'none': null::int} as struct,
      map {'a': [1, 2], 'b': []} as map, [{'x': [0.5::double]}] as deep, 'blob'::blob as bytes,
      uuid 'b8a6a2f0-8d6e-4c0e-9f62-0d3a5b7c1e11' as uuid) to '${file}' (format parquet)`);
    duck.closeSync();
    const id = await imports.upload(await readFile(file), 'nested.parquet');
    await rm(folder, { recursive: true });
    const { columns, rows } = await imports.preview(id);
    expect(columns).toEqual(['id', 'list', 'struct', 'map', 'deep', 'bytes', 'uuid']);
    expect(rows).toMatchObject([
      {
        cells: [
          '9007199254740993',
          '[9007199254740993,null]',
          '{"price":1.50,"day":"2026-02-01","name":"Köln \\"x\\"","zip":"0123","at":"2026-02-01 10:00:00.123456","ok":true,"none":null}',
          '{"a":[1,2],"b":[]}',
          '[{"x":[0.5]}]',
          '\\x626c6f62',
          'b8a6a2f0-8d6e-4c0e-9f62-0d3a5b7c1e11',
        ],
      },
    ]);
  });
});

describe('numbers of a Parquet file', () => {
  const cellsOf = async (written: ArrayBuffer | Buffer) => {
    const file = Buffer.isBuffer(written) ? written : Buffer.from(written);
    const { rows } = await imports.preview(await imports.upload(file, 'numbers.parquet'));
    return rows.map(({ cells }) => cells[0]);
  };

  test('SQL-6 of four bytes are no longer than they are', async () => {
    const data = [0.1, -3.4028235e38, 16_777_216, -0, Number.NaN, 1.17e-38, null];
    const written = parquetWriteBuffer({ columnData: [{ name: 'x', data, type: 'FLOAT' }] });
    const texts = ['0.1', '-3.4028235e+38', '16777216', '-0', 'NaN', '1.17e-38', null];
    expect(await cellsOf(written)).toEqual(texts);
  });

  test('SQL-6 of twelve bytes, which older programs write, are moments to the microsecond', async () => {
    const bytes = Buffer.alloc(12);
    bytes.writeBigInt64LE(43_200_123_456_000n);
    bytes.writeInt32LE(2_440_588 + 20_000, 8);
    const written = parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'at', type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, repetition_type: 'REQUIRED' },
      ],
      columnData: [{ name: 'at', data: [bytes], encoding: 'PLAIN' }],
      codec: 'UNCOMPRESSED',
      statistics: false,
    });
    // The writer knows no such type: its number is put in place of that of twelve bytes of any kind.
    const hex = Buffer.from(written).toString('hex').replaceAll('150e', '1506');
    expect(await cellsOf(Buffer.from(hex, 'hex'))).toEqual(['2024-10-04 12:00:00.123456+00']);
  });
});

describe('letters', () => {
  test('SQL-6 that come late still tell the encoding', async () => {
    const plain = `word\n${'abcdefgh\n'.repeat(40_000)}`;
    const id = await imports.upload(Buffer.from(`${plain}Straße\n`, 'latin1'));
    expect((await imports.preview(id)).read.encoding).toBe('windows-1252');
  });

  test('SQL-6 that are none are named by line, and stop nobody else', async () => {
    await space.run('create table words (word text, n int)');
    const file = Buffer.concat([
      Buffer.from('word,n\ngut,1\n'),
      Buffer.from([0xff, 0xfe, 0x2c, 0x32, 0x0a]),
      Buffer.from('zero\0byte,3\n"größer",4\n'),
    ]);
    const id = await imports.upload(file);
    const of = { table: 'words', columns: ['word', 'n'] };
    expect(await imports.run(id, { ...of, onBadRows: 'skip' })).toMatchObject({
      state: 'done',
      result: { inserted: 2, rejected: 2 },
    });
    expect((await imports.rejects(id)).map(({ line, rule }) => [line, rule])).toEqual([
      [3, 'encoding'],
      [4, 'encoding'],
    ]);
    expect(await space.rowsOf('select word from words order by n')).toEqual([['gut'], ['größer']]);
  });
});

describe('a bucket', () => {
  test('SQL-5 SQL-6 takes an export and gives it back; an object that changed meanwhile is not mixed up', async () => {
    const bucket = await space.server.call(
      connectorRoutes.create,
      { params: { projectId: space.projectId }, body: space.sources.s3Connector },
      space.owner,
    );
    await space.run(`create table stock (id int primary key, note text)`);
    await space.run(`insert into stock select n, 'note ' || n from generate_series(1, 500) n`);
    await space.run(`create table stock_again (id int primary key, note text)`);
    const key = 'out/stock.csv.gz';
    await exportInto(bucket.id, key);
    const source = { kind: 'bucket', connectorId: bucket.id, key };
    const { id, state } = await imports.send<ImportRecord>('POST', '', { source });
    expect(state).toBe('ready');
    const { read, rows } = await imports.preview(id);
    expect(read).toMatchObject({ format: 'csv', compression: 'gzip', header: true });
    expect(rows).toHaveLength(100);
    const of = { table: 'stock_again', columns: ['id', 'note'], read };
    expect(await imports.run(id, of)).toMatchObject({ state: 'done', result: { inserted: 500 } });
    expect(await space.rowsOf('table stock except table stock_again')).toEqual([]);

    const later = await imports.send<ImportRecord>('POST', '', { source });
    await space.run(`insert into stock values (501, 'new')`);
    await exportInto(bucket.id, key);
    const changed = await imports.run(later.id, {
      ...of,
      mode: { kind: 'insertNew', key: ['id'] },
    });
    expect(changed.state).toBe('failed');
    expect(await space.rowsOf('select count(*)::int from stock_again')).toEqual([[500]]);
    const missing = { ...source, key: 'nothing.csv' };
    expect(codeOf(await imports.trySend('POST', '', { source: missing }))).toBe(
      '404 E_OBJECT_NOT_FOUND',
    );
  });

  async function exportInto(connectorId: string, key: string): Promise<void> {
    const made = await space.server.send('POST', '/api/exports/v1/exports', {
      token: space.editor.token,
      body: {
        connector: { id: space.plain },
        source: { kind: 'table', table: 'stock' },
        file: { format: 'csv', gzip: true },
        destination: { kind: 'bucket', connectorId, key, overwrite: true },
      },
    });
    const { id } = made.json as { id: string };
    const query = `connector[id]=${space.plain}`;
    await eventually(async () => {
      const path = `/api/exports/v1/exports/${id}`;
      const { json } = await space.server.send('GET', path, { token: space.editor.token, query });
      expect(json).toMatchObject({ state: 'done', rows: expect.any(Number) });
    });
  }
});
