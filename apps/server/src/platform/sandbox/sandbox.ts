import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';
import type { Job, JobResult } from './job.ts';

/**
 * Runs code of users where nothing of ours is: a process with an empty environment that may read the
 * engine's own files and nothing else, without a network where the system can do that, and with hard
 * limits of time and memory. Three walls: the engine's own clock, the end of its thread a moment
 * later, the end of the whole process after that.
 */
export type Sandbox = {
  run(
    job: Job,
    signal?: AbortSignal,
    /** Told how long it worked, however it ended; waiting for a place is not work. */
    onWorked?: (milliseconds: number) => void,
  ): Promise<Extract<JobResult, { ok: true }>>;
  close(): void;
};

/** On the clock: whoever is in the sandbox counts the time at work. */
const LAST_WALL_TIMES = 10;
const LAST_WALL_MS = 3_000;
const folder = fileURLToPath(new URL('.', import.meta.url));
const program = fileURLToPath(new URL('sandbox-process.ts', import.meta.url));
const packages = fileURLToPath(new URL('../../../../../node_modules/', import.meta.url));
const manifests = ['../../../package.json', '../../../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const flags = [
  '--permission',
  `--allow-fs-read=${folder}*`,
  `--allow-fs-read=${packages}*`,
  ...manifests.map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=96',
  '--no-warnings',
];

type Child = { process: ChildProcess; ready: Promise<void> };
type Waiting = { resolve(result: JobResult): void; timer: NodeJS.Timeout; child: Child };

/** While it is warm it holds nearly as much memory as all the rest of the server. */
const IDLE_MS = 120_000;

export function createSandbox(logger: Logger, idleMs = IDLE_MS): Sandbox {
  const jobs = new Map<number, Waiting>();
  let child: Child | undefined;
  let nextId = 1;
  let running = 0;
  let ending: NodeJS.Timeout | undefined;
  const shares = createShares({
    capacity: 3,
    perPerson: 2,
    patienceMs: 30_000,
    busy: () => new Failure('E_CODE_LIMIT', 'Too much code is running. Try again in a moment.'),
    cancelled: () => new Failure('E_QUERY_CANCELLED'),
  });

  function getChild(): Child {
    if (child) return child;
    const started = launch();
    const ready = Promise.withResolvers<void>();
    const own: Child = { process: started, ready: ready.promise };
    started.on('message', (message: 'ready' | { id: number; result: JobResult }) => {
      if (message === 'ready') ready.resolve();
      else settle(message.id, message.result);
    });
    const forget = () => {
      if (child === own) child = undefined;
      ready.resolve();
      for (const [id, job] of jobs) if (job.child === own) settle(id, broken);
    };
    started.on('error', (error) => {
      logger.warn({ err: error }, 'sandbox');
      forget();
    });
    started.on('exit', forget);
    child = own;
    return own;
  }

  function settle(id: number, result: JobResult): void {
    const job = jobs.get(id);
    if (!job) return;
    jobs.delete(id);
    clearTimeout(job.timer);
    job.resolve(result);
  }

  function end(): void {
    child?.process.kill('SIGKILL');
    child = undefined;
  }

  /** Counted from before a process is asked for to after its answer. */
  async function keepingWarm<Result>(work: () => Promise<Result>): Promise<Result> {
    running += 1;
    clearTimeout(ending);
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) ending = setTimeout(end, idleMs).unref();
    }
  }

  /** Time counts from when a thread has the job: to start one is no fault of the code. */
  async function send(job: Job): Promise<JobResult> {
    const target = getChild();
    await target.ready;
    const id = nextId;
    nextId += 1;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          target.process.kill('SIGKILL');
          settle(id, tooLong);
        },
        job.limitMs * LAST_WALL_TIMES + LAST_WALL_MS,
      );
      jobs.set(id, { resolve, timer, child: target });
      if (target.process.connected) target.process.send({ id, job });
      else settle(id, broken);
    });
  }

  return {
    run: async (job, signal, onWorked) => {
      const leave = await shares.take(signal ? { signal } : {});
      const begun = performance.now();
      try {
        const result = await keepingWarm(() => send(job));
        onWorked?.(performance.now() - begun);
        if (result.ok) return result;
        const code = result.reason === 'limit' ? 'E_CODE_LIMIT' : 'E_CODE_FAILED';
        const { at, logs } = result;
        throw new Failure(code, result.message, { at, logs });
      } finally {
        leave();
      }
    },
    close: () => {
      clearTimeout(ending);
      end();
    },
  };
}

const tooLong: JobResult = {
  ok: false,
  reason: 'limit',
  message: 'It took too long.',
  at: 0,
  logs: [],
};
const broken: JobResult = { ...tooLong, message: 'It broke the sandbox and was stopped.' };

/** Node does not keep sockets from a process; Linux does, where it lets us make a network of its own. */
let hasOwnNetwork: boolean | undefined;

function launch(): ChildProcess {
  hasOwnNetwork ??= spawnSync('unshare', ['-r', '-n', 'true'], { stdio: 'ignore' }).status === 0;
  const command = hasOwnNetwork ? ['unshare', '-r', '-n', process.execPath] : [process.execPath];
  const [first = process.execPath, ...rest] = command;
  return spawn(first, [...rest, ...flags, program], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
