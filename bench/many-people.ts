import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { itemsOf } from './items-table.ts';
import { openCaller } from './load/raw-client.ts';
import { whileOurs } from './own-machine.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { startUserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const SESSIONS = 16;
const CALLS = 8_000;
const CROWD = 200;
const WARM_UP_ROUNDS = 3;

type Ask = { url: string; tokens: string[]; path: string; clients: number; calls: number };

/**
 * Many at once: people with sessions of their own, and a crowd that waits in line; beside it what a
 * server without anything of ours takes for the same statements. Then the same with two processes that answer beside the one in the background: on two cores there is nothing to gain by
 * them, so what they cost is told.
 */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(itemsOf(ROWS));
  const stage = await openStage();
  try {
    const alone = await stage.launch(database.settings);
    const tokens: string[] = [];
    for (let session = 0; session < SESSIONS; session += 1) tokens.push(await logIn(alone));
    const id = await database.connect(alone, tokens[0] ?? '');
    const bare = await measureBare(database.url);
    const rows = await measureOne(alone, tokens, id, bare);
    await alone.stop();
    const two = await stage.launch({ ...database.settings, WEB_PROCESSES: '2' });
    return [...rows, ...(await measureTwo(two, tokens, id))];
  } finally {
    await stage.close();
    await database.stop();
  }
}

type Bare = { page: number; selectOne: number; crowd: number };

async function measureBare(databaseUrl: string): Promise<Bare> {
  const program = fileURLToPath(new URL('load/bare-server.ts', import.meta.url));
  const server = fork(program, [databaseUrl]);
  try {
    const [port] = (await once(server, 'message')) as [number];
    const asked = { url: `http://127.0.0.1:${port}`, tokens: [''], calls: CALLS };
    const page = { ...asked, path: '/page', clients: SESSIONS };
    return {
      page: (await measure(page)).each,
      selectOne: (await measure({ ...page, path: '/select' })).each,
      crowd: (await measure({ ...page, clients: CROWD })).p99,
    };
  } finally {
    server.kill();
  }
}

async function measureOne(
  { url }: ServerProcess,
  tokens: string[],
  id: string,
  bare: Bare,
): Promise<Row[]> {
  const asked = { url, clients: SESSIONS, calls: CALLS };
  const { page, selectOne } = pathsOf(id);
  const crowd = await measure({ ...asked, tokens, path: page, clients: CROWD });
  return [
    {
      name: 'first pages by 16 sessions, ms each (0.4 is 2,500 a second)',
      ours: (await measure({ ...asked, tokens, path: page })).each,
      raw: bare.page,
      limit: 0.4,
    },
    {
      name: 'first pages by 16 connections of one session, ms each',
      ours: (await measure({ ...asked, tokens: tokens.slice(0, 1), path: page })).each,
      raw: bare.page,
      limit: 0.4,
    },
    {
      name: '`select 1` by 16 sessions, ms each (0.222 is 4,500 a second)',
      ours: (await measure({ ...asked, tokens, path: selectOne })).each,
      raw: bare.selectOne,
      limit: 0.222,
    },
    {
      name: 'first page while 200 clients ask, p99, ms',
      ours: crowd.p99,
      raw: bare.crowd,
      limit: 250,
    },
  ];
}

async function measureTwo({ url }: ServerProcess, tokens: string[], id: string): Promise<Row[]> {
  const asked = { url, tokens, clients: SESSIONS, calls: CALLS };
  const { page, selectOne } = pathsOf(id);
  const crowd = await measure({ ...asked, path: page, clients: CROWD });
  return [
    {
      name: 'two processes: first pages by 16 sessions, ms each',
      ours: (await measure({ ...asked, path: page })).each,
      limit: 0.52,
    },
    {
      name: 'two processes: `select 1` by 16 sessions, ms each',
      ours: (await measure({ ...asked, path: selectOne })).each,
      limit: 0.4,
    },
    {
      name: 'two processes: first page while 200 clients ask, p99, ms',
      ours: crowd.p99,
      limit: 260,
    },
  ];
}

function pathsOf(connectorId: string) {
  const address = (path: string, query: Record<string, string>) =>
    `${path}?${new URLSearchParams({ 'connector[id]': connectorId, ...query }).toString()}`;
  return {
    page: address('/api/tables/v1/tables/items/rows', { limit: '50' }),
    selectOne: address('/api/sql/v1', { sql: 'select 1' }),
  };
}

/** The worst of three rounds; the first ones are not counted, since the server is still compiling. */
async function measure(ask: Ask): Promise<{ each: number; p99: number }> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await askAll(ask);
  const rounds = [
    await whileOurs(() => askAll(ask)),
    await whileOurs(() => askAll(ask)),
    await whileOurs(() => askAll(ask)),
  ];
  return {
    each: Math.max(...rounds.map(({ each }) => each)),
    p99: Math.max(...rounds.map(({ p99 }) => p99)),
  };
}

/** Whoever asks has a connection already, and waits for an answer before the next call. */
async function askAll({ url, tokens, path, clients, calls }: Ask) {
  const callers = await Promise.all(Array.from({ length: clients }, () => openCaller(url)));
  const { host } = new URL(url);
  const took: number[] = [];
  let left = calls;
  const begin = performance.now();
  await Promise.all(
    callers.map(async (caller, client) => {
      const token = tokens[client % tokens.length];
      const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      while (left > 0) {
        left -= 1;
        const asked = performance.now();
        await caller.send(request);
        took.push(performance.now() - asked);
      }
    }),
  );
  const each = (performance.now() - begin) / calls;
  for (const caller of callers) caller.close();
  const sorted = took.toSorted((one, other) => one - other);
  return { each, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}
