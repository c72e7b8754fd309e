import { Worker } from 'node:worker_threads';
import type { Job, JobResult } from './job.ts';

/**
 * The process that code of users runs in, in threads. A job that does not end at its limit has its
 * thread ended a moment later: the engine looks at the clock only between its own steps, and one
 * long built-in has none. A spare thread is always warm, so that the next job does not wait for one.
 */
const GRACE_MS = 100;
const LOOK_MS = 25;
/** On the clock, for a machine that is busy with other things. */
const LAST_WALL_TIMES = 8;
const WARM = 3;

const idle: Worker[] = [];
let starting = 0;
let isReady = false;
const waiting: ((worker: Worker) => void)[] = [];

function keepWarm(): void {
  while (idle.length + starting < WARM) {
    starting += 1;
    const worker = new Worker(new URL('quickjs-worker.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    });
    worker.on('error', () => void worker.terminate());
    worker.once('message', () => {
      starting -= 1;
      handOut(worker);
    });
  }
}

function handOut(worker: Worker): void {
  // What is sent before a module listens is lost; so it says when it can take work.
  if (!isReady) process.send?.('ready');
  isReady = true;
  const next = waiting.shift();
  if (next) next(worker);
  else idle.push(worker);
}

function takeWorker(): Promise<Worker> {
  const worker = idle.pop();
  const taken = worker
    ? Promise.resolve(worker)
    : new Promise<Worker>((resolve) => waiting.push(resolve));
  keepWarm();
  return taken;
}

async function runJob(job: Job): Promise<JobResult> {
  const worker = await takeWorker();
  const { promise, resolve } = Promise.withResolvers<JobResult>();
  const give = (message: JobResult) => resolve(message);
  const broke = () => {
    resolve({ ok: false, reason: 'limit', message: 'It used too much memory.', at: 0, logs: [] });
  };
  const end = () => {
    void worker.terminate();
    resolve({ ok: false, reason: 'limit', message: 'It took too long.', at: 0, logs: [] });
  };
  const watching = watch(worker, job.limitMs + GRACE_MS, end);
  let isAlive = true;
  worker.once('message', give);
  worker.once('exit', () => {
    isAlive = false;
    broke();
    keepWarm();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(job);
  const result = await promise;
  watching.stop();
  worker.off('message', give);
  worker.removeAllListeners('exit');
  if (isAlive && (result.ok || result.reason !== 'limit')) handOut(worker);
  else void worker.terminate();
  keepWarm();
  return result;
}

/** Ends a thread that worked for longer than it may; and one that is silent for much longer. */
function watch(worker: Worker, mostMs: number, end: () => void): { stop(): void } {
  const begun = worker.cpuUsage();
  begun.catch(() => {});
  const lastWall = performance.now() + mostMs * LAST_WALL_TIMES;
  let isWatching = true;
  const look = async () => {
    const { user, system } = await worker.cpuUsage(await begun);
    if (isWatching && (user + system) / 1_000 > mostMs) end();
  };
  const timer = setInterval(() => {
    if (performance.now() > lastWall) end();
    // What could not be looked at now is looked at again by the next tick.
    else look().catch(() => {});
  }, LOOK_MS);
  return {
    stop: () => {
      isWatching = false;
      clearInterval(timer);
    },
  };
}

process.on('message', ({ id, job }: { id: number; job: Job }) => {
  void runJob(job).then((result) => process.send?.({ id, result }));
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0));
delete process.env.NODE_CHANNEL_FD;
keepWarm();
