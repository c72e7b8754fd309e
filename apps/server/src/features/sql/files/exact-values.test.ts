import { afterAll, expect, test } from 'vitest';
import { fileRoutes } from '@causeway/contract/sql/files.ts';
import { startFilesWorkspace } from '#testing/files-workspace.ts';

/** A type is found for what is written in a file; where it would say something else, it stays text. */

const space = await startFilesWorkspace();
afterAll(() => space.stop());

async function read(key: string, content: string) {
  await space.store(key, content);
  const { fields, rows } = await space.run(`from '${key}'`);
  return { types: fields.map(({ type }) => type), rows };
}

test('SQL-10 whole numbers of JSON beyond what a float holds keep their digits', async () => {
  const { rows } = await read(
    'large.json',
    `[{"a":18446744073709551616,"b":9223372036854775808,"c":9007199254740993,"d":0.1},
      {"a":1,"b":-1,"c":0.5,"d":1e21}]`,
  );
  expect(rows).toEqual([
    ['18446744073709551616', '9223372036854775808', '9007199254740993', 0.1],
    ['1', '-1', '0.5', 1e21],
  ]);
});

test('SQL-10 times of JSON that name their zone stay the moments they are', async () => {
  const { types, rows } = await read(
    'zoned.json',
    '[{"zoned":"2024-01-01T00:00:00+02:00","bare":"2024-01-01 00:00:00"}]',
  );
  expect(types).toEqual(['timestamptz', 'timestamp']);
  expect(rows).toEqual([['2023-12-31 22:00:00+00', '2024-01-01 00:00:00']]);
});

test('SQL-10 times finer than a microsecond, and days that could be months, stay as they are written', async () => {
  const fine = await read(
    'fine.csv',
    'a,b,c\n2024-01-01 00:00:00.123456789,2024-01-01 00:00:00.123456000,12:00:00.1234567\n',
  );
  expect(fine.rows).toEqual([
    ['2024-01-01 00:00:00.123456789', '2024-01-01 00:00:00.123456', '12:00:00.1234567'],
  ]);
  const unclear = await read('unclear.csv', 'a,b\n01/02/2024,1\n03/04/2024,2\n');
  expect(unclear.types).toEqual(['text', 'int8']);
  expect(unclear.rows[0]).toEqual(['01/02/2024', '1']);
  const clear = await read('clear.csv', 'a,b\n01/02/2024,13/01/2024\n03/04/2024,01/02/2024\n');
  expect(clear.rows).toEqual([
    ['2024-02-01', '2024-01-13'],
    ['2024-04-03', '2024-02-01'],
  ]);
});

async function download(format: string, sql: string): Promise<Response> {
  return fetch(`${space.server.url}${fileRoutes.export.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${space.viewer.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ connector: { id: space.bucketId }, sql, format }),
  });
}

test('SQL-5 an exported file keeps the digits of sums, and is JSON where a number is none', async () => {
  const sums = await download(
    'parquet',
    'select sum(n) as n from (values (9007199254740992), (1)) t(n)',
  );
  await space.store('sums.parquet', Buffer.from(await sums.arrayBuffer()));
  expect((await space.run(`from 'sums.parquet'`)).rows).toEqual([['9007199254740993']]);
  const floats = `select 'nan'::double as a, 'inf'::double as b, '-inf'::float as c, 0.1::float as d,
    1e22::double as e, null::double as f`;
  const row = { a: 'NaN', b: 'Infinity', c: '-Infinity', d: 0.1, e: 1e22, f: null };
  expect(await (await download('json', floats)).json()).toEqual([row]);
  expect(JSON.parse(await (await download('ndjson', floats)).text())).toEqual(row);
});
