import { type ChildProcess, fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@causeway/contract/errors.ts';
import { createShares } from '#platform/limits/shares.ts';
import type { Done, FromWorker, Problem, Work, WorkerStart } from './worker/protocol.ts';

/**
 * Processes that run DuckDB. One is
 * - busy: it does one thing for one request
 * - idle: warm, for the next request about the same bucket; after a while it ends
 * - ended: by a cancelled request, by its clock, by its memory, or because another bucket needs the
 *   place: a process only ever sees the folder of one connector
 *
 * There are few, since each may take much memory, and never all of them for one person; who finds
 * none waits a while.
 */
export type FileWorkers = {
  /** Throws what is wrong as a Failure; a place in the statement is in its details. */
  ask<Kind extends Work['kind']>(
    work: Extract<Work, { kind: Kind }>,
    options: AskOptions,
  ): Promise<Done[Kind]>;
  /** The processes alive. */
  list(): { processId: number | undefined; isBusy: boolean }[];
  close(): Promise<void>;
};

/** The folder of the bucket's files is the only one the process sees. */
export type AskOptions = { folder: string; signal: AbortSignal; limitMs: number };

const MOST_WORKERS = 3;
const MOST_A_PERSON = 2;
const QUEUE_PATIENCE_MS = 15_000;
const IDLE_MS = 120_000;
/** DuckDB gives little memory back, so a process does not live for ever. */
const MOST_REQUESTS = 500;

type Place = {
  folder: string;
  process: ChildProcess;
  isBusy: boolean;
  isEnded: boolean;
  requests: number;
  usedAt: number;
  idle?: NodeJS.Timeout;
};

export function createFileWorkers(share = shareOfMachine()): FileWorkers {
  const places: Place[] = [];
  const shares = createShares({
    capacity: MOST_WORKERS,
    perPerson: MOST_A_PERSON,
    patienceMs: QUEUE_PATIENCE_MS,
    busy: () => new Failure('E_CONNECTOR_BUSY'),
    cancelled: () => new Failure('E_QUERY_CANCELLED'),
  });

  function end(place: Place): void {
    clearTimeout(place.idle);
    place.isEnded = true;
    const index = places.indexOf(place);
    if (index !== -1) places.splice(index, 1);
    place.process.kill('SIGKILL');
  }

  async function start(folder: string): Promise<Place> {
    const place: Place = {
      folder,
      process: startProcess(),
      isBusy: true,
      isEnded: false,
      requests: 0,
      usedAt: Date.now(),
    };
    places.push(place);
    place.process.once('exit', () => end(place));
    place.process.on('error', () => end(place));
    const spill = join(folder, 'spill');
    await mkdir(spill, { recursive: true });
    place.process.send({ start: { folder: `${folder}/`, spill, ...share } });
    return place;
  }

  /**
   * An idle one of the same bucket, a new one where there is room, else the room of another idle one.
   * Who has a share finds one of these.
   */
  async function take(folder: string): Promise<Place> {
    const warm = places.find((place) => !place.isBusy && place.folder === folder);
    if (warm) {
      warm.isBusy = true;
      clearTimeout(warm.idle);
      return warm;
    }
    if (places.length >= MOST_WORKERS) {
      const [oldest] = places
        .filter(({ isBusy }) => !isBusy)
        .toSorted((a, b) => a.usedAt - b.usedAt);
      if (oldest) end(oldest);
    }
    return start(folder);
  }

  function giveBack(place: Place): void {
    place.isBusy = false;
    place.usedAt = Date.now();
    place.requests += 1;
    if (place.requests >= MOST_REQUESTS) end(place);
    if (place.isEnded) return;
    place.idle = setTimeout(() => end(place), IDLE_MS);
    place.idle.unref();
  }

  return {
    ask: (work, { folder, signal, limitMs }) => {
      const lend = async () => {
        const place = await take(folder);
        const cancel = () => end(place);
        signal.addEventListener('abort', cancel, { once: true });
        if (signal.aborted) cancel();
        try {
          return await askProcess(place, work, { limitMs, signal, end });
        } finally {
          signal.removeEventListener('abort', cancel);
          giveBack(place);
        }
      };
      return shares.run(lend, { signal });
    },
    list: () => places.map(({ process: { pid: processId }, isBusy }) => ({ processId, isBusy })),
    close: async () => {
      for (const place of places.slice()) {
        const gone = new Promise((resolve) => {
          place.process.once('exit', resolve);
        });
        end(place);
        if (place.process.exitCode === null && place.process.signalCode === null) await gone;
      }
    },
  };
}

/** With nothing of our environment, and without a way to our output. */
function startProcess(): ChildProcess {
  return fork(new URL('./worker/process.ts', import.meta.url), [], {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function shareOfMachine(): Pick<WorkerStart, 'memoryMb' | 'threads'> {
  const sixth = Math.floor(totalmem() / 6 / 1024 / 1024);
  return {
    memoryMb: Math.max(256, Math.min(1_024, sixth)),
    threads: Math.max(1, Math.min(4, availableParallelism())),
  };
}

let asked = 0;

type Asking = { limitMs: number; signal: AbortSignal; end(place: Place): void };

async function askProcess<Kind extends Work['kind']>(
  place: Place,
  work: Extract<Work, { kind: Kind }>,
  { limitMs, signal, end }: Asking,
): Promise<Done[Kind]> {
  if (signal.aborted) throw new Failure('E_QUERY_CANCELLED');
  const id = (asked += 1);
  const { promise, resolve, reject } = Promise.withResolvers<Done[Kind]>();
  const hear = (message: FromWorker) => {
    if (message.id !== id) return;
    if ('problem' in message) reject(failureOf(message.problem));
    else resolve(message.done as Done[Kind]);
  };
  const lose = () =>
    reject(signal.aborted ? new Failure('E_QUERY_CANCELLED') : failureOf(lostProcess));
  const clock = setTimeout(() => {
    reject(new Failure('E_QUERY_TIMEOUT'));
    end(place);
  }, limitMs);
  place.process.on('message', hear);
  place.process.once('exit', lose);
  try {
    if (place.isEnded) lose();
    else place.process.send({ id, work }, (error) => error && lose());
    return await promise;
  } finally {
    clearTimeout(clock);
    place.process.off('message', hear);
    place.process.off('exit', lose);
  }
}

const lostProcess: Problem = { kind: 'memory', message: 'The process ended.' };

const codes = {
  empty: 'E_SQL_EMPTY',
  several: 'E_SQL_MULTIPLE_STATEMENTS',
  refused: 'E_SQL_READ_ONLY',
  syntax: 'E_SQL_SYNTAX',
  failed: 'E_SQL_FAILED',
  unreadable: 'E_TABLE_UNREADABLE',
  'too-large': 'E_RESULT_TOO_LARGE',
  memory: 'E_RESULT_TOO_LARGE',
  internal: 'E_INTERNAL',
} as const satisfies Record<Problem['kind'], string>;

function failureOf({ kind, message, place }: Problem): Failure {
  const told =
    kind === 'memory' ? 'The query needs more memory than it may have. Narrow it down.' : message;
  return new Failure(codes[kind], told, place === undefined ? undefined : { place });
}
