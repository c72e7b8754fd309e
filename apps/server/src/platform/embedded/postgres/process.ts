import { ifMissing } from '#platform/expected.ts';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** What Postgres writes into its data folder while it runs. */
export type PidFile = { pid: number; port: number };

export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]) } : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A pid is used again sooner or later, so being alive does not make a process our Postgres. */
export async function isPostgresOn(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readCommand(pid);
  return command.includes('postgres') && command.includes(data);
}

/**
 * How a process was called, empty when it is gone. It throws where that can't be known: taking a
 * running Postgres for a dead one would put two on the same data.
 */
async function readCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
      throw error;
    });
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout,
    (error: NodeJS.ErrnoException) => {
      if (typeof error.code === 'number') return '';
      throw error;
    },
  );
}

/** Fast shutdown first; a Postgres that does not obey is made to, which costs it a recovery. */
export async function stopProcess(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!send(pid, signal)) return;
    if (await isGoneWithin(pid, patience)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // There is no such process any more, or it is not ours to signal.
    return false;
  }
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return false;
}
