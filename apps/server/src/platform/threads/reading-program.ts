import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '@causeway/contract/errors.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { ReadingNews, ReadingOrder } from './reading.ts';

/** The other side of `readInThread`: what a program of a reading thread is made of. */
export function serveReading<Task, Item>(
  read: (task: Task, source: ByteSource) => AsyncGenerator<Item>,
): void {
  const { task, size } = workerData as { task: Task; size: number };
  const taken = createTurns();
  const pieces = new Map<number, (bytes: Uint8Array | undefined) => void>();
  let streams = 0;
  const say = (news: ReadingNews, moved: ArrayBuffer[] = []) =>
    parentPort?.postMessage(news, moved);
  parentPort?.on('message', (order: ReadingOrder) => {
    if (order.kind === 'take') taken.give();
    else pieces.get(order.id)?.(order.bytes);
  });
  const source: ByteSource = {
    size,
    read: async function* (start, end) {
      const id = streams++;
      say({ kind: 'open', id, start, end });
      try {
        for (;;) {
          say({ kind: 'next', id });
          const bytes = await new Promise<Uint8Array | undefined>((resolve) => {
            pieces.set(id, resolve);
          });
          if (!bytes) return;
          yield Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
        }
      } finally {
        pieces.delete(id);
        say({ kind: 'close', id });
      }
    },
  };
  void (async () => {
    try {
      await taken.wait();
      for await (const item of read(task, source)) {
        say({ kind: 'item', item });
        await taken.wait();
      }
      say({ kind: 'end' });
    } catch (error) {
      const { message } = error as Error;
      const known = error instanceof Failure ? error : undefined;
      say({ kind: 'failed', code: known?.code, message, details: known?.details });
    }
  })();
}

function createTurns() {
  let given = 0;
  let next: (() => void) | undefined;
  return {
    give: () => {
      given += 1;
      next?.();
    },
    wait: async () => {
      if (given === 0) {
        await new Promise<void>((resolve) => {
          next = resolve;
        });
      }
      given -= 1;
    },
  };
}
