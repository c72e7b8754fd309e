import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImportRequests } from '#testing/import-requests.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

/** What a file of ours holds is what it was made from: values of every type, there and back. */

const space = await startSqlWorkspace();
const imports = createImportRequests(space);
beforeAll(async () => {
  await space.run(`create type colour as enum ('red', 'light green', 'a,"b"')`);
  await space.run('create type point_2d as (x int, label text)');
  await space.run('create domain short_name as varchar(12)');
});
afterAll(() => space.stop());

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    'NULL',
    'null',
    String.raw`\N`,
    '"',
    "'",
    ',',
    ';',
    '\n',
    '\r\n',
    '\t',
    ' x ',
    '=1+1',
    String.raw`\.`,
    'ä€😀',
    '_x0041_',
    '\u0001',
    '{"a":1}',
    '0123',
    'true',
    '\\',
    '<&>',
  ),
);
const safeText = text.filter((value) => !value.includes('\0') && value.isWellFormed());
const number = fc.oneof(
  fc.constantFrom('0', '-1', '1.50', '0.000001', '123456789012345678901234567890.123456789', 'NaN'),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
);
const json = fc.oneof(
  fc.constantFrom(
    'null',
    '"text"',
    '"null"',
    '1.50',
    '{"n": 9007199254740993}',
    '[]',
    '{}',
    'true',
    '{"a": "line\\nbreak", "b": [null, "x,\\"y"]}',
  ),
  fc.json({ maxDepth: 2 }).filter((value) => !value.includes('\\u0000') && value.isWellFormed()),
);

/** Values as Postgres reads them. Types by their name, since every one of them is to be met. */
const types: Record<string, fc.Arbitrary<string>> = {
  boolean: fc.constantFrom('true', 'false'),
  smallint: fc.constantFrom('0', '-32768', '32767'),
  integer: fc.integer().map(String),
  bigint: fc.oneof(
    fc.constant('9007199254740993'),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  ),
  numeric: number,
  'numeric(20,4)': fc.constantFrom('0', '1.5', '-1234567890123456.7891', '0.0001', 'NaN'),
  real: fc.constantFrom('0', '-0', '1.1', '3.4028235e+38', 'NaN', 'Infinity', '-Infinity', '1e-45'),
  'double precision': fc.oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
    fc.constantFrom('NaN', '-Infinity', '-0', '5e-324'),
  ),
  money: fc.constantFrom('1.00', '-1234.56'),
  text: safeText,
  'varchar(40)': safeText.filter((value) => value.length < 40),
  'char(5)': fc.constantFrom('', 'a', 'ab  ', 'abcde'),
  short_name: fc.constantFrom('', 'a', 'twelve chars'),
  name: fc.constantFrom('a', 'A b'),
  bytea: fc.uint8Array({ maxLength: 8 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  date: fc.constantFrom(
    '1975-05-11',
    '0001-01-01',
    '9999-12-31',
    '0044-03-15 BC',
    'infinity',
    '-infinity',
    '1900-01-01',
  ),
  time: fc.constantFrom('00:00:00', '23:59:59.999999', '24:00:00'),
  timetz: fc.constantFrom('04:05:06.789-08', '00:00:00+00'),
  timestamp: fc.constantFrom(
    '2024-03-31 02:30:00',
    '2021-09-27 20:55:25.625535',
    '1969-12-31 23:59:59.5',
    'infinity',
    '0044-03-15 12:00:00 BC',
    '2024-01-01 00:00:00.125',
  ),
  timestamptz: fc.constantFrom(
    '2021-09-27 20:55:25.625535+00',
    '1900-01-01 00:00:00+00',
    'infinity',
    '-infinity',
    '4713-01-01 00:00:00+00 BC',
  ),
  interval: fc.constantFrom(
    '1 year 2 mons 3 days 04:05:06.789',
    '-1 days',
    '00:00:00',
    '-00:00:01.5',
  ),
  uuid: fc.uuid(),
  json: json,
  jsonb: json,
  xml: fc.constantFrom('<a/>', '<a b="c">d &amp; e</a>'),
  inet: fc.constantFrom('127.0.0.1', '::1', '10.0.0.0/8'),
  cidr: fc.constantFrom('10.0.0.0/8', '2001:db8::/32'),
  macaddr: fc.constantFrom('08:00:2b:01:02:03'),
  macaddr8: fc.constantFrom('08:00:2b:01:02:03:04:05'),
  'bit(3)': fc.constantFrom('101', '000'),
  'bit varying': fc.constantFrom('', '1', '10101'),
  point: fc.constantFrom('(1,2)', '(-0.5,1e+300)'),
  box: fc.constantFrom('(2,2),(1,1)'),
  path: fc.constantFrom('((0,0),(1,1))', '[(0,0),(1,1)]'),
  circle: fc.constantFrom('<(1,2),3>'),
  int4range: fc.constantFrom('[1,5)', 'empty', '(,)'),
  numrange: fc.constantFrom('[1.50,2.5]', '(,3)'),
  tstzrange: fc.constantFrom('["2021-01-01 00:00:00+00","2022-01-01 00:00:00+00")'),
  int4multirange: fc.constantFrom('{[1,2),[5,9)}', '{}'),
  tsvector: fc.constantFrom("'a':1 'b':2", ''),
  tsquery: fc.constantFrom("'a' & 'b'"),
  colour: fc.constantFrom('red', 'light green', 'a,"b"'),
  point_2d: fc.constantFrom('(1,"a ""b"", c")', '(,)', '(2,"")'),
  'int[]': fc.constantFrom('{}', '{1,NULL,3}', '{{1,2},{3,4}}', '[2:3]={1,2}'),
  'text[]': fc.constantFrom('{}', '{a,"b,c","",NULL,"NULL","q\\"\\\\"}', '{"x\ny"}'),
  'bigint[]': fc.constantFrom('{9007199254740993,NULL}'),
  'numeric[]': fc.constantFrom('{1.50,NaN}', '{}'),
  'timestamptz[]': fc.constantFrom('{"2021-09-27 20:55:25.625535+00"}'),
  'jsonb[]': fc.constantFrom('{"{\\"a\\": 1}",NULL,"null"}'),
  'bytea[]': fc.constantFrom('{"\\\\x00ff"}'),
  'colour[]': fc.constantFrom('{red,"light green"}', '{}'),
  'box[]': fc.constantFrom('{(2,2),(1,1);(4,4),(3,3)}'),
  pg_lsn: fc.constantFrom('16/B374D848'),
  oid: fc.constantFrom('0', '4294967295'),
};

type Format = { name: string; file: object; read: object };

const formats: Format[] = [
  { name: 'CSV', file: { format: 'csv' }, read: { format: 'csv' } },
  {
    name: 'CSV with semicolons, packed',
    file: { format: 'csv', delimiter: ';', gzip: true },
    read: { format: 'csv', delimiter: ';', compression: 'gzip' },
  },
  { name: 'JSON', file: { format: 'json' }, read: { format: 'json' } },
  {
    name: 'JSON with numbers',
    file: { format: 'json', numbers: 'number' },
    read: { format: 'json' },
  },
  { name: 'NDJSON', file: { format: 'ndjson' }, read: { format: 'ndjson' } },
  { name: 'Parquet', file: { format: 'parquet' }, read: { format: 'parquet' } },
  {
    name: 'XLSX',
    file: { format: 'xlsx' },
    read: { format: 'xlsx' },
  },
];

async function exportBytes(table: string, file: object): Promise<Buffer> {
  const response = await fetch(`${space.server.url}/api/exports/v1/stream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${space.viewer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      connector: { id: space.plain },
      source: { kind: 'table', table },
      file,
    }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}

/** As text, since some types know no equality, and what is equal may still print otherwise. */
async function textsOf(table: string, columns: string[]): Promise<unknown[]> {
  const list = columns.map((name) => `"${name}"::text`).join(', ');
  const { rows } = await space.database.query<unknown[]>({
    text: `select ${list} from ${table} order by "row"`,
    rowMode: 'array',
  });
  return rows;
}

const columns = Object.keys(types).map((type, index) => ({
  type,
  name: `c${index} ${type}`.slice(0, 40),
}));
const names = ['row', ...columns.map(({ name }) => name)];
const table = `(${['"row" int', ...columns.map(({ name, type }) => `"${name}" ${type}`)].join(', ')})`;
let made = 0;

const rowsOfValues = fc.array(
  fc.tuple(...columns.map(({ type }) => fc.option(types[type]!, { nil: null, freq: 4 }))),
  { minLength: 4, maxLength: 14 },
);

describe('SQL-5 SQL-6 SQL-10 our own exports are imported to identical data, whatever the type', () => {
  test.each(formats)('$name', async ({ file, read }) => {
    await fc.assert(
      fc.asyncProperty(rowsOfValues, async (rows) => {
        made += 1;
        const [from, to] = [`from_${made}`, `to_${made}`];
        await space.database.query(`create table ${from} ${table}; create table ${to} ${table};
          alter table ${from} owner to ${space.role}; alter table ${to} owner to ${space.role}`);
        const places = names.map((_, index) => `$${index + 1}`).join(', ');
        for (const [index, row] of rows.entries()) {
          await space.database.query(`insert into ${from} values (${places})`, [index, ...row]);
        }
        const bytes = await exportBytes(from, file);
        const record = await imports.importFile(bytes, { table: to, columns: names, read });
        expect(record).toMatchObject({ state: 'done', error: null });
        expect(await textsOf(to, names)).toEqual(await textsOf(from, names));
        await space.database.query(`drop table ${from}, ${to}`);
      }),
      // Looking for a smaller example would take minutes.
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('SQL statements', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfValues, async (rows) => {
        await space.database.query(`drop table if exists original, copied;
          create table original ${table}; create table copied ${table};
          alter table original owner to ${space.role}`);
        const places = names.map((_, index) => `$${index + 1}`).join(', ');
        for (const [index, row] of rows.entries()) {
          await space.database.query(`insert into original values (${places})`, [index, ...row]);
        }
        const bytes = await exportBytes('original', { format: 'sql', table: 'copied' });
        await space.database.query(bytes.toString());
        expect(await textsOf('copied', names)).toEqual(await textsOf('original', names));
      }),
      // Looking for a smaller example would take minutes.
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('a table of one column, where nothing and an empty line look alike', async () => {
    await space.run('create table one_from (a text)');
    await space.run('create table one_to (a text)');
    await space.run(
      String.raw`insert into one_from values (null), (''), ('x'), ('\N'), (null), (null)`,
    );
    const bytes = await exportBytes('one_from', { format: 'csv' });
    const id = await imports.upload(bytes);
    const { read } = await imports.preview(id);
    expect(await imports.run(id, { table: 'one_to', columns: ['a'], read })).toMatchObject({
      state: 'done',
    });
    const { rows } = await space.database.query('select a from one_to');
    expect(rows.map(({ a }: { a: string | null }) => a)).toEqual([
      null,
      '',
      'x',
      String.raw`\N`,
      null,
      null,
    ]);
  });
});
