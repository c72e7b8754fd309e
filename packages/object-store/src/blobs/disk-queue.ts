import type { FileHandle } from 'node:fs/promises';

const MAX_UNDER_WAY = 4;
// Flushing while the rest still arrives keeps the disk busy instead of waiting at the end.
const FLUSH_EVERY_BYTES = 32 * 1024 * 1024;

/**
 * Writes batches to a file one after the other. Few are under way at a time, so memory stays flat,
 * and who is faster than the disk waits for the oldest.
 */
export function createDiskQueue(file: FileHandle) {
  const underWay: Promise<void>[] = [];
  let unflushed = 0;
  let writing: Promise<void> = Promise.resolve();
  let flushing: Promise<void> = Promise.resolve();

  function flushSometimes(written: number): void {
    unflushed += written;
    if (unflushed < FLUSH_EVERY_BYTES) return;
    unflushed = 0;
    flushing = Promise.all([flushing, writing]).then(() => file.datasync());
    flushing.catch(() => {});
  }

  return {
    /** A batch is done when it is written and whatever else reads its memory is done as well. */
    push(pieces: Buffer[], bytes: number, alongside?: Promise<unknown>): Promise<void> {
      writing = writing.then(() => writeAll(file, pieces, bytes));
      const done = Promise.all([writing, alongside]).then(() => {});
      // Awaited when there is no more room or at the end; until then not to count as unhandled.
      done.catch(() => {});
      underWay.push(done);
      flushSometimes(bytes);
      return done;
    },

    async room(): Promise<void> {
      if (underWay.length >= MAX_UNDER_WAY) await underWay.shift();
    },

    /** Returns once every byte is on the disk. */
    async finish(): Promise<void> {
      await Promise.all(underWay);
      await flushing;
      await file.sync();
      await file.close();
    },

    async abandon(): Promise<void> {
      await Promise.allSettled([...underWay, writing, flushing]);
      await file.close().catch(() => {});
    },
  };
}

async function writeAll(file: FileHandle, pieces: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces);
  // A disk that is nearly full may take a part only.
  if (bytesWritten < bytes) {
    const rest = Buffer.concat(pieces).subarray(bytesWritten);
    for (let offset = 0; offset < rest.length;) {
      offset += (await file.write(rest, offset)).bytesWritten;
    }
  }
}
