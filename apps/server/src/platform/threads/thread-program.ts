import { parentPort } from 'node:worker_threads';
import { READY } from './thread.ts';

/** The other side of `createThread`: answers tasks one after the other, once all of it is loaded. */
export function serveTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  /* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answer(task)));
  parentPort?.postMessage(READY);
  /* oxlint-enable */
}
