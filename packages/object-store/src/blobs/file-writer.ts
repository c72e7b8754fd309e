import type { FileHandle } from 'node:fs/promises';
import { createDiskQueue } from './disk-queue.ts';
import { type Md5, uniqueEtag } from './etag.ts';

const BATCH_BYTES = 1024 * 1024;

interface Batch {
  bytes: Buffer;
  used: number;
}

/**
 * Writes a file in large batches, each hashed while it is written. The memory of a batch is shared
 * with the thread that hashes, and used again when both are done with it.
 */
export function createHashedWriter(file: FileHandle, md5: Md5, expectedBytes: number) {
  const batchBytes = Math.max(1, Math.min(expectedBytes, BATCH_BYTES));
  const queue = createDiskQueue(file);
  const free: Batch[] = [];
  let filling: Batch | undefined;
  let size = 0;
  let hash: Promise<string> | undefined;

  async function takeBatch(): Promise<Batch> {
    await queue.room();
    return free.pop() ?? { bytes: Buffer.from(new SharedArrayBuffer(batchBytes)), used: 0 };
  }

  function sendOff(batch: Batch, hashed: Promise<unknown>): void {
    queue
      .push([batch.bytes.subarray(0, batch.used)], batch.used, hashed)
      .then(() => free.push({ ...batch, used: 0 }))
      // Whoever waits for the queue hears of it.
      .catch(() => {});
  }

  async function write(piece: Buffer): Promise<void> {
    for (let rest = piece; rest.length > 0;) {
      filling ??= await takeBatch();
      const copied = rest.copy(filling.bytes, filling.used);
      filling.used += copied;
      size += copied;
      rest = rest.subarray(copied);
      // A full batch waits for the next byte, since the last one also ends the hash.
      if (rest.length > 0) {
        sendOff(filling, md5.update(filling.bytes));
        filling = undefined;
      }
    }
  }

  function finishHash(): Promise<string> {
    hash ??= md5.finish(filling?.bytes.subarray(0, filling.used));
    if (filling) sendOff(filling, hash);
    filling = undefined;
    return hash;
  }

  return {
    write,
    etag: finishHash,

    async finish(): Promise<number> {
      await finishHash();
      await queue.finish();
      return size;
    },

    async abandon(): Promise<void> {
      // Ends the hash as well: the thread keeps it until then.
      await finishHash().catch(() => {});
      await queue.abandon();
    },
  };
}

/** Writes a file in large batches of the very pieces it is given, under an ETag of their own. */
export function createPlainWriter(file: FileHandle) {
  const queue = createDiskQueue(file);
  const etag = uniqueEtag();
  let pieces: Buffer[] = [];
  let held = 0;
  let size = 0;

  function sendOff(): void {
    if (held > 0) void queue.push(pieces, held);
    pieces = [];
    held = 0;
  }

  return {
    etag: async () => etag,

    async write(piece: Buffer): Promise<void> {
      pieces.push(piece);
      held += piece.length;
      size += piece.length;
      if (held < BATCH_BYTES) return;
      await queue.room();
      sendOff();
    },

    async finish(): Promise<number> {
      sendOff();
      await queue.finish();
      return size;
    },

    abandon: queue.abandon,
  };
}
