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
  /** What stands before it is forgotten, and taken out now and then. */
  let first = 0;
  let completeFrom = Infinity;

  return {
    /** After a time in which nothing could be heard. */
    startOver: () => {
      kept = [];
      first = 0;
      completeFrom = now();
    },
    add: (told: Told) => {
      const at = now();
      kept.push({ at, told });
      for (let oldest = kept[first]; oldest; oldest = kept[first]) {
        if (oldest.at >= at - REMEMBERED_MS && kept.length - first <= MOST) break;
        completeFrom = Math.max(completeFrom, oldest.at);
        first += 1;
      }
      if (first <= MOST) return;
      kept = kept.slice(first);
      first = 0;
    },
    since: (from: number) => ({
      told: kept
        .slice(first)
        .filter(({ at }) => at >= from)
        .map(({ told }) => told),
      isComplete: from > completeFrom,
    }),
  };
}
