import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { createSharedBatches, type SharedBatch } from './shared-batches.ts';

// S3's ETag is usually an MD5, which one core computes more slowly than a disk writes. So one thread
// of its own hashes for all uploads and leaves the event loop to others; it starts with the first
// that takes more than one batch. It reads the very memory that is being written, which is shared
// and used again and again: a thread that hardly allocates hardly ever collects garbage, so memory
// made for each upload would stay. What is too large even for that gets an ETag no other content
// has; like those of multipart uploads it ends in '-' and a number, which every client takes for
// "not an MD5".

export interface HashStep {
  upload: number;
  /** Where in the shared memory; undefined when there is nothing to add. */
  place: { start: number; length: number } | undefined;
  isLast: boolean;
}

export interface Md5 {
  /** Copies the pieces, one batch at most, to where the thread reads them; waits for a free place. */
  share(pieces: Buffer[]): Promise<SharedBatch>;
  /** Returns when the batch may be overwritten. */
  update(batch: SharedBatch): Promise<void>;
  /** In hex; nothing can be added after it. */
  finish(batch?: SharedBatch): Promise<string>;
}

export function createMd5Thread() {
  const waiting: PromiseWithResolvers<string>[] = [];
  const batches = createSharedBatches();
  let worker: Worker | undefined;
  let failure: unknown;
  let uploads = 0;

  function start(): Worker {
    const workerData = batches.memory();
    const started = new Worker(new URL('./etag-worker.ts', import.meta.url), { workerData });
    started.unref();
    started.on('message', (answer: string) => waiting.shift()?.resolve(answer));
    started.on('error', (error) => {
      failure = error;
      for (const { reject } of waiting.splice(0)) reject(error);
    });
    return started;
  }

  function ask(step: HashStep): Promise<string> {
    if (failure) return Promise.reject(failure);
    worker ??= start();
    const answer = Promise.withResolvers<string>();
    waiting.push(answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(step);
    return answer.promise;
  }

  function create(): Md5 {
    const upload = ++uploads;
    return {
      share: batches.share,
      update: async ({ place }) => void (await ask({ upload, place, isLast: false })),
      finish: (batch) => ask({ upload, place: batch?.place, isLast: true }),
    };
  }

  return { create, close: async () => void (await worker?.terminate()) };
}

/** For what fits into one batch: hashed sooner than it would be handed over. */
export function md5Of(pieces: Buffer[]): string {
  const hash = createHash('md5');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

export function uniqueEtag(): string {
  return `${randomBytes(16).toString('hex')}-1`;
}
