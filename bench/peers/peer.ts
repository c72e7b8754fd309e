import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTree } from '../memory.ts';

/** A tool that people use beside or instead of us, with the table `items` of one database open. */
export type Peer = {
  name: string;
  /** 50 rows from a row on, in the order of the key. */
  page(from: number): Promise<void>;
  /** The first 50 by a column without an index. */
  sorted(): Promise<void>;
  selectOne(): Promise<void>;
  stop(): Promise<void>;
};

/** One in which a webhook runs the same three light steps as ours and answers with what they made. */
export type HookPeer = { name: string; url: string; path: string; stop(): Promise<void> };

/** A server that just started is still compiling: what comes after is what it keeps up. */
export const WARM_UP_SECONDS = 8;
export const SECONDS = 4;

/** What the webhook is sent. */
export const order = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"id":1,"total":250}',
};

export function run(command: string, args: string[], cwd: string, env = process.env): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** Packages of npm, without what they would build or run. */
export async function installPackages(
  folder: string,
  wanted: { dependencies: Record<string, string>; overrides?: Record<string, string> },
): Promise<void> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...wanted }));
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  const only = ['--legacy-peer-deps', '--omit=optional', '--ignore-scripts'];
  run('npm', ['install', ...quietly, ...only], folder);
}

/** Until it answers; where it is asked for something, until that is there. */
export async function answers(url: string, asked?: RequestInit): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    const isThere = await fetch(url, asked).then(
      ({ ok }) => ok || !asked,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`Nobody answers at ${url}`);
}

/** With what it started, which would outlive it. */
export async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  const [, ...workers] = await listTree(child.pid ?? 0);
  child.kill('SIGKILL');
  await gone;
  if (workers.length > 0) spawnSync('kill', ['-KILL', ...workers.map(String)]);
}
