import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { logIn } from '../apps/server/src/testing/server-process.ts';
import { itemsOf } from './items-table.ts';
import { whileOurs } from './own-machine.ts';
import { startAdminer } from './peers/adminer.ts';
import { startDbGate } from './peers/dbgate.ts';
import { compareHooks } from './peers/hooks.ts';
import { type Peer, SECONDS, WARM_UP_SECONDS } from './peers/peer.ts';
import type { Row } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { median, timeEach } from './timing.ts';
import { startUserDatabase, type UserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const DEEP = 500_000;
const TOGETHER = 16;

/** They are installed first, so it runs only where it is asked for. */
export const isOnRequest = true;

type Figure = { name: string; measure(peer: Peer): Promise<number> };

const p50 = (times: number, act: (peer: Peer) => Promise<void>) => async (peer: Peer) => {
  await timeEach(times, () => act(peer));
  return whileOurs(async () => median(await timeEach(times, () => act(peer))));
};

const figures: Figure[] = [
  { name: 'first page of 50 rows of 1 M, p50, ms', measure: p50(400, (peer) => peer.page(0)) },
  { name: 'page at row 500,000, p50, ms', measure: p50(12, (peer) => peer.page(DEEP)) },
  {
    name: 'first page sorted without an index, p50, ms',
    measure: p50(12, (peer) => peer.sorted()),
  },
  { name: '`select 1`, p50, ms', measure: p50(400, (peer) => peer.selectOne()) },
  {
    name: '`select 1` at 16 connections, ms each',
    measure: async (peer) => {
      await askTogether(peer, WARM_UP_SECONDS);
      return whileOurs(() => askTogether(peer, SECONDS));
    },
  },
];

/** The same rows of one database and the same workflow, through us and through what people use now. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(itemsOf(ROWS));
  const stage = await openStage();
  const folder = await mkdtemp(join(tmpdir(), 'causeway-peers-'));
  const makeFolder = async (name: string) => {
    const own = join(folder, name);
    await mkdir(own);
    return own;
  };
  const started: Peer[] = [];
  try {
    const ours = await startOurs(stage, database);
    started.push(ours);
    const url = new URL(database.url);
    started.push(await startDbGate(url, await makeFolder('dbgate')));
    started.push(await startAdminer(url, await makeFolder('adminer')));
    const rows: Row[] = [];
    for (const { name, measure } of figures) {
      const taken = await measure(ours);
      for (const peer of started.slice(1)) {
        const raw = await measure(peer);
        const figure = `${name}, against ${peer.name}`;
        rows.push({ name: figure, ours: taken, raw, ratio: taken / raw, limit: 1 });
      }
    }
    return [...rows, ...(await compareHooks(stage, makeFolder))];
  } finally {
    for (const peer of started) await peer.stop();
    await stage.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function askTogether(peer: Peer, seconds: number): Promise<number> {
  const begin = performance.now();
  let calls = 0;
  const ask = async () => {
    for (; performance.now() - begin < seconds * 1_000; calls += 1) await peer.selectOne();
  };
  await Promise.all(Array.from({ length: TOGETHER }, ask));
  return (performance.now() - begin) / calls;
}

/** By the addresses our own pages ask: a page far down is asked for by its number there, too. */
async function startOurs(stage: Stage, database: UserDatabase): Promise<Peer> {
  const server = await stage.launch(database.settings);
  const token = await logIn(server);
  const id = await database.connect(server, token);
  const pool = new Pool(server.url, { connections: TOGETHER, pipelining: 1 });
  const ask = async (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams({ 'connector[id]': id, ...query }).toString();
    const { body, statusCode } = await pool.request({
      path: `${path}?${search}`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
  };
  const rows = (query: Record<string, string>) =>
    ask('/api/tables/v1/tables/items/rows', { limit: '50', ...query });
  return {
    name: 'us',
    page: (from) => rows(from > 0 ? { offset: String(from) } : {}),
    sorted: () => rows({ 'sort[0][column]': 'name', 'sort[0][direction]': 'asc' }),
    selectOne: () => ask('/api/sql/v1', { sql: 'select 1' }),
    stop: async () => {
      await pool.close();
    },
  };
}
