import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';

// S3's ETag is usually an MD5, which one core computes more slowly than a disk writes. So one thread
// of its own hashes for all uploads and leaves the event loop to others; it starts with the first
// that takes more than one piece. It reads the very memory that is being written, which is shared.
// What is too large even for that gets an ETag no other
// content has; like those of multipart uploads it ends in '-' and a number, which every client
// takes for "not an MD5".

export interface HashStep {
  upload: number;
  bytes: Uint8Array | undefined;
  isLast: boolean;
}

export interface Md5 {
  /** Returns when the bytes may be overwritten. */
  update(bytes: Uint8Array): Promise<void>;
  /** In hex; nothing can be added after it. */
  finish(bytes?: Uint8Array): Promise<string>;
}

export function createMd5Thread() {
  const waiting: PromiseWithResolvers<string>[] = [];
  let worker: Worker | undefined;
  let failure: unknown;
  let uploads = 0;

  function start(): Worker {
    const started = new Worker(new URL('./etag-worker.ts', import.meta.url));
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
    let isStarted = false;
    return {
      update: async (bytes) => {
        isStarted = true;
        await ask({ upload, bytes, isLast: false });
      },
      finish: async (bytes) => {
        // What fits into one piece is hashed sooner than it is handed over.
        if (!isStarted)
          return createHash('md5')
            .update(bytes ?? '')
            .digest('hex');
        return ask({ upload, bytes, isLast: true });
      },
    };
  }

  return { create, close: async () => void (await worker?.terminate()) };
}

export function uniqueEtag(): string {
  return `${randomBytes(16).toString('hex')}-1`;
}
