import { Worker } from 'node:worker_threads';

/**
 * A thread of its own for what would keep every other request waiting. It starts with the first
 * task and goes when there was none for a while. Tasks wait here for their turn, and a task's time
 * begins with it, once the program has said that it is ready: one that does not come to an end is
 * ended together with the thread and rejected with `ThreadEnded`, and those behind it go on with a
 * new thread.
 */
export type Thread<Task, Answer> = {
  /** The program answers its messages one after the other. */
  ask(task: Task): Promise<Answer>;
  close(): Promise<void>;
};

export class ThreadEnded extends Error {}

/** What a program says first. A busy machine takes its time to load it; that is no fault of the task. */
export const READY = 'ready';
const START_MS = 60_000;

type Limits = { patienceMs: number; idleMs: number; memoryMb: number };
type Waiting<Task, Answer> = { task: Task; answer: PromiseWithResolvers<Answer> };

export function createThread<Task, Answer>(program: URL, limits: Limits): Thread<Task, Answer> {
  const waiting: Waiting<Task, Answer>[] = [];
  let worker: Worker | undefined;
  let asked: Waiting<Task, Answer> | undefined;
  let patience: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    started.unref();
    started.on('message', (said: Answer | typeof READY) => {
      if (said !== READY) return settle((one) => one.resolve(said));
      if (asked) limitTime(started, limits.patienceMs);
      return undefined;
    });
    // One that runs out of memory errs before it exits.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker !== started) return;
      worker = undefined;
      settle((one) => one.reject(new ThreadEnded()));
    });
    return started;
  }

  /** The end of one task is the beginning of the next. */
  function settle(tell: (answer: PromiseWithResolvers<Answer>) => void): void {
    clearTimeout(patience);
    const settled = asked;
    asked = undefined;
    if (settled) tell(settled.answer);
    next();
  }

  function next(): void {
    if (asked) return;
    clearTimeout(idle);
    asked = waiting.shift();
    if (!asked) {
      idle = setTimeout(() => void end(), limits.idleMs);
      idle.unref();
      return;
    }
    const isFresh = worker === undefined;
    worker ??= start();
    limitTime(worker, isFresh ? START_MS : limits.patienceMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage(asked.task);
  }

  function limitTime(turn: Worker, ms: number): void {
    clearTimeout(patience);
    patience = setTimeout(() => void turn.terminate(), ms);
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    ask: (task) => {
      const answer = Promise.withResolvers<Answer>();
      if (isClosed) answer.reject(new ThreadEnded());
      else waiting.push({ task, answer });
      next();
      return answer.promise;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      clearTimeout(patience);
      const left = [asked, ...waiting.splice(0)].filter((one) => one !== undefined);
      asked = undefined;
      for (const { answer } of left) answer.reject(new ThreadEnded());
      await end();
    },
  };
}
