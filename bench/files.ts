import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from '@aws-sdk/lib-storage';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median } from './timing.ts';
import { BUCKET, startUserBucket, type UserBucket } from './user-bucket.ts';

/** A year of orders: nine columns of the kinds people have. */
const orders = `select i as id, (hash(i) % 120000)::int as customer_id,
    ['DE', 'AT', 'CH', 'FR', 'IT', 'NL', 'BE', 'PL', 'SE', 'DK'][(hash(i * 7) % 10)::int + 1] as country,
    'product ' || (hash(i * 11) % 5000) as product, (hash(i * 13) % 9)::int + 1 as quantity,
    ((hash(i * 17) % 100000) / 100)::decimal(10, 2) as price,
    timestamp '2024-01-01' + to_seconds((hash(i * 19) % 31536000)::bigint) as placed_at,
    hash(i * 23) % 20 = 0 as returned, 'note ' || hash(i * 29) as note
  from range(1000000) as numbered(i)`;

/** What a report asks: revenue, orders, customers and a median, by month and country. */
const report = `select date_trunc('month', placed_at) as month, country, count(*) as orders,
    count(distinct customer_id) as customers, sum(quantity * price) as revenue,
    median(price) as median_price
  from 'orders.parquet' where not returned group by month, country order by month, country`;

const large = `select random() as a, random() as b, random() as c, random() as d, random() as e,
    random() as f, random() as g, random() as h from range(8000000)`;

const TIMES = 40;

/** SQL over files of a bucket through the product, against DuckDB in this process on a local file. */
export async function bench(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-files-'));
  const bucket = await startUserBucket();
  const stage = await openStage();
  try {
    const server = await stage.launch({
      EGRESS_ALLOW_DATA: new URL(bucket.url).host,
      REQUESTS_PER_MINUTE: '100000000',
    });
    const token = await logIn(server);
    const ask = asker(server, token, await bucket.connect(server, token));
    const raw = await openRaw();
    const files = { directory, bucket, raw };
    const rows = [await measureAggregate(files, ask), await measureMemory(files, ask, server)];
    raw.closeSync();
    return rows;
  } finally {
    await stage.close();
    await bucket.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

type Ask = (sql: string) => Promise<unknown>;
type Files = { directory: string; bucket: UserBucket; raw: DuckDBConnection };

/** With as many threads as the product gives a query. */
async function openRaw(): Promise<DuckDBConnection> {
  const threads = String(Math.max(1, Math.min(4, availableParallelism())));
  return (await DuckDBInstance.create(':memory:', { threads })).connect();
}

async function put({ directory, bucket, raw }: Files, name: string, rows: string) {
  const path = join(directory, name);
  await raw.run(`copy (${rows}) to '${path}' (format parquet)`);
  const body = createReadStream(path);
  await new Upload({
    client: bucket.client,
    params: { Bucket: BUCKET, Key: name, Body: body },
  }).done();
  return { path, bytes: (await stat(path)).size };
}

async function measureAggregate(files: Files, ask: Ask): Promise<Row> {
  const { path } = await put(files, 'orders.parquet', orders);
  const local = report.replace(`'orders.parquet'`, `'${path}'`);
  const ours: number[] = [];
  const plain: number[] = [];
  await ask(report);
  for (let time = 0; time < TIMES; time += 1) {
    ours.push(await milliseconds(() => ask(report)));
    plain.push(await milliseconds(() => files.raw.runAndReadAll(local)));
  }
  return {
    name: 'revenue, orders, customers and median price by month and country over a Parquet file of 1 M rows, once fetched, p50, ms, against DuckDB in-process on a local file',
    ours: median(ours),
    raw: median(plain),
    ratio: median(ours) / median(plain),
    limit: 1.35,
  };
}

async function measureMemory(files: Files, ask: Ask, server: ServerProcess): Promise<Row> {
  const { bytes } = await put(files, 'large.parquet', large);
  const before = await readMemory(server.pid);
  let most = before;
  const watch = setInterval(() => {
    void readMemory(server.pid).then((now) => (most = Math.max(most, now)));
  }, 50);
  await ask(`select sum(a), avg(b), max(c), min(h) from 'large.parquet'`);
  clearInterval(watch);
  return {
    name: `memory growth of the server while ${Math.round(bytes / 2 ** 20)} MB of Parquet are fetched and queried, MB`,
    ours: most - before,
    limit: 21,
  };
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

function asker(server: ServerProcess, token: string, connectorId: string): Ask {
  return async (sql) => {
    const answer = await fetch(`${server.url}/api/files/v1/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sql, connector: { id: connectorId } }),
    });
    const lines = (await answer.text()).trim().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '') as { result?: unknown };
    if (!last.result) throw new Error(`${answer.status} ${lines.at(-1)}`);
    return last.result;
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
