import { spawn } from 'node:child_process';
import { request } from 'node:http';
import type { Mover } from './mover.ts';

const TIMES = 5;

/** The best of several, one after the other in turn: what the machine does besides hits both. */
export async function timeBoth(ours: () => Promise<void>, raw: () => Promise<void>) {
  const times: [number, number] = [Infinity, Infinity];
  for (let time = 0; time < TIMES; time += 1) {
    times[0] = Math.min(times[0], await timeOnce(ours));
    times[1] = Math.min(times[1], await timeOnce(raw));
  }
  return { ours: times[0], raw: times[1], ratio: times[0] / times[1] };
}

async function timeOnce(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function psql({ database }: Mover, command: string): Promise<void> {
  const child = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', database.url, '-c', command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`psql ended with ${code}`));
    });
  });
}

/** As a browser downloads it, thrown away as it comes. */
export function download(
  { server, token, connectorId }: Mover,
  table: string,
  file: object,
): Promise<void> {
  const body = JSON.stringify({
    connector: { id: connectorId },
    source: { kind: 'table', table },
    file,
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}/api/exports/v1/stream`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`Export: ${answer.statusCode}`));
        answer.resume().once('end', resolve).once('error', reject);
      },
    );
    sent.once('error', reject).end(body);
  });
}
