import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Begin, FromKeeper, ToKeeper } from './messages.ts';

/** The processes that answer, kept by the one that works in the background. */
export type Kept = { port: number; stop(): Promise<void> };

const PAUSE_MS = 1_000;

/**
 * Starts so many processes on one port; Node hands each new connection to the next of them. One that
 * ends without being asked to is started again. When the keeper itself is lost, Node ends them.
 */
export async function keepProcesses(
  given: Pick<Begin, 'databaseUrl' | 'samples' | 'count'>,
  logger: Logger,
): Promise<Kept> {
  const secret = randomBytes(32).toString('base64url');
  const doors = new Map<number, number>();
  const running = new Map<number, Worker>();
  let stopping = false;
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)) });

  function tell(worker: Worker, message: FromKeeper): void {
    // One that is ending reads no more.
    if (worker.isConnected()) worker.send(message, () => {});
  }

  function tellDoors(): void {
    const ports = [...doors];
    for (const worker of running.values()) tell(worker, { type: 'doors', ports });
  }

  async function begin(slot: number): Promise<number> {
    const worker = cluster.fork();
    running.set(slot, worker);
    worker.once('exit', (code, signal) => void replace(slot, signal ?? code));
    tell(worker, { type: 'begin', ...given, slot, secret });
    const answer = await hear(worker);
    if (answer.type === 'failed') {
      throw Object.assign(new Error(answer.message), { code: answer.code });
    }
    doors.set(slot, answer.door);
    tellDoors();
    return answer.port;
  }

  async function replace(slot: number, how: string | number): Promise<void> {
    running.delete(slot);
    doors.delete(slot);
    if (stopping) return;
    tellDoors();
    logger.error({ slot, how }, 'a process that answers has ended; another one takes its place');
    await sleep(PAUSE_MS);
    if (stopping) return;
    await begin(slot).catch((error: unknown) => logger.error({ err: error, slot }, 'not started'));
  }

  async function stop(): Promise<void> {
    stopping = true;
    const ends = [...running.values()].map((worker) => once(worker, 'exit'));
    for (const worker of running.values()) worker.process.kill('SIGTERM');
    await Promise.all(ends);
  }

  try {
    const slots = Array.from({ length: given.count }, (_, place) => place + 1);
    const ports = await Promise.all(slots.map(begin));
    return { port: ports[0] ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Its first word; one that ends without any has failed. */
async function hear(worker: Worker): Promise<ToKeeper> {
  const over = new AbortController();
  try {
    return await Promise.race([
      once(worker, 'message', { signal: over.signal }).then(([message]) => message as ToKeeper),
      once(worker, 'exit', { signal: over.signal }).then((): ToKeeper => ({
        type: 'failed',
        message: 'a process that answers ended at once',
      })),
    ]);
  } finally {
    over.abort();
  }
}
