import type { Message } from './notify.ts';

/** What is told to people, not among instances. */
export type Told = Extract<Message, { event: unknown }>;

/** A page that takes longer to begin to listen reads everything again. */
const REMEMBERED_MS = 30_000;
const MOST = 1_000;

/**
 * What was told a moment ago: a page reads first and listens then, and what happened in between
 * would be lost to it.
 */
export function createRecent(now: () => number = Date.now) {
  let kept: { at: number; told: Told }[] = [];
  let completeFrom = Infinity;

  return {
    /** After a time in which nothing could be heard. */
    startOver: () => {
      kept = [];
      completeFrom = now();
    },
    add: (told: Told) => {
      const at = now();
      kept.push({ at, told });
      const firstRemembered = kept.findIndex((one) => one.at >= at - REMEMBERED_MS);
      const gone = kept.splice(0, Math.max(firstRemembered, kept.length - MOST));
      completeFrom = Math.max(completeFrom, gone.at(-1)?.at ?? 0);
    },
    since: (from: number) => ({
      told: kept.filter(({ at }) => at >= from).map(({ told }) => told),
      isComplete: from > completeFrom,
    }),
  };
}
