import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { type Answer, type SendOptions, sendTo } from './send.ts';

/** As scripts/start.mjs has them. */
const memorySettings = { MALLOC_MMAP_THRESHOLD_: '49152' };
const memoryFlags = ['--max-semi-space-size=8', '--v8-pool-size=1'];

/** One for all who start the server, whoever they are: compiling it is a third of a start. */
const compileCache = join(tmpdir(), 'causeway-compile-cache');
mkdirSync(compileCache, { recursive: true });
if (process.getuid?.() === 0) chmodSync(compileCache, 0o1777);

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export type Settings = Record<string, string>;
export type Ending = { code: number | null; signal: NodeJS.Signals | null };
type User = { uid: number; gid: number };

/** The product as an operator runs it: a process of its own, reached over HTTP. */
export type ServerProcess = {
  url: string;
  pid: number;
  output(): string;
  errors(): string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ending>;
  /** Ctrl-C, then the end. */
  stop(): Promise<Ending>;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
};

/** Starts the server and waits until it says that it is ready. */
export async function launchServer(
  settings: Settings,
  options: { user?: User; flags?: string[] } = {},
): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await findFreePort());
  const server = beginServer({ PORT: port, ...settings }, options);
  const url = `http://127.0.0.1:${port}`;
  const ready = await Promise.race([server.says('Causeway is ready at'), server.ended]);
  if (ready !== 'said') throw new Error(`The server did not start: ${server.errors()}`);
  return {
    ...server,
    url,
    stop: () => {
      server.kill('SIGINT');
      return server.ended;
    },
    send: (method, path, sent) => sendTo(url, method, path, sent),
  };
}

/** Starts a server that is expected to give up, and tells how. */
export async function failToStart(settings: Settings): Promise<Ending & { errors: string }> {
  const server = beginServer({ PORT: '0', ...settings });
  const ending = await Promise.race([server.says('Causeway is ready at'), server.ended]);
  if (ending === 'said') {
    server.kill('SIGINT');
    await server.ended;
    throw new Error('The server started');
  }
  return { ...ending, errors: server.errors() };
}

/**
 * A server on its way, with few samples. It gets the given settings only: nothing of the environment
 * the tests run in reaches it.
 */
export function beginServer(settings: Settings, options: { user?: User; flags?: string[] } = {}) {
  const child = spawn(process.execPath, [...memoryFlags, ...(options.flags ?? []), main], {
    ...options.user,
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      SAMPLE_SCALE: '0.001',
      WEB_PROCESSES: '1',
      ...memorySettings,
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? 0,
    output: () => texts.stdout,
    errors: () => texts.stderr,
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended,
    says: (words: string) => said(child, () => texts.stdout.includes(words)),
  };
}

function said(child: ChildProcess, isSaid: () => boolean): Promise<'said'> {
  return new Promise((resolve) => {
    const check = () => {
      if (isSaid()) resolve('said');
    };
    child.stdout?.on('data', check);
    check();
  });
}

/** A folder for one test, removed by `remove` together with what Postgres kept elsewhere. */
export async function makeDataDirectory(user?: User): Promise<{
  path: string;
  remove(): Promise<void>;
}> {
  const parent = await mkdtemp(join(tmpdir(), 'causeway-run-'));
  // Where others can enter, the Postgres that root starts has its data in here, not in /var/lib.
  await chmod(parent, 0o755);
  const path = join(parent, 'data');
  await mkdir(path);
  if (user) {
    await chown(parent, user.uid, user.gid);
    await chown(path, user.uid, user.gid);
  }
  return {
    path,
    remove: async () => {
      const elsewhere = await findPostgresPlace(path);
      if (!elsewhere.startsWith(parent)) await rm(elsewhere, { recursive: true, force: true });
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Where the Postgres of a data folder keeps its own. */
export async function findPostgresPlace(dataDirectory: string): Promise<string> {
  const note = await readFile(join(dataDirectory, 'postgres-is-at.txt'), 'utf8').catch(() => '');
  return note.trim() || join(dataDirectory, 'postgres');
}

/** The Postgres servers (not their children) that run on a data folder. */
export async function listPostgres(dataDirectory: string): Promise<number[]> {
  const place = await findPostgresPlace(dataDirectory);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: { pid: number; parent: number }[] = [];
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [program, ...flags] = command.split('\0');
    const isServer = program?.endsWith('/bin/postgres') && flags.includes('-D');
    if (!isServer || !flags.some((flag) => flag.startsWith(`${place}/`))) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    found.push({ pid: Number(pid), parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) });
  }
  // A child bears its parent's command until it has told what it is for.
  const servers = new Set(found.map(({ pid }) => pid));
  return found.filter(({ parent }) => !servers.has(parent)).map(({ pid }) => pid);
}

/** Waits until the outcome is there, asking again and again. */
export async function waitFor<Outcome>(
  what: string,
  look: () => Promise<Outcome | undefined | false>,
  patience = 60_000,
): Promise<Outcome> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const outcome = await look().catch(() => undefined);
    if (outcome !== undefined && outcome !== false) return outcome;
    await sleep(50);
  }
  throw new Error(`Waited in vain for: ${what}`);
}

export const demoLogin = { email: 'demo@causeway.test', password: 'causeway-demo' };

export async function logIn(
  server: Pick<ServerProcess, 'send'>,
  login: { email: string; password: string } = demoLogin,
): Promise<string> {
  const answer = await server.send('POST', '/auth/login', { body: login });
  if (answer.status !== 200) throw new Error(`Login failed: ${answer.status} ${answer.text}`);
  return (answer.json as { token: string }).token;
}
