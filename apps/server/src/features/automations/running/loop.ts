import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

type Loop = {
  logger: Logger;
  name: string;
  /** One round; answers how long to wait for the next. */
  round(): Promise<number>;
  /** How long to wait after a round that failed. */
  restMs: number;
};

/** Goes round until it is stopped; a round that fails is told and tried again. */
export function createLoop({ logger, name, round, restMs }: Loop) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let going = Promise.resolve();

  async function go(): Promise<void> {
    while (!signal.aborted) {
      try {
        const waitMs = await round();
        if (waitMs > 0) await sleep(waitMs, undefined, { signal });
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, name);
        await sleep(restMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  return {
    start: (): void => {
      going = go();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await going;
    },
  };
}
