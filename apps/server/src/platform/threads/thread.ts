import { Worker } from 'node:worker_threads';

/**
 * A thread of its own for what would keep every other request waiting. It starts with the first
 * task and goes when there was none for a while. A task it does not come to an end with takes it
 * along, and those behind it: they are rejected with `ThreadEnded`, and the next starts a new one.
 */
export type Thread<Task, Answer> = {
  /** The program answers its messages one after the other. */
  ask(task: Task): Promise<Answer>;
  close(): Promise<void>;
};

export class ThreadEnded extends Error {}

type Limits = { patienceMs: number; idleMs: number; memoryMb: number };
type Started<Answer> = { worker: Worker; waiting: PromiseWithResolvers<Answer>[] };

export function createThread<Task, Answer>(program: URL, limits: Limits): Thread<Task, Answer> {
  let current: Started<Answer> | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Started<Answer> {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    const started: Started<Answer> = { worker, waiting: [] };
    worker.unref();
    worker.on('message', (answer: Answer) => started.waiting.shift()?.resolve(answer));
    // One that runs out of memory errs before it exits.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (current === started) current = undefined;
      for (const { reject } of started.waiting.splice(0)) reject(new ThreadEnded());
    });
    return started;
  }

  async function end(): Promise<void> {
    const ending = current;
    current = undefined;
    await ending?.worker.terminate();
  }

  return {
    ask: async (task) => {
      clearTimeout(idle);
      current ??= start();
      const { worker, waiting } = current;
      const answer = Promise.withResolvers<Answer>();
      waiting.push(answer);
      const timer = setTimeout(() => void worker.terminate(), limits.patienceMs);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage(task);
      try {
        return await answer.promise;
      } finally {
        clearTimeout(timer);
        clearTimeout(idle);
        if (current?.waiting.length === 0) {
          idle = setTimeout(() => void end(), limits.idleMs);
          idle.unref();
        }
      }
    },
    close: async () => {
      clearTimeout(idle);
      await end();
    },
  };
}
