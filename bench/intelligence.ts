import { setTimeout as sleep } from 'node:timers/promises';
import type { Coverage } from '@causeway/contract/intelligence/intelligence.ts';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
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

type Looking = { server: ServerProcess; token: string; projectId: string; connectorId: string };

/** What a scan costs: a million rows, and everybody else meanwhile; the catalogs of ten thousand tables. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(large);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    const { json } = await server.send('GET', '/projects', { token });
    const [project] = json as { id: string }[];
    const looking: Looking = { server, token, projectId: project?.id ?? '', connectorId };
    const alone = await pageTime(looking);
    const began = performance.now();
    const scanning = scan(looking);
    const meanwhile = await pageTime(looking);
    await scanning;
    const seconds = (performance.now() - began) / 1_000;
    for (const statement of many) await database.query(statement);
    const first = await timeFirstTable(looking);
    return [
      { name: `${ROWS.toLocaleString('en')} rows looked at, s`, ours: seconds, limit: 10 },
      {
        name: 'first page of the table meanwhile, p50, ms',
        ours: meanwhile,
        raw: alone,
        ratio: meanwhile / alone,
        limit: 1.5,
      },
      { name: `catalogs of ${TABLES.toLocaleString('en')} tables, s`, ours: first, limit: 30 },
    ];
  } finally {
    await stage.close();
    await database.stop();
  }
}

async function pageTime({ server, token, connectorId }: Looking): Promise<number> {
  const times: number[] = [];
  const query = `connector[id]=${connectorId}&schema=large&limit=50`;
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    const { status, text } = await server.send('GET', '/api/tables/v1/tables/items/rows', {
      token,
      query,
    });
    if (status !== 200) throw new Error(`A page answered ${status}: ${text}`);
    times.push(performance.now() - began);
    await sleep(30);
  }
  return times.toSorted((one, other) => one - other)[PAGES / 2] ?? 0;
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
