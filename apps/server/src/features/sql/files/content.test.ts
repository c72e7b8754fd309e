import { gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { sqlEditorRoutes } from '@causeway/contract/sql/editor.ts';
import { writeXlsx } from '@causeway/sample-data/media/formats/xlsx.ts';
import { BEFORE_THE_LIMIT_MS, eventually } from '#testing/eventually.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

const space = await startFilesWorkspace();
afterAll(() => space.stop());

test('SQL-10 digits, zeros in front and types found late in a file stay what they are', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${index},0${index % 10}12,1`);
  await space.store('late.csv', `id,zip,v\n${rows.join('\n')}\n30000,99999,abc\n`);
  const late = await space.run(
    `select id, zip, v from 'late.csv' where id in (5, 30000) order by id`,
  );
  expect(late.fields.map(({ type }) => type)).toEqual(['int8', 'text', 'text']);
  expect(late.rows).toEqual([
    ['5', '0512', '1'],
    ['30000', '99999', 'abc'],
  ]);
  await space.store('wide.csv', 'a;b\n123456789012345678901;1,5\n2;x\n');
  const wide = await space.run(`select a, b from 'wide.csv'`);
  expect(wide.rows[0]).toEqual(['123456789012345678901', '1,5']);
  const values = await space.run(`select 170141183460469231731687303715884105727::hugeint,
    18446744073709551615::ubigint, 1.10::decimal(10,2), 'NaN'::double, -0.0::double, 0.1::float,
    timestamptz '2021-09-27 20:55:25.625535+00', timestamp '2024-03-31 02:30:00', date '1975-05-11',
    interval '14 months 3 days 1 second', blob '\\xAB', [1, null], ['a b', ''], {'n': 9007199254740993},
    null, '', true`);
  expect(values.rows[0]).toEqual([
    '170141183460469231731687303715884105727',
    '18446744073709551615',
    '1.10',
    'NaN',
    -0,
    0.1,
    '2021-09-27 20:55:25.625535+00',
    '2024-03-31 02:30:00',
    '1975-05-11',
    '1 year 2 mons 3 days 00:00:01',
    String.raw`\xab`,
    '{1,NULL}',
    '{"a b",""}',
    '{"n":9007199254740993}',
    null,
    '',
    true,
  ]);
});

test('SQL-8.13 a long file whose first umlaut comes late is read as what it is', async () => {
  const lines = Array.from({ length: 30_000 }, (_, n) => `${n},name ${n}`).join('\n');
  const text = `n,name\n${lines}\n30000,Müller\n`;
  const last = async (path: string) =>
    (await space.run(`select name from '${path}' where n = 30000`)).rows;
  await space.store('late-windows.csv', Buffer.from(text, 'latin1'));
  expect(await last('late-windows.csv')).toEqual([['Müller']]);
  await space.store('late-utf8.csv', text);
  expect(await last('late-utf8.csv')).toEqual([['Müller']]);
});

test('text of other encodings, packed text and sheets of workbooks are read as what they are', async () => {
  await space.store(
    'win.csv',
    Buffer.from('name;preis\nMüller €;1\n', 'latin1').fill(0x80, 18, 19),
  );
  await space.store('utf16.csv', Buffer.from('\uFEFFname,n\nÄda,1\n', 'utf16le'));
  expect((await space.run(`select name from 'utf16.csv'`)).rows).toEqual([['Äda']]);
  expect((await space.run(`select name from 'win.csv'`)).rows).toEqual([['Müller €']]);
  await space.store('packed.csv.gz', gzipSync('a,b\n1,2\n'));
  expect((await space.run(`select a + b from 'packed.csv.gz'`)).rows).toEqual([['3']]);
  await space.store('t.tsv', 'a\tb\n1\tx, y\n');
  expect((await space.run(`from 't.tsv'`)).rows).toEqual([['1', 'x, y']]);
  const sheet = (name: string, rows: (string | number)[][]) => ({ name, rows });
  await space.store(
    'book.xlsx',
    await writeXlsx([
      sheet('First', [
        ['a', 'b'],
        ['x', 1],
      ]),
      sheet('Second sheet', [['c'], [41], [1]]),
    ]),
  );
  expect((await space.run(`select * from 'book.xlsx'`)).rows).toEqual([['x', '1']]);
  expect((await space.run(`select sum(c) from 'book.xlsx#Second sheet'`)).rows).toEqual([['42']]);
});

test('OBJ-1 keys of any characters are named as they are', async () => {
  const keys = [
    'a+b%20c.csv',
    'x//y.csv',
    '/leading.csv',
    '中文.csv',
    `it's "so".csv`,
    'a;b -- c.csv',
  ];
  for (const [index, key] of keys.entries()) await space.store(key, `n\n${index}\n`);
  for (const [index, key] of keys.entries()) {
    const { rows } = await space.run(`select n from '${key.replaceAll("'", "''")}'`);
    expect(rows, key).toEqual([[String(index)]]);
  }
});

test('a pattern reads many files as one table, whose columns need not be the same', async () => {
  await space.store('events/2024/a.csv', 'id,kind\n1,x\n');
  await space.store('events/2024/b.csv', 'id,kind,more\n2,y,z\n');
  await space.store('events/c.csv', 'id,kind\n3,x\n');
  await space.store('events/year=2025/d.ndjson', '{"id":4}\n');
  const all = await space.run(`select id, kind, more from 'events/**/*.csv' order by id`);
  expect(all.rows).toEqual([
    ['1', 'x', null],
    ['2', 'y', 'z'],
    ['3', 'x', null],
  ]);
  expect((await space.run(`select count(*) from 'events/*.csv'`)).rows).toEqual([['1']]);
  expect((await space.run(`select id, year from 'events/year=*/*'`)).rows).toEqual([['4', 2025]]);
  expect(await space.refuse(`select * from 'nothing/*.csv'`)).toMatchObject({
    code: 'E_OBJECT_NOT_FOUND',
    details: { position: 15 },
  });
});

test('a file that changed is read anew; one that did not is not fetched again', async () => {
  await space.store('changing.csv', 'n\n1\n');
  expect((await space.run(`select n from 'changing.csv'`)).rows).toEqual([['1']]);
  await space.store('changing.csv', 'n\n2\n');
  expect((await space.run(`select n from 'changing.csv'`)).rows).toEqual([['2']]);
  const { cache } = space.server.services.files;
  const take = vi.spyOn(cache, 'take');
  await space.run(`select n from 'changing.csv'`);
  const held = await take.mock.results[0]?.value;
  const again = await space.run(`select n from 'changing.csv'`);
  expect(await take.mock.results[1]?.value).toMatchObject({ path: held.path });
  expect(again.rows).toEqual([['2']]);
  take.mockRestore();
});

test('what is wrong is told with its place and the name of the file, never with ours', async () => {
  await space.store('ok.csv', 'a,b\n1,x\n');
  expect(await space.refuse(`select 'ä€', nope from 'ok.csv'`)).toMatchObject({
    code: 'E_SQL_FAILED',
    details: { position: 14 },
  });
  expect(await space.refuse(`select 'ä€' frm 1 1`)).toMatchObject({
    code: 'E_SQL_SYNTAX',
    details: { position: 17 },
  });
  expect(await space.refuse('select * from ok.csv')).toMatchObject({
    message: `Put the name of the file in quotes: 'ok.csv'.`,
  });
  expect(await space.refuse(`select * from 'missing.csv'`)).toMatchObject({
    code: 'E_OBJECT_NOT_FOUND',
    message: `There is no file 'missing.csv' in the bucket.`,
  });
  await space.store('broken.parquet', 'this is no parquet');
  await space.store('broken.json', '[{"a":1},{"a"');
  await space.store('broken.xlsx', 'no zip');
  for (const name of ['broken.parquet', 'broken.json', 'broken.xlsx']) {
    const refused = await space.refuse(`select * from '${name}'`);
    expect(refused, name).toMatchObject({ code: 'E_TABLE_UNREADABLE' });
    expect(refused.message).toContain(name);
    expect(refused.message).not.toMatch(/file-cache|causeway-data|\/tmp\//);
  }
});

test('a limit cuts what is shown, never the statement, and later pages are fetched like any result’s', async () => {
  const cut = await space.run('select range as n from range(2000) order by n', { rowLimit: 1_200 });
  expect(cut).toMatchObject({ hasMore: true, loadedRows: 1_200 });
  expect(cut.rows).toHaveLength(500);
  const path = sqlEditorRoutes.rows.path.replace(':runId', cut.runId);
  const page = await space.server.send('GET', path, {
    token: space.editor.token,
    query: `connector[id]=${space.bucketId}&page=2`,
  });
  expect((page.json as unknown[][]).length).toBe(200);
  expect((page.json as unknown[][])[0]).toEqual(['1000']);
  const bound = await space.run('select :n::int + 1 as next', { bindings: { n: '41' } });
  expect(bound.rows).toEqual([[42]]);
});

test('SQL-5 all rows of a statement over files are exported as a file', async () => {
  await space.store('export.csv', 'id,name\n1,"a ""b"""\n2,\n');
  const download = (
    format: string,
    sql = `select * from 'export.csv' order by id;`,
    more: { spreadsheetSafe?: boolean } = {},
  ) =>
    fetch(`${space.server.url}${fileRoutes.export.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${space.viewer.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ connector: { id: space.bucketId }, sql, format, ...more }),
    });
  expect(await (await download('csv')).text()).toBe('id,name\n1,"a ""b"""\n2,\n');
  expect(await (await download('json')).json()).toEqual([
    { id: 1, name: 'a "b"' },
    { id: 2, name: null },
  ]);
  const parquet = Buffer.from(await (await download('parquet')).arrayBuffer());
  expect(parquet.subarray(0, 4).toString()).toBe('PAR1');
  const refused = await download('csv', `copy 'export.csv' to 'x.csv'`);
  expect(refused.status).toBe(405);

  const formulas = `select '=1+1' as a, -5 as a, e'\\t@x' as b, ['-x'] as c, 'a-b' as d, 1 as "=x";`;
  const safe = await download('csv', formulas, { spreadsheetSafe: true });
  expect(await safe.text()).toBe(`a,a_1,b,c,d,'=x\n'=1+1,-5,'\t@x,[-x],a-b,1\n`);

  const kept = `select 9007199254740993 as big, 1.10::decimal(10,2) as price, true as ok,
    date '2024-02-29' as day, '=1+1' as formula, [1, 2] as list, null as nothing, 2 as big`;
  const book = await download('xlsx', kept);
  await space.store('out.xlsx', Buffer.from(await book.arrayBuffer()));
  const read = await space.run(`from 'out.xlsx'`);
  expect(read.fields.map(({ name }) => name)).toEqual([
    'big',
    'price',
    'ok',
    'day',
    'formula',
    'list',
    'nothing',
    'big_2',
  ]);
  expect(read.rows.map((row) => row.map(String))).toEqual([
    ['9007199254740993', '1.1', 'true', '2024-02-29', '=1+1', '{1,2}', 'null', '2'],
  ]);
  for (const [size, code] of [
    [40_000, 'E_EXPORT_FAILED'],
    [20_000_000, 'E_RESULT_TOO_LARGE'],
  ] as const) {
    const long = await download('xlsx', `select repeat('x', ${size})`);
    expect([long.status, ((await long.json()) as { code: string }).code]).toEqual([422, code]);
  }
});

test('cancelling ends the process that was at work, and the next statement runs', async () => {
  const { workers } = space.server.services.files;
  await space.run('select 1');
  const before = workers.list()[0]!.processId!;
  const asked = vi.spyOn(workers, 'ask');
  const gone = new AbortController();
  const running = space.send(
    'select count(*) from range(1000000000) a, range(1000000000) b where a.range % 7 = b.range % 11',
    { signal: gone.signal },
  );
  const ended = expect(running.then((answer) => answer.text())).rejects.toThrow('abort');
  // Before it runs, the same process reads what it says.
  await eventually(() => expect(asked.mock.calls.map(([{ kind }]) => kind)).toContain('run'));
  await eventually(() =>
    expect(workers.list()).toContainEqual({ processId: before, isBusy: true }),
  );
  gone.abort();
  await ended;
  await eventually(
    () => expect(workers.list().map(({ processId }) => processId)).not.toContain(before),
    BEFORE_THE_LIMIT_MS,
  );
  await eventually(() => expect(() => process.kill(before, 0)).toThrow('ESRCH'));
  expect((await space.run('select 2')).rows).toEqual([[2]]);
});

test('SQL-8.13 files and their columns are listed for whoever writes a statement', async () => {
  await space.store('list/a.csv', 'id,ä\n1,2\n');
  await space.store('list/deep/b.parquet', 'x');
  await space.store('list/picture.png', 'x');
  const query = `connector[id]=${space.bucketId}&folder=list/`;
  const send = (more: string) =>
    space.server.send('GET', fileRoutes.list.path, {
      token: space.viewer.token,
      query: `${query}${more}`,
    });
  expect((await send('')).json).toEqual({
    folders: ['list/deep/'],
    files: [{ path: 'list/a.csv', byteSize: 10, format: 'csv' }],
    isCut: false,
  });
  expect((await send('&search=B.par')).json).toMatchObject({
    files: [{ path: 'list/deep/b.parquet' }],
  });
  const body = { connector: { id: space.bucketId }, names: ['list/a.csv', 'list/none.csv'] };
  expect(await space.server.call(fileRoutes.columns, { body }, space.viewer)).toEqual([
    {
      name: 'list/a.csv',
      columns: [
        { name: 'id', type: 'int8' },
        { name: 'ä', type: 'int8' },
      ],
    },
    { name: 'list/none.csv', columns: null },
  ]);
  const check = (sql: string) =>
    space.server.call(
      fileRoutes.check,
      { body: { connector: { id: space.bucketId }, sql } },
      space.viewer,
    );
  expect(await check(`select * from 'a.csv' where x = :day`)).toMatchObject({
    isReading: true,
    problem: null,
    parameters: [{ name: 'day' }],
  });
  expect(await check(`drop table x`)).toMatchObject({ problem: { code: 'E_SQL_READ_ONLY' } });
});
