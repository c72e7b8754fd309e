import { createHash, type Hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { HashStep } from './etag.ts';

// The thread's side of etag.ts: one hash an upload, every step answered in the order it came.

const memory = new Uint8Array(workerData as SharedArrayBuffer);
const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ upload, place, isLast }: HashStep) => {
  const hash = hashes.get(upload) ?? createHash('md5');
  hashes.set(upload, hash);
  if (place) hash.update(memory.subarray(place.start, place.start + place.length));
  if (isLast) hashes.delete(upload);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(isLast ? hash.digest('hex') : '');
});
