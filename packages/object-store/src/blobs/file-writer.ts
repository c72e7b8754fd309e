import type { FileHandle } from 'node:fs/promises';
import { createDiskQueue } from './disk-queue.ts';
import { type Md5, md5Of, uniqueEtag } from './etag.ts';
import { BATCH_BYTES, type SharedBatch } from './shared-batches.ts';

/**
 * Writes a file in large batches, each hashed while it is written. A batch is collected in the
 * pieces it comes in, and moves to shared memory when it is whole. A full one waits for the next
 * byte, since the last one also ends the hash.
 */
export function createHashedWriter(file: FileHandle, md5: Md5) {
  const queue = createDiskQueue(file);
  let pieces: Buffer[] = [];
  let held = 0;
  let size = 0;
  let isShared = false;
  let isEnded = false;
  let hash: Promise<string> | undefined;

  async function write(piece: Buffer): Promise<void> {
    for (let rest = piece; rest.length > 0;) {
      if (held === BATCH_BYTES) await sendOff();
      const part = rest.subarray(0, BATCH_BYTES - held);
      pieces.push(part);
      held += part.length;
      size += part.length;
      rest = rest.subarray(part.length);
    }
  }

  async function sendOff(): Promise<void> {
    const batch = await share();
    store(batch, md5.update(batch));
  }

  async function share(): Promise<SharedBatch> {
    await queue.room();
    isShared = true;
    const batch = await md5.share(pieces);
    pieces = [];
    held = 0;
    return batch;
  }

  function store(batch: SharedBatch, hashed: Promise<unknown>): void {
    // Whoever waits for the queue hears of a failure.
    void queue.push([batch.bytes], batch.bytes.length, hashed).then(batch.release, batch.release);
  }

  async function finishHash(): Promise<string> {
    if (!isShared) {
      if (held > 0) void queue.push(pieces, held);
      return md5Of(pieces);
    }
    const batch = await share();
    isEnded = true;
    const finished = md5.finish(batch);
    store(batch, finished);
    return finished;
  }

  return {
    write,
    etag: () => (hash ??= finishHash()),

    async finish(): Promise<number> {
      await (hash ??= finishHash());
      await queue.finish();
      return size;
    },

    async abandon(): Promise<void> {
      // Ends the hash as well: the thread keeps it until then.
      await hash?.catch(() => {});
      if (isShared && !isEnded) await md5.finish().catch(() => {});
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
