import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { HashStep } from './etag.ts';

// The thread's side of etag.ts: one hash an upload, every step answered in the order it came.

const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ upload, bytes, isLast }: HashStep) => {
  const hash = hashes.get(upload) ?? createHash('md5');
  hashes.set(upload, hash);
  if (bytes) hash.update(bytes);
  if (isLast) hashes.delete(upload);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(isLast ? hash.digest('hex') : '');
});
