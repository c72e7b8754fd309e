import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import {
  launchServer,
  logIn,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import { makeWorkspace } from './automations.ts';
import { itemsOf } from './items-table.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median } from './timing.ts';
import { startUserDatabase } from './user-database.ts';

const ROUNDS = 25;
const REQUESTS = 1_000;
const CONNECTIONS = 4;
const WARM_UP_ROUNDS = 4;
/** Long enough to hear a signal. */
const SETTLE_MS = 250;

/**
 * What counting for the bill adds to a first page and to a run of a workflow, by the processor's
 * time: one and the same process counts and does not count in turns of a second. Two processes would
 * differ by more than that of themselves. What was counted is written down every minute, as in life,
 * in whichever turn that is.
 */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(itemsOf(10_000));
  const stage = await openStage();
  const register = fileURLToPath(new URL('./without-meter/register.ts', import.meta.url));
  const server = await launchServer(
    {
      ...database.settings,
      DATABASE_URL: stage.databaseUrl,
      DATA_DIR: stage.dataDirectory,
      DEFAULT_PLAN: 'business',
      LOG_LEVEL: 'silent',
    },
    { flags: ['--import', register] },
  );
  try {
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    const { hook } = await makeWorkspace(server);
    const page = `/api/tables/v1/tables/items/rows?${new URLSearchParams({
      'connector[id]': connectorId,
      limit: '50',
    }).toString()}`;
    const json = { 'content-type': 'application/json' };
    const askPage = {
      path: page,
      method: 'GET',
      headers: { ...json, authorization: `Bearer ${token}` },
    } as const;
    const callHook = {
      path: hook,
      method: 'POST',
      body: JSON.stringify({ id: 1, total: 250 }),
      headers: json,
    } as const;
    return [
      await compare(server, 'first page', askPage),
      await compare(server, 'webhook run', callHook),
    ];
  } finally {
    server.kill('SIGKILL');
    await server.ended;
    await stage.close();
    await database.stop();
  }
}

/**
 * The server counts when this begins and when it ends. In between it counts, does not, does not, and
 * counts: whatever drifts, or depends on the turn before, falls on both alike.
 */
async function compare(server: ServerProcess, name: string, request: Request): Promise<Row> {
  const counted: number[] = [];
  const uncounted: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const first = await measureTurn(server, request, 'then switch');
    const second = await measureTurn(server, request, 'then stay');
    const third = await measureTurn(server, request, 'then switch');
    const fourth = await measureTurn(server, request, 'then stay');
    if (round < 0) continue;
    counted.push(first + fourth);
    uncounted.push(second + third);
  }
  return {
    name: `${name}, counted against not counted, ms of the processor`,
    ours: median(counted) / 2,
    raw: median(uncounted) / 2,
    ratio: median(counted.map((ours, round) => ours / (uncounted[round] ?? Number.NaN))),
    limit: 1.02,
  };
}

type Request = {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
};

/** Milliseconds of the server's processor a request. */
async function measureTurn(
  server: ServerProcess,
  request: Request,
  then: 'then switch' | 'then stay',
): Promise<number> {
  const begin = await readProcessorMs(server.pid);
  await sendAll(server.url, request);
  if (then === 'then switch') server.kill('SIGUSR2');
  await sleep(SETTLE_MS);
  return ((await readProcessorMs(server.pid)) - begin) / REQUESTS;
}

async function sendAll(url: string, request: Request): Promise<void> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  let left = REQUESTS;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await pool.close();
}

/** All threads together, to the nanosecond: the usual counter only knows hundredths of a second. */
async function readProcessorMs(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const spent = await Promise.all(
    (await readdir(folder)).map(async (thread) => {
      // A thread may end while it is asked.
      const text = await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(text.split(' ')[0]) / 1e6;
    }),
  );
  return spent.reduce((sum, one) => sum + one, 0);
}
