import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { makeBook } from './readers.ts';

/** What a hostile client sends: each is small, or as large as is let in, and hard to read. */
export type Attack = { method: string; path: string; body?: unknown; query?: string };

export type Ids = { project: string; sql: string; s3: string };

const many = (piece: string, size = 900_000) => piece.repeat(Math.floor(size / piece.length));

export function attacks({ project, sql, s3 }: Ids): [string, Attack][] {
  const database = { id: sql };
  const bucket = { id: s3 };
  const post = (path: string, body: unknown): Attack => ({ method: 'POST', path, body });
  const rows = (filter: string): Attack => ({
    method: 'GET',
    path: '/api/tables/v1/tables/items/rows',
    query: new URLSearchParams({ 'connector[id]': sql, schema: 'public', filter }).toString(),
  });
  const table = (path: string): Attack => ({
    method: 'GET',
    path: '/api/s3/v1/table',
    query: new URLSearchParams({ 'connector[id]': s3, path }).toString(),
  });
  const exported = (format: string): Attack =>
    post('/api/exports/v1/stream', {
      connector: database,
      source: { kind: 'query', sql: "select repeat('x', 250000000) as a" },
      file: { format },
    });
  const overFiles = (text: string): Attack =>
    post('/api/files/v1/check', { connector: bucket, sql: text });
  const replaced = (find: string): Attack =>
    post('/api/s3/v1/replace/look', {
      connector: bucket,
      replacement: { find, isRegex: true, names: 'aaa.txt' },
    });
  const checked = (nodes: unknown[]): Attack =>
    post(`/api/workflows/v1/${project}/check`, {
      definition: { triggers: [{ kind: 'manual', id: 'start' }], nodes, edges: [] },
    });
  const steps = (value: unknown) =>
    Array.from({ length: 190 }, (_, at) => ({
      kind: 'set',
      id: `step${at}`,
      fields: [{ name: 'a', value }],
    }));
  return [
    ...['{{ steps.a.b }}', '{{ 1 + 1 }}', '{{ steps["a"]["a"]["a"]["a"] }}', '{{'].map(
      (piece): [string, Attack] => [`workflow ${piece}`, checked(steps(many(piece, 18_000)))],
    ),
    ['workflow, path', checked(steps(`{{ steps${many('["a"]', 18_000)} }}`))],
    ['workflow, brackets', checked(steps(`{{ ${many('(', 18_000)} }}`))],
    ['workflow, values', checked([{ kind: 'set', id: 'a', base: Array(390_000).fill('a') }])],
    ...['0 0 31 2,4,6,9,11 *', '0 0 29 2 *', '* * * * * *', many('1,', 190)].map(
      (cron): [string, Attack] => [
        `schedule ${cron}`,
        post(`/api/workflows/v1/${project}/next-slots`, { cron, zone: 'Europe/Berlin' }),
      ],
    ),
    ...['/**/', '(', ':a ', '+/**/', '?', 'select '].flatMap((piece): [string, Attack][] => [
      [
        `read ${piece}`,
        post('/api/sql/v1', {
          connector: database,
          sql: `${many(piece)}select 1`,
          bindings: { a: 1 },
        }),
      ],
      [`check ${piece}`, post('/api/sql/v1/check', { connector: database, sql: many(piece) })],
      [`classify ${piece}`, post('/api/snippets/v1/classify', { sql: many(piece, 190_000) })],
      [`files ${piece}`, overFiles(many(piece))],
    ]),
    ...['a-', 'eyJaaaaaaaa-', "password '", 'aa://b:'].map((piece): [string, Attack] => [
      `secrets ${piece}`,
      post('/api/snippets/v1/snippets', {
        title: { en: 'x' },
        text: {},
        sql: `select '${many(piece, 190_000).replaceAll("'", '')}'`,
        visibility: 'public',
      }),
    ]),
    ['glob', overFiles(`select * from '${'*a'.repeat(400)}*x.csv'`)],
    [
      'glob, run',
      post('/api/files/v1/run', {
        connector: bucket,
        sql: `select * from '${'*a'.repeat(400)}*x.csv'`,
      }),
    ],
    ...['{"and":[', '{"not":', '['].map((piece): [string, Attack] => [
      `filter ${piece}`,
      rows(many(piece, 60_000)),
    ]),
    ['regex', replaced('(a*)*b|(a|aa)+$')],
    ['regex, repeated', replaced('((a{1,30}){1,30}){1,30}')],
    ['deep body', post('/api/sql/v1', JSON.parse(`${many('[', 5_000)}${many(']', 5_000)}`))],
    ...['csv', 'ndjson', 'xlsx', 'parquet'].map((format): [string, Attack] => [
      `export ${format}`,
      exported(format),
    ]),
    ...pictures.map((path): [string, Attack] => [
      `picture ${path}`,
      post('/api/s3/v1/image/preview', {
        connector: bucket,
        path,
        changes: { format: 'webp' },
      }),
    ]),
    ...Object.keys(files)
      .filter((path) => !pictures.includes(path))
      .map((path): [string, Attack] => [`preview ${path}`, table(path)]),
    ...['packed.csv.gz', 'bomb.xlsx', 'wide.parquet'].map((key): [string, Attack] => [
      `import ${key}`,
      post('/api/imports/v1/imports', {
        connector: database,
        source: { kind: 'bucket', connectorId: s3, key },
      }),
    ]),
  ];
}

const pictures = ['pixels.png', 'pixels.gif', 'nested.svg'];

export const files: Record<string, () => Buffer | Promise<Buffer>> = {
  'texts.xlsx': () => makeBook('<si>'.repeat(60_000), ''),
  'rows.xlsx': () => makeBook('', '<row>'.repeat(60_000)),
  'far.xlsx': () => makeBook('', '<row><c r="ZZZZZZ1"><v>1</v></c></row>'),
  'wide.xlsx': () => makeBook('', '<row><c r="XFD1" t="str"><v>x</v></c></row>'.repeat(20_000)),
  'bomb.xlsx': () => makeBook(' '.repeat(300_000_000), ''),
  'quotes.csv': () => Buffer.from(many('"', 4_000_000)),
  'commas.csv': () => Buffer.from(many(',', 4_000_000)),
  'lines.csv': () => Buffer.from(many('a\n', 4_000_000)),
  'deep.json': () => Buffer.from(many('[', 3_900_000)),
  'numbers.json': () => Buffer.from(`[${many('1,', 3_900_000)}1]`),
  'rows.ndjson': () => Buffer.from(many('{"a":1}\n', 3_900_000)),
  'packed.csv.gz': () => gzipSync('a'.repeat(200_000_000)),
  'aaa.txt': () => Buffer.from(many('a', 900_000)),
  'wide.parquet': () => makeWideParquet(20_000),
  'noise.parquet': () => Buffer.concat([Buffer.from('PAR1'), randomBytes(2_000_000), PARQUET_END]),
  'pixels.png': () => makePng(30_000, 30_000),
  'pixels.gif': () => makeGif(65_535, 65_535),
  'nested.svg': () =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${many('<g>', 900_000)}</svg>`),
};

/** Says that what comes before it is two gigabytes long. */
const PARQUET_END = Buffer.from([0xff, 0xff, 0xff, 0x7f, 0x50, 0x41, 0x52, 0x31]);

function makeWideParquet(columns: number): Buffer {
  const columnData = Array.from({ length: columns }, (_, at) => ({
    name: `column ${at}`,
    data: [at],
    type: 'INT32' as const,
  }));
  return Buffer.from(parquetWriteBuffer({ columnData }));
}

/** A picture of one colour: hundreds of megabytes once it is unpacked. */
function makePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const lines = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const chunk = Buffer.alloc(typed.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.length + 4);
  return chunk;
}

function makeGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const picture = [0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x4c, 1, 0, 0x3b];
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, ...picture]),
  ]);
}
