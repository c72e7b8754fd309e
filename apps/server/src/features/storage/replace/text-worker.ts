import { parentPort } from 'node:worker_threads';
import { type Rewritten, rewriteText, type TextTask } from './rewrite-text.ts';

/** Looks through texts off the thread that answers requests: a long one takes seconds. */
export type TextAnswer = { rewritten: Rewritten } | { problem: string };

parentPort?.on('message', (task: TextTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer(task));
});

function answer(task: TextTask): TextAnswer {
  try {
    return { rewritten: rewriteText(task) };
  } catch (error) {
    // The engine names the pattern with flags in front that nobody wrote.
    return { problem: (error as Error).message.replace(/`\(\?[a-z]+\)/, '`') };
  }
}
