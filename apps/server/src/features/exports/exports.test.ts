import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGoods, exportOfGoods, type GivenExport } from '#testing/export-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await createGoods(space);
});
afterAll(() => space.stop());

const body = (given?: GivenExport) => exportOfGoods(space, given);

async function stream(given: GivenExport = {}, token = space.viewer.token) {
  return space.server.send('POST', '/api/exports/v1/stream', { token, body: body(given) });
}

async function streamBytes(given: GivenExport = {}): Promise<Buffer> {
  const response = await fetch(`${space.server.url}/api/exports/v1/stream`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${space.viewer.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body(given)),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

describe('JSON', () => {
  test('SQL-5 a table is exported as a JSON file, an array of rows', async () => {
    const answer = await stream({ source: { columns: ['id', 'name'], sort: [{ column: 'id' }] } });
    expect(answer.headers.get('content-disposition')).toContain('goods.json');
    expect(answer.json).toEqual([
      { id: 1, name: 'Tea' },
      { id: 2, name: "=cmd|'/C calc'!A0" },
      { id: 3, name: 'line 1\nline 2' },
    ]);
  });

  test('SQL-10 no digit is lost: bigint and numeric are numbers with all their digits, or text where wanted', async () => {
    const { text } = await stream({
      source: { columns: ['big', 'price', 'data', 'at'], limit: 1 },
    });
    expect(text).toBe(
      '[\n{"big":9007199254740993,"price":4.50,"data":{"n": 9007199254740993},"at":"2021-09-27 20:55:25.625535+00"}\n]\n',
    );
    const texts = await stream({
      source: { columns: ['big', 'price'], limit: 1 },
      file: { numbers: 'text' },
    });
    expect(texts.text).toBe('[\n{"big":"9007199254740993","price":"4.50"}\n]\n');
  });

  test('SQL-10 NULL, the null of JSON and a text of JSON are told apart', async () => {
    const { json } = await stream({ source: { columns: ['data', 'tags'] } });
    expect(json).toMatchObject([
      { tags: ['a', 'b'] },
      { data: 'null', tags: [] },
      { data: '"text"', tags: null },
    ]);
  });

  test('SQL-5 an empty table is an empty array, also as lines', async () => {
    await space.run('create table empty_one (id int)');
    expect((await stream({ source: { table: 'empty_one' } })).text).toBe('[]\n');
    const lines = await stream({ source: { table: 'empty_one' }, file: { format: 'ndjson' } });
    expect([lines.status, lines.text]).toEqual([200, '']);
  });

  test('SQL-5 lines of NDJSON stay lines where a JSON value was typed over several', async () => {
    await space.run('create table typed (id int, doc json)');
    await space.run(`insert into typed values (1, '{\n  "a": 1\n}'), (2, '[1]')`);
    const lines = await stream({ source: { table: 'typed' }, file: { format: 'ndjson' } });
    expect(lines.text).toBe('{"id":1,"doc":{   "a": 1 }}\n{"id":2,"doc":[1]}\n');
    const array = await stream({ source: { table: 'typed' } });
    expect(array.text).toContain('{"id":1,"doc":{\n  "a": 1\n}},\n');
    expect(array.json).toHaveLength(2);
  });

  test('SQL-5 rows of every length come whole, also where they hold what stands between them', async () => {
    await space.run(`create table uneven as
      select n, repeat(E'\\x01,\\x02\\n', n % 97) as text from generate_series(1, 20000) n`);
    const { json, text } = await stream({ source: { table: 'uneven' } });
    expect(json).toEqual(
      Array.from({ length: 20_000 }, (_, at) => ({
        n: at + 1,
        text: '\u0001,\u0002\n'.repeat((at + 1) % 97),
      })),
    );
    expect(text.split('},\n')).toHaveLength(20_000);
  });
});

describe('CSV', () => {
  test('DASH-8 rows of a dashboard are exported by the clock of the project, their days too', async () => {
    const timeZone = (zone: string) =>
      space.server.send('PATCH', `/api/projects/v1/${space.projectId}`, {
        token: space.owner.token,
        body: { settings: { timeZone: zone } },
      });
    await timeZone('Europe/Berlin');
    const sql = `select at, at::date as day from (values (timestamptz '2026-03-28 23:30Z')) t(at)
      where at >= '2026-03-29'`;
    const write = (source: object) =>
      space.server.send('POST', '/api/exports/v1/stream', {
        token: space.viewer.token,
        body: { connector: { id: space.plain }, source, file: { format: 'csv' } },
      });
    const tile = await write({ kind: 'query', sql, isInProjectZone: true });
    expect(tile.text).toContain('2026-03-29 00:30:00+01,2026-03-29');
    expect((await write({ kind: 'query', sql })).text).not.toContain('2026');
    await timeZone('UTC');
  });

  test('SQL-5 raw CSV tells NULL from an empty text; only what is filtered comes', async () => {
    await space.run(`create table notes (id int, note text, ok boolean)`);
    await space.run(`insert into notes values (1, null, true), (2, '', false), (3, 'a;"b"', null)`);
    const file = { format: 'csv', delimiter: ';' };
    const all = await stream({ source: { table: 'notes' }, file });
    expect(all.text).toBe('id;note;ok\n1;;true\n2;"";false\n3;"a;""b""";\n');
    const some = await stream({
      source: { table: 'notes', filter: { column: 'id', operator: 'gt', value: 1 }, where: 'ok' },
      file: { ...file, header: false },
    });
    expect([some.status, some.text]).toEqual([200, '']);
  });

  test('SQL-5 a cell that a spreadsheet would run is neutralised where asked for', async () => {
    const source = { columns: ['name', 'price'], sort: [{ column: 'id' }] };
    const raw = await stream({ source, file: { format: 'csv' } });
    expect(raw.text).toContain(`\n=cmd|'/C calc'!A0,\n`);
    const safe = await stream({
      source,
      file: { format: 'csv', spreadsheetSafe: true, byteOrderMark: true },
    });
    expect(safe.text).toContain(`\n'=cmd|'/C calc'!A0,\n`);
    // A negative number is a number and nothing else.
    expect(safe.text).toContain(`",-1.00\n`);
    const named = { kind: 'query', table: undefined, sql: 'select 1 as "=1+1"' };
    const file = { format: 'csv', spreadsheetSafe: true };
    expect((await stream({ source: named, file })).text).toBe(`'=1+1\n1\n`);
  });

  test('SQL-5 a file is packed where asked for', async () => {
    const packed = await streamBytes({
      source: { columns: ['id'] },
      file: { format: 'csv', gzip: true },
    });
    expect(gunzipSync(packed).toString()).toBe('id\n1\n2\n3\n');
  });
});

test.each(['csv', 'json', 'ndjson', 'parquet'])(
  'SQL-5 a query that fails behind the head of its %s file is told by its own words, or cut off',
  async (format) => {
    const sql = 'select 1 / (g - 1) from generate_series(3, 1, -1) as g';
    const given = { ...body(), source: { kind: 'query', sql }, file: { format } };
    const { token } = space.viewer;
    const told = await space.server
      .send('POST', '/api/exports/v1/stream', { token, body: given })
      .then(codeOf, () => 'cut off');
    expect(['422 E_SQL_FAILED', 'cut off']).toContain(told);
  },
);

describe('other formats', () => {
  test('SQL-5 INSERT statements put the rows back as they were', async () => {
    await space.run(`create table source_rows (id int generated always as identity primary key,
      "Ü b" text, twice int generated always as (7) stored, at timestamptz, data jsonb)`);
    await space.run(`insert into source_rows ("Ü b", at, data) values
      (E'it''s \\\\ a \\n line', now(), '{"a": "b"}'), (null, null, 'null'), ('', 'infinity', '"x"')`);
    const { text } = await stream({
      source: { table: 'source_rows' },
      file: { format: 'sql', table: 'copied_rows', rowsPerStatement: 2 },
    });
    expect(text.match(/insert into/g)).toHaveLength(2);
    await space.run('create table copied_rows (like source_rows including all)');
    await space.database.query(text);
    const difference = await space.run(`(table source_rows except table copied_rows)
      union all (table copied_rows except table source_rows)`);
    expect(difference.rows).toEqual([]);
  });

  test('SQL-5 Parquet keeps types and digits', async () => {
    const bytes = await streamBytes({ file: { format: 'parquet' } });
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    const file = bytes.buffer.slice(
      bytes.byteOffset,
      bytes.byteOffset + bytes.length,
    ) as ArrayBuffer;
    const rows = await parquetReadObjects({ file });
    expect(rows[0]).toMatchObject({ id: 1, name: 'Tea', big: 9007199254740993n, tags: '{a,b}' });
    expect(rows[1]).toMatchObject({ price: null, data: 'null' });
  });

  test('SQL-5 a workbook opens: its parts are there, and a formula is only text', async () => {
    const bytes = await streamBytes({ file: { format: 'xlsx' } });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('xl/worksheets/sheet1.xml')).toBe(true);
    expect(bytes.includes('[Content_Types].xml')).toBe(true);
  });
});

describe('what is exported', () => {
  test('SQL-5 only the selected rows come', async () => {
    const answer = await stream({ source: { columns: ['id'], keys: [{ id: 3 }, { id: '1' }] } });
    expect((answer.json as { id: number }[]).map(({ id }) => id).toSorted()).toEqual([1, 3]);
  });

  test('SQL-5 a query is exported, a name that it uses twice as two columns', async () => {
    const sql = `select 1 as a, ';' as a, id from goods order by id -- and a comment;\n;; -- the end;`;
    const answer = await stream({ source: { kind: 'query', sql, table: undefined } });
    expect(answer.json).toEqual([1, 2, 3].map((id) => ({ a: 1, a_2: ';', id })));
  });

  test('SQL-5 a query that does more than read is refused, and a wrong one explained', async () => {
    const query = (sql: string) => stream({ source: { kind: 'query', sql, table: undefined } });
    expect(codeOf(await query('delete from goods returning *'))).toBe('405 E_SQL_READ_ONLY');
    expect(codeOf(await query('select 1; select 2'))).toBe('422 E_SQL_MULTIPLE_STATEMENTS');
    expect(codeOf(await query('select nothing from goods'))).toBe('422 E_COLUMN_NOT_FOUND');
    expect(codeOf(await query('show server_version'))).toBe('405 E_SQL_READ_ONLY');
    expect(codeOf(await query('select 1/0'))).toBe('422 E_SQL_FAILED');
    const filter = { column: 'name', operator: 'eq', value: 'zero\0byte' };
    expect(codeOf(await stream({ source: { filter } }))).toBe('422 E_SQL_INVALID_VALUE');
  });

  test('SQL-5 a view and a table of an odd name are exported', async () => {
    await space.run('create view cheap as select id from goods where price < 5');
    expect((await stream({ source: { table: 'cheap' } })).json).toEqual([{ id: 1 }, { id: 3 }]);
    const name = 'Straße/100% "x"';
    await space.run(`create table "Straße/100% ""x""" ("select" int, "a b" text, "Ü" int)`);
    await space.run(`insert into "Straße/100% ""x""" values (1, 'x', 2)`);
    const answer = await stream({ source: { table: name } });
    expect(answer.json).toEqual([{ select: 1, 'a b': 'x', Ü: 2 }]);
    expect(answer.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Stra%C3%9Fe_100%25",
    );
  });

  test('SQL-5 before it runs, an export tells its columns, rows and name', async () => {
    await space.database.query('analyze goods');
    const sent = { token: space.viewer.token, body: body({ file: { format: 'csv', gzip: true } }) };
    const { json } = await space.server.send('POST', '/api/exports/v1/estimate', sent);
    expect(json).toMatchObject({ rows: 3, fileName: 'goods.csv.gz' });
    expect((json as { columns: object[] }).columns[2]).toEqual({
      name: 'price',
      type: 'numeric(10,2)',
    });
  });
});
