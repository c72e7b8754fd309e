import { Worker } from 'node:worker_threads';
import { type ErrorCode, Failure } from '@causeway/contract/errors.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { createShares } from '#platform/limits/shares.ts';

/**
 * Reads a file that a stranger made in a thread of its own. The program asks for bytes, which are
 * fetched here, and gives items one by one, each only when the one before it was taken. It is ended
 * when its reader has enough, when it is told to, when it needs more memory than it is given, and
 * when it neither gives nor asks for longer than it may, or takes too long in all: then the file is
 * too hard to read.
 */
export type ReadingLimits = { silentMs: number; memoryMb: number };

/**
 * Bytes and lists of numbers lie outside of the heap that a thread is given, so they are looked at
 * from here: what is read, a copy of it and what is unpacked of it have room.
 */
const OUTSIDE_OF_HEAP = 3;
const LOOK_MS = 100;

/**
 * look: somebody waits for the first rows; work: all of it is read, by what outlives requests. Each
 * thread may take much memory, so there are few of either kind, and never all for one person.
 */
export type ReadingKind = 'look' | 'work';

const refusals = {
  busy: () =>
    new Failure('E_RATE_LIMITED', 'Too many files are being read. Wait a moment.', {
      retryAfter: 5,
    }),
  cancelled: () => new Failure('E_QUERY_CANCELLED'),
};
const kinds = {
  look: {
    shares: createShares({ capacity: 2, perPerson: 1, patienceMs: 20_000, ...refusals }),
    mostMs: 30_000,
  },
  work: {
    shares: createShares({ capacity: 2, perPerson: 1, patienceMs: 3_600_000, ...refusals }),
    mostMs: 3_600_000,
  },
};

type Reading<Task> = {
  program: URL;
  task: Task;
  source: ByteSource;
  limits: ReadingLimits;
  kind: ReadingKind;
  signal?: AbortSignal | undefined;
};

/** What the program says. */
export type ReadingNews =
  | { kind: 'open'; id: number; start: number | undefined; end: number | undefined }
  | { kind: 'next' | 'close'; id: number }
  | { kind: 'item'; item: unknown }
  | { kind: 'end' }
  | { kind: 'failed'; code: ErrorCode | undefined; message: string; details: Details };

type Details = Record<string, unknown> | undefined;

/** What the program hears. */
export type ReadingOrder =
  | { kind: 'take' }
  | { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> | undefined };

export async function* readInThread<Task, Item>(reading: Reading<Task>): AsyncGenerator<Item> {
  const { signal, kind } = reading;
  signal?.throwIfAborted();
  const leave = await kinds[kind].shares.take(signal && { signal });
  const clock = new AbortController();
  // Who forgets to read on does not keep the place.
  const timer = setTimeout(() => {
    leave();
    clock.abort();
  }, kinds[kind].mostMs);
  timer.unref();
  try {
    yield* readNow<Task, Item>(reading, clock.signal);
  } finally {
    clearTimeout(timer);
    leave();
  }
}

async function* readNow<Task, Item>(
  reading: Reading<Task>,
  clock: AbortSignal,
): AsyncGenerator<Item> {
  const { program, task, source, limits, signal } = reading;
  const worker = new Worker(program, {
    workerData: { task, size: source.size },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  worker.unref();
  const streams = new Map<number, AsyncGenerator<Buffer>>();
  let awaited = Promise.withResolvers<IteratorResult<Item, undefined>>();
  let patience: NodeJS.Timeout | undefined;
  const say = (order: ReadingOrder) => {
    clearTimeout(patience);
    patience = setTimeout(() => void worker.terminate(), limits.silentMs);
    const bytes = order.kind === 'bytes' ? order.bytes : undefined;
    worker.postMessage(order, bytes ? [bytes.buffer] : []);
  };
  const answer = async (news: ReadingNews): Promise<void> => {
    if (news.kind === 'open') streams.set(news.id, source.read(news.start, news.end));
    else if (news.kind === 'item') awaited.resolve({ done: false, value: news.item as Item });
    else if (news.kind === 'end') awaited.resolve({ done: true, value: undefined });
    else if (news.kind === 'failed') awaited.reject(failureOf(news));
    else if (news.kind === 'close') await streams.get(news.id)?.return(undefined);
    else {
      const piece = await streams.get(news.id)?.next();
      // What is sent leaves this thread: a copy, since pieces share their memory with others.
      const bytes = piece?.done === false ? new Uint8Array(piece.value) : undefined;
      say({ kind: 'bytes', id: news.id, bytes });
    }
  };
  worker.on('message', (news: ReadingNews) => {
    clearTimeout(patience);
    answer(news).catch((error: Error) => awaited.reject(error));
  });
  worker.on('error', () => awaited.reject(tooHard()));
  worker.on('exit', () => awaited.reject(signal?.aborted ? signal.reason : tooHard()));
  const most = limits.memoryMb * OUTSIDE_OF_HEAP * 1024 * 1024;
  const look = async (): Promise<void> => {
    // One that has ended takes nothing any more.
    const taken = await worker.getHeapStatistics().catch(() => undefined);
    if (taken && taken.external_memory > most) await worker.terminate();
  };
  const watch = setInterval(() => void look(), LOOK_MS);
  watch.unref();
  const abort = () => void worker.terminate();
  signal?.addEventListener('abort', abort, { once: true });
  clock.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      say({ kind: 'take' });
      const { done, value } = await awaited.promise;
      if (done) return;
      awaited = Promise.withResolvers();
      // Whoever reads on waits for it and tells; until then it must not count as unhandled.
      awaited.promise.catch(() => {});
      yield value;
    }
  } finally {
    clearTimeout(patience);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
    await Promise.allSettled([...streams.values()].map((stream) => stream.return(undefined)));
  }
}

function failureOf({ code, message, details }: Extract<ReadingNews, { kind: 'failed' }>): Error {
  return code ? new Failure(code, message, details) : new Error(message);
}

function tooHard(): Failure {
  return new Failure('E_IMPORT_UNREADABLE', 'The file takes too much time or memory to be read.');
}
