import type { FileHandle } from 'node:fs/promises';
import type { Etag } from './etag.ts';

const BATCH_BYTES = 1024 * 1024;
const MAX_BATCHES = 4;
// Flushing while the rest still arrives keeps the disk busy instead of waiting at the end.
const FLUSH_EVERY_BYTES = 32 * 1024 * 1024;

interface Batch {
  bytes: Buffer;
  used: number;
}

/**
 * Writes a file in large batches, each hashed while it is written. A batch is filling → under way
 * (to the disk and to the hash) → free again; there are few of them, so memory stays flat, and who
 * is faster than the disk waits for the oldest.
 */
export function createFileWriter(file: FileHandle, etag: Etag, expectedBytes: number) {
  const batchBytes = Math.max(1, Math.min(expectedBytes, BATCH_BYTES));
  const underWay: Promise<Batch>[] = [];
  let filling: Batch | undefined;
  let size = 0;
  let unflushed = 0;
  let tag: Promise<string> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let flushing: Promise<void> = Promise.resolve();

  async function takeBatch(): Promise<Batch> {
    if (underWay.length >= MAX_BATCHES) return underWay.shift()!;
    return { bytes: Buffer.from(new SharedArrayBuffer(batchBytes)), used: 0 };
  }

  function sendOff(batch: Batch, hashed: Promise<unknown>): void {
    const bytes = batch.bytes.subarray(0, batch.used);
    writing = writing.then(() => writeAll(file, bytes));
    const done = Promise.all([writing, hashed]).then(() => ({ ...batch, used: 0 }));
    // Awaited when the batch is taken again or at the end; until then not to count as unhandled.
    done.catch(() => {});
    underWay.push(done);
    flushSometimes(batch.used);
  }

  function flushSometimes(written: number): void {
    unflushed += written;
    if (unflushed < FLUSH_EVERY_BYTES) return;
    unflushed = 0;
    flushing = Promise.all([flushing, writing]).then(() => file.datasync());
    flushing.catch(() => {});
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
        sendOff(filling, etag.update(filling.bytes));
        filling = undefined;
      }
    }
  }

  /** The ETag of all that was written; nothing can be written after it. */
  function finishEtag(): Promise<string> {
    tag ??= etag.finish(filling?.bytes.subarray(0, filling.used));
    if (filling) sendOff(filling, tag);
    filling = undefined;
    return tag;
  }

  return {
    write,
    etag: finishEtag,

    /** The size, once every byte is on the disk. */
    async finish(): Promise<number> {
      await finishEtag();
      await Promise.all(underWay);
      await flushing;
      await file.sync();
      await file.close();
      return size;
    },

    async abandon(): Promise<void> {
      // Ends the hash as well: the thread keeps it until then.
      await Promise.allSettled([finishEtag(), writing, flushing]);
      await Promise.allSettled(underWay);
      await file.close().catch(() => {});
    },
  };
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  // A disk that is nearly full may take a part only.
  for (let offset = 0; offset < bytes.length;) {
    offset += (await file.write(bytes, offset)).bytesWritten;
  }
}
