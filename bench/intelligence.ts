import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from '@causeway/contract/intelligence/intelligence.ts';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { Row } from './run.ts';
import { openStage, readProject, type Stage } from './stage.ts';
import { startUserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const TABLES = 10_000;
const large = [
  'create schema large',
  `create table large.items (id bigint primary key, name text not null, price numeric(10,2),
    created_at timestamptz not null, active boolean, status text, country text, data jsonb)`,
  `insert into large.items select n, 'item ' || n, (n % 10000) / 100.0,
    now() - n * interval '30 seconds', n % 3 = 0, (array['new','paid','sent'])[1 + n % 3],
    (array['DE','FR','US'])[1 + n % 3], jsonb_build_object('n', n)
    from generate_series(1, ${ROWS}) n`,
  'create index on large.items (created_at)',
  'vacuum analyze large.items',
];
const many = [
  'drop schema large cascade',
  ...Array.from(
    { length: TABLES / 500 },
    (_, part) => `do $$ begin for n in ${part * 500 + 1}..${part * 500 + 500} loop
      execute format('create table public.t%s (id int primary key, name text, parent_id int)', n);
      execute format('insert into public.t%s select k, ''n'' || k, k from generate_series(1, 20) k', n);
    end loop; end $$`,
  ),
];
const PAGES = 60;
const PAUSE_MS = 30;
/** As scan-runs.ts has it: what the database may work for a scan. */
const BUDGET_MS = 10 * 60_000;
const WATCHED_MS = 30_000;

type Looking = { server: ServerProcess; token: string; projectId: string; connectorId: string };

/** What a scan costs: a million rows, and everybody else meanwhile; the catalogs of ten thousand tables. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(large);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    const projectId = await readProject(server, token);
    const looking: Looking = { server, token, projectId, connectorId };
    // What is usual is known only of what was asked before, by the scan as by us.
    await pageTimes(looking, PAGES);
    const alone = await pageTimes(looking, PAGES);
    const began = performance.now();
    const ended = scan(looking);
    const meanwhile = await pageTimes(looking, PAGES, ended);
    await ended;
    const seconds = (performance.now() - began) / 1_000;
    for (const statement of many) await database.query(statement);
    const first = await timeFirstTable(looking);
    const mornings = await countMornings(looking, stage);
    const compare = (name: string, share: number): Row => {
      const [ours, raw] = [at(meanwhile, share), at(alone, share)];
      return { name, ours, raw, ratio: ours / raw, limit: 1.5 };
    };
    return [
      { name: `${ROWS.toLocaleString('en')} rows looked at, s`, ours: seconds, limit: 6.2 },
      compare('first page of the table all the while, p50, ms', 0.5),
      compare('first page of the table all the while, p90, ms', 0.9),
      { name: `catalogs of ${TABLES.toLocaleString('en')} tables, s`, ours: first, limit: 5.7 },
      { name: 'mornings until all of them were looked at', ours: mornings, limit: 1 },
    ];
  } finally {
    await stage.close();
    await database.stop();
  }
}

/** At least so many pages, and until something has ended. */
async function pageTimes(
  { server, token, connectorId }: Looking,
  least: number,
  ended?: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const query = `connector[id]=${connectorId}&schema=large&limit=50`;
  let isOver = ended === undefined;
  const over = () => {
    isOver = true;
  };
  void ended?.then(over, over);
  while (!isOver || times.length < least) {
    const began = performance.now();
    const { status, text } = await server.send('GET', '/api/tables/v1/tables/items/rows', {
      token,
      query,
    });
    if (status !== 200) throw new Error(`A page answered ${status}: ${text}`);
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return times;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

async function startScan({ server, token, projectId, connectorId }: Looking): Promise<void> {
  const { status, text } = await server.send('POST', `/api/intelligence/v1/${projectId}/scans`, {
    token,
    key: crypto.randomUUID(),
    body: { connectorId },
  });
  if (status !== 200) throw new Error(`A scan answered ${status}: ${text}`);
}

async function readCoverage(looking: Looking): Promise<Coverage | undefined> {
  const { server, token, projectId, connectorId } = looking;
  const { json } = await server.send('GET', `/api/intelligence/v1/${projectId}/coverage`, {
    token,
  });
  return (json as Coverage[]).find((one) => one.connectorId === connectorId);
}

async function scan(looking: Looking): Promise<void> {
  await startScan(looking);
  for (;;) {
    const { scan: last } = (await readCoverage(looking)) ?? {};
    if (last?.state === 'done') return;
    if (last?.state === 'failed') throw new Error(`The scan failed: ${last.error?.message}`);
    await sleep(100);
  }
}

/** Until the first table is looked at: all catalogs were read, judged and kept by then. */
async function timeFirstTable(looking: Looking): Promise<number> {
  const began = performance.now();
  await startScan(looking);
  for (;;) {
    const { scan: last } = (await readCoverage(looking)) ?? {};
    if ((last?.looked ?? 0) > 0) return (performance.now() - began) / 1_000;
    if (last?.state === 'failed') throw new Error(`The scan failed: ${last.error?.message}`);
    await sleep(100);
  }
}

/**
 * All of them would take minutes, so half a minute of it is watched: how much of its budget a table
 * costs says how many scans it takes, and with it after how many mornings none is left.
 */
async function countMornings(looking: Looking, stage: Stage): Promise<number> {
  const read = async () => {
    const [scan] = await stage.query<{ looked: number; spent: number }>(
      `select looked::int, spent_ms::float8 as spent from causeway.scans
       where connector_id = '${looking.connectorId}' order by queued_at desc limit 1`,
    );
    return scan ?? { looked: 0, spent: 0 };
  };
  const before = await read();
  await sleep(WATCHED_MS);
  const after = await read();
  const each = (after.spent - before.spent) / (after.looked - before.looked);
  return Math.ceil((each * TABLES) / BUDGET_MS);
}
