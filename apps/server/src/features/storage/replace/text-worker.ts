import { parentPort } from 'node:worker_threads';
import type { TextReplacement } from '@causeway/contract/storage/replace.ts';
import { type Rewritten, rewriteText } from './rewrite-text.ts';

/** Looks through texts off the thread that answers requests: a long one takes seconds. */
export type TextTask = { bytes: Uint8Array; path: string; replacement: TextReplacement };
export type TextAnswer = { rewritten: Rewritten } | { problem: string };

parentPort?.on('message', ({ bytes, path, replacement }: TextTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer(bytes, path, replacement));
});

function answer(bytes: Uint8Array, path: string, replacement: TextReplacement): TextAnswer {
  try {
    return { rewritten: rewriteText(bytes, path, replacement) };
  } catch (error) {
    // The engine names the pattern with flags in front that nobody wrote.
    return { problem: (error as Error).message.replace(/`\(\?[a-z]+\)/, '`') };
  }
}
