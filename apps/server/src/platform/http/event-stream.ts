import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const KEEP_ALIVE_MS = 15_000;
/** Every keep-alive moves bytes, unless the reader's side is full and stays so. */
const STALL_MS = 60_000;

/**
 * Sends events as text/event-stream. A reader that stops reading stops the source through
 * backpressure, and is cut off after a while; one that goes away ends it.
 */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>) {
  reply.header('content-type', 'text/event-stream; charset=utf-8');
  reply.header('cache-control', 'no-store');
  reply.header('x-accel-buffering', 'no');
  reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
  return reply.send(Readable.from(asText(events), { objectMode: false, highWaterMark: 16_384 }));
}

async function* asText(events: AsyncIterable<unknown>): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    while (true) {
      const step = await withinKeepAlive(next);
      if (step === 'quiet') {
        yield ': keep-alive\n\n';
        continue;
      }
      if (step.done) return;
      yield `data: ${JSON.stringify(step.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

async function withinKeepAlive<Step>(step: Promise<Step>): Promise<Step | 'quiet'> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<'quiet'>((resolve) => {
    timer = setTimeout(() => resolve('quiet'), KEEP_ALIVE_MS);
  });
  try {
    return await Promise.race([step, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
