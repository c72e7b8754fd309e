import { Worker } from 'node:worker_threads';
import { Failure } from '@causeway/contract/errors.ts';
import type { Rewritten } from './rewrite-text.ts';
import type { TextAnswer, TextTask } from './text-worker.ts';

/**
 * A thread that looks through texts, one after the other. It starts with the first and goes when
 * nobody asked for a while; a text it does not come to an end with takes it along.
 */
export type Texts = { rewrite(task: TextTask): Promise<Rewritten> };

const PATIENCE_MS = 20_000;
const IDLE_MS = 10_000;

type Waiting = { resolve(answer: TextAnswer): void; reject(error: Error): void };

export function createTexts(): Texts {
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(new URL('./text-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    started.unref();
    started.on('message', (answer: TextAnswer) => waiting?.resolve(answer));
    // One that runs out of memory errs before it exits.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      waiting?.reject(new Failure('E_QUERY_TIMEOUT', 'Looking through it took too long.'));
    });
    return started;
  }

  function rest(): void {
    const resting = worker;
    worker = undefined;
    void resting?.terminate();
  }

  async function ask(task: TextTask): Promise<Rewritten> {
    clearTimeout(idle);
    worker ??= start();
    const current = worker;
    const timer = setTimeout(() => void current.terminate(), PATIENCE_MS);
    try {
      const answer = await new Promise<TextAnswer>((resolve, reject) => {
        waiting = { resolve, reject };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
        current.postMessage(task);
      });
      if ('problem' in answer) throw new Failure('E_PATTERN_INVALID', answer.problem);
      return answer.rewritten;
    } finally {
      waiting = undefined;
      clearTimeout(timer);
      idle = setTimeout(rest, IDLE_MS);
      idle.unref();
    }
  }

  return {
    rewrite: (task) => {
      const turn = last.then(() => ask(task));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
