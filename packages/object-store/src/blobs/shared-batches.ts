export const BATCH_BYTES = 1024 * 1024;
// Enough for four uploads at full speed; more of them take turns.
const COUNT = 16;

/** A place in the shared memory with bytes in it. */
export interface SharedBatch {
  bytes: Buffer;
  place: { start: number; length: number };
  /** From then on the place may hold something else. */
  release(): void;
}

/**
 * Memory that is shared with a thread: a fixed number of places, free → filled → free. A place is
 * taken only for bytes that are all there, never while a client is awaited, so it comes back as soon
 * as disk and thread are done with it. The place used last is used next: what a few uploads never
 * touched costs no memory.
 */
export function createSharedBatches() {
  let memory: SharedArrayBuffer | undefined;
  const free = Array.from({ length: COUNT }, (_, index) => (COUNT - 1 - index) * BATCH_BYTES);
  const waiting: ((start: number) => void)[] = [];

  const open = () => (memory ??= new SharedArrayBuffer(COUNT * BATCH_BYTES));

  function take(): number | Promise<number> {
    return free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  }

  function give(start: number): void {
    const next = waiting.shift();
    if (next) next(start);
    else free.push(start);
  }

  return {
    memory: open,

    /** The pieces are one batch at most. */
    async share(pieces: Buffer[]): Promise<SharedBatch> {
      const start = await take();
      const whole = Buffer.from(open(), start, BATCH_BYTES);
      let length = 0;
      for (const piece of pieces) length += piece.copy(whole, length);
      return {
        bytes: whole.subarray(0, length),
        place: { start, length },
        release: () => give(start),
      };
    },
  };
}
