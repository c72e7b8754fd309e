import { inTime } from '#platform/limits/in-time.ts';

const AT_ONCE = 4;
/** A pass begins every minute. */
const PASS_MS = 50_000;

/**
 * Looks at databases, a few at once. Once the time is over the rest is left to the next pass; given in
 * another order each time, the slow do not always keep the same others waiting.
 */
export async function inPass<Item>(
  items: readonly Item[],
  look: (item: Item, signal: AbortSignal) => Promise<void>,
  mostMs = PASS_MS,
): Promise<void> {
  const waiting = items.values();
  const errors: unknown[] = [];
  const lookThrough = async (signal: AbortSignal) => {
    const lane = async () => {
      for (const item of waiting) {
        await look(item, signal).catch((error: unknown) => errors.push(error));
        if (signal.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  await inTime(mostMs, lookThrough, () => new TimeIsOver()).catch((error: unknown) => {
    if (!(error instanceof TimeIsOver)) throw error;
  });
  if (errors.length > 0) throw errors[0];
}

class TimeIsOver extends Error {}
