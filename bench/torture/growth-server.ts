import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { makeBook } from '../growth/readers.ts';
import { openStage } from '../stage.ts';
import { BUCKET, startUserBucket, type UserBucket } from '../user-bucket.ts';
import { startUserDatabase } from '../user-database.ts';

export const name = 'a hostile client sends everything that is hard to read';

const ROUNDS = 3;
const LONGEST_STALL_MS = 200;
const PAGE_MS = 500;

const many = (piece: string, size = 900_000) => piece.repeat(Math.floor(size / piece.length));

type Attack = { method: string; path: string; body?: unknown; query?: string };

/** The whole corpus once and again, while somebody else opens the first page of a table. */
export async function run() {
  const database = await startUserDatabase([
    'create table items as select id, md5(id::text) as name from generate_series(1, 100000) as id',
    'alter table items add primary key (id)',
  ]);
  const bucket = await startUserBucket();
  const stage = await openStage();
  try {
    await putFiles(bucket);
    const allowed = `${database.settings.EGRESS_ALLOW_DATA},${new URL(bucket.url).host}`;
    const server = await stage.launch({ ...database.settings, EGRESS_ALLOW_DATA: allowed });
    const token = await logIn(server);
    const sql = await database.connect(server, token);
    const s3 = await bucket.connect(server, token);
    const page = { query: `connector[id]=${sql}&schema=public&limit=50`, token };
    const open = () => server.send('GET', '/api/tables/v1/tables/items/rows', page);
    for (let time = 0; time < 50; time += 1) await open();
    await readStall(server);
    return await besiege(server, open, { token, sql, s3 });
  } finally {
    await stage.close();
    await bucket.stop();
    await database.stop();
  }
}

type Ids = { token: string; sql: string; s3: string };

async function besiege(server: ServerProcess, open: () => Promise<{ status: number }>, ids: Ids) {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const stalls: [string, number][] = [];
  let isOver = false;
  const visitor = (async () => {
    while (!isOver) {
      const start = performance.now();
      const { status } = await open();
      if (status !== 200) throw new Error(`the page answered ${status}`);
      times.push(performance.now() - start);
    }
  })();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [attack, { method, path, body, query }] of attacks(ids)) {
      const { status } = await server.send(method, path, { token: ids.token, body, query });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      stalls.push([attack, await readStall(server)]);
    }
  }
  isOver = true;
  await visitor;
  const [slowest, stall] = stalls.toSorted(([, a], [, b]) => b - a)[0]!;
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const broken = [...statuses].filter(([status]) => status >= 500);
  for (const [attack, ms] of stalls) process.stderr.write(`  ${attack}: ${ms.toFixed(0)} ms\n`);
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return {
    figure: `longest stall ${stall.toFixed(0)} ms (${slowest}), first page of others p99 ${p99.toFixed(0)} ms of ${times.length}; answers ${told}`,
    passed: stall <= LONGEST_STALL_MS && p99 <= PAGE_MS && broken.length === 0,
  };
}

function attacks({ sql, s3 }: Ids): [string, Attack][] {
  const connector = { id: sql };
  const read = (text: string): Attack => ({
    method: 'POST',
    path: '/api/sql/v1',
    body: { connector, sql: text, bindings: { a: 1 } },
  });
  const check = (text: string): Attack => ({
    method: 'POST',
    path: '/api/sql/v1/check',
    body: { connector, sql: text },
  });
  const table = (path: string): Attack => ({
    method: 'GET',
    path: '/api/s3/v1/table',
    query: new URLSearchParams({ 'connector[id]': s3, path }).toString(),
  });
  const classify = (text: string): Attack => ({
    method: 'POST',
    path: '/api/snippets/v1/classify',
    body: { sql: text },
  });
  return [
    ...['/**/', '(', ':a ', '+/**/', '?', 'select '].flatMap((piece): [string, Attack][] => [
      [`read ${piece}`, read(`${many(piece)}select 1`)],
      [`check ${piece}`, check(many(piece))],
      [`classify ${piece}`, classify(many(piece, 190_000))],
    ]),
    ...Object.keys(files).map((path): [string, Attack] => [`preview ${path}`, table(path)]),
  ];
}

const files: Record<string, () => Buffer | Promise<Buffer>> = {
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
};

async function putFiles(bucket: UserBucket): Promise<void> {
  for (const [key, make] of Object.entries(files)) {
    const command = new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: await make() });
    await bucket.client.send(command);
  }
}

/** The longest delay of the server's event loop since the last time it was read. */
async function readStall(server: ServerProcess): Promise<number> {
  const { text } = await server.send('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]) * 1_000;
}
