import { readFile } from 'node:fs/promises';
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
import { startUserDatabase } from './user-database.ts';

const ROUNDS = 40;
const REQUESTS = 200;
const CONNECTIONS = 4;
const WARM_UP_ROUNDS = 6;

/**
 * What counting for the bill adds to a first page and to a run of a workflow: the product beside the
 * same product with a meter that counts nothing, on one database, in turns of a fraction of a second.
 * By the processor's time, all rounds together: two hundredths are less than what the clock on the
 * wall tells of anything else that goes on.
 */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(itemsOf(10_000));
  const stage = await openStage();
  const register = fileURLToPath(new URL('./without-meter/register.ts', import.meta.url));
  const counting = await stage.launch(database.settings);
  const plain = await launchServer(
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
    const token = await logIn(counting);
    const connectorId = await database.connect(counting, token);
    const { hook } = await makeWorkspace(counting);
    const page = `/api/tables/v1/tables/items/rows?${new URLSearchParams({
      'connector[id]': connectorId,
      limit: '50',
    }).toString()}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const askPage = { path: page, method: 'GET', headers } as const;
    const body = JSON.stringify({ id: 1, total: 250 });
    const callHook = {
      path: hook,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    } as const;
    return [
      await compare(
        { name: 'first page, counted against not counted, ms of the processor' },
        askPage,
      ),
      await compare(
        { name: 'webhook run, counted against not counted, ms of the processor' },
        callHook,
      ),
    ];
  } finally {
    plain.kill('SIGKILL');
    await plain.ended;
    await stage.close();
    await database.stop();
  }

  async function compare({ name }: { name: string }, request: Request): Promise<Row> {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
      await timeBatch(counting, request);
      await timeBatch(plain, request);
    }
    const spent = { ours: 0, raw: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ours, raw } = await timePair(round, request);
      spent.ours += ours;
      spent.raw += raw;
    }
    const each = ROUNDS * REQUESTS;
    return {
      name,
      ours: spent.ours / each,
      raw: spent.raw / each,
      ratio: spent.ours / spent.raw,
      limit: 1.02,
    };
  }

  /** Each goes first as often as the other. */
  async function timePair(round: number, request: Request) {
    if (round % 2 === 0) {
      const ours = await timeBatch(counting, request);
      return { ours, raw: await timeBatch(plain, request) };
    }
    const raw = await timeBatch(plain, request);
    return { ours: await timeBatch(counting, request), raw };
  }
}

type Request = {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
};

/** Milliseconds of the server's processor for a number of requests, several at a time. */
async function timeBatch({ url, pid }: ServerProcess, request: Request): Promise<number> {
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
  const begin = await readProcessorMs(pid);
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const took = (await readProcessorMs(pid)) - begin;
  await pool.close();
  return took;
}

const MS_A_TICK = 10;

async function readProcessorMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which may hold anything: the 14th and 15th of all fields.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}
