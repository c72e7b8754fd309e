import { readdir, readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import type { Route, Routes } from '@causeway/contract/route.ts';
import { createRandom, makeRequest } from '../apps/server/src/testing/random-requests.ts';
import {
  launchServer,
  logIn,
  makeDataDirectory,
  type ServerProcess,
} from '../apps/server/src/testing/server-process.ts';
import { readTreeMemory, readTreeTime, watchTree } from './memory.ts';
import type { Row } from './run.ts';
import { openStage, type Stage } from './stage.ts';
import { median, timeEach } from './timing.ts';

const CALLS = 2_000;
const RANDOM_REQUESTS = 10_000;

/** The ground of the product: how quickly it starts, how small it is, how soon it answers. */
export async function bench(): Promise<Row[]> {
  return [...(await measureStarts()), ...(await measureAnswers()), await measureStall()];
}

async function measureStarts(): Promise<Row[]> {
  const folder = await makeDataDirectory();
  const times: number[] = [];
  let memory = 0;
  let tree = 0;
  for (let start = 0; start < 4; start += 1) {
    const begin = performance.now();
    const server = await launchServer({ DATA_DIR: folder.path, SAMPLE_SCALE: '1' });
    await server.send('GET', '/health/ready');
    times.push((performance.now() - begin) / 1_000);
    // What the sample's workflows do first is done before the last start.
    if (start >= 2) await settle(server.pid);
    if (start === 3) ({ memory, tree } = await readIdle(server.pid));
    await server.stop();
  }
  await folder.remove();
  const another = await makeDataDirectory();
  const watch = watchTree(process.pid);
  const own = await readTreeMemory(process.pid);
  const server = await launchServer({ DATA_DIR: another.path, SAMPLE_SCALE: '1' });
  const peak = (await watch.stop()) - own;
  await server.stop();
  await another.remove();
  const [first = Number.NaN, ...later] = times;
  return [
    { name: 'first start on an empty DATA_DIR, s', ours: first, limit: 5 },
    { name: 'start on an existing DATA_DIR, s', ours: median(later), limit: 2.5 },
    { name: 'memory of the server once idle, MB', ours: memory, limit: 160 },
    { name: 'memory of all its processes then, MB', ours: tree, limit: 180 },
    { name: 'most memory of all processes during a first start, MB', ours: peak, limit: 270 },
  ];
}

/** The least of a minute and a half: what a schedule does in it is not idle, and connections end. */
async function readIdle(pid: number): Promise<{ memory: number; tree: number }> {
  const seen: { memory: number; tree: number }[] = [];
  for (let looks = 0; looks < 18; looks += 1) {
    await sleep(LOOK_MS);
    seen.push({ memory: await readMemory(pid), tree: await readTreeMemory(pid) });
  }
  return {
    memory: Math.min(...seen.map(({ memory }) => memory)),
    tree: Math.min(...seen.map(({ tree }) => tree)),
  };
}

const LOOK_MS = 5_000;
const MOST_LOOKS = 36;
/** Of one processor: looking for work that may have come takes a part of this. */
const RESTING = 0.05;

/** Until the server and its Postgres have nothing left to do: the sample's workflows run first. */
async function settle(pid: number): Promise<void> {
  let before = await readTreeTime(pid);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await sleep(LOOK_MS);
    const now = await readTreeTime(pid);
    if (now >= before && now - before < LOOK_MS * RESTING) return;
    before = now;
  }
  throw new Error('The server did not come to rest.');
}

async function measureAnswers(): Promise<Row[]> {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const token = await logIn(server);
    const ask = createAsker(`${server.url}/user`, token);
    const client = new pg.Client({ connectionString: stage.databaseUrl });
    await client.connect();
    await timeEach(300, ask);
    const [ours, raw] = [
      median(await timeEach(CALLS, ask)),
      median(await timeEach(CALLS, () => client.query('select 1'))),
    ];
    await client.end();
    return [
      { name: 'GET /user against `select 1`, p50, ms', ours, raw, ratio: ours / raw, limit: 16 },
    ];
  } finally {
    await stage.close();
  }
}

/** The longest the server's event loop stood still while it got random requests. */
async function measureStall(): Promise<Row> {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const routes = await listRoutes();
    await readStall(server);
    const random = createRandom(815);
    const pool = new Pool(server.url, { connections: 12, pipelining: 1 });
    let left = RANDOM_REQUESTS;
    const work = async () => {
      let token = '';
      while (left > 0) {
        left -= 1;
        if (token === '' || left % 50 === 0) token = await openSession(stage);
        const known = { routes, tokens: [token], ids: [crypto.randomUUID()] };
        const { path, method, headers, body } = makeRequest(random, known);
        const answer = await pool.request({ path, method, headers, body });
        const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
        if (isStream) answer.body.on('error', () => {}).destroy();
        else await answer.body.dump();
      }
    };
    await Promise.all(Array.from({ length: 12 }, work));
    await pool.close();
    const stall = await readStall(server);
    return { name: 'longest stall during 10,000 random requests, ms', ours: stall, limit: 55 };
  } finally {
    await stage.close();
  }
}

/** Without a login: random logins use up what an address may try. */
async function openSession(stage: Stage): Promise<string> {
  const token = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  await stage.query(
    `insert into causeway.sessions (token_hash, user_id, expires_at)
     select sha256('${token}'), id, now() + interval '1 day'
     from causeway.users where email = 'demo@causeway.test'`,
  );
  return token;
}

/** The longest delay since the last time it was read. */
async function readStall(server: ServerProcess): Promise<number> {
  const { text } = await server.send('GET', '/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]) * 1_000;
}

async function listRoutes(): Promise<Route[]> {
  const directory = new URL('../packages/contract/src/', import.meta.url);
  const files = (await readdir(directory)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, directory).href) as Promise<Record<string, Routes>>),
  );
  return modules.flatMap((module) => {
    const names = Object.keys(module).filter((name) => name.endsWith('Routes'));
    return names.flatMap((name) => Object.values(module[name] ?? {}));
  });
}

function createAsker(url: string, token: string): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(url, { agent, headers }, (answer) => {
        answer.resume().on('end', resolve).on('error', reject);
      });
      asked.on('error', reject).end();
    });
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
