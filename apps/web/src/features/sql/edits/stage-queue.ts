import type { DraftChange } from '@causeway/contract/edits.ts';

export type SentStep = { put: DraftChange[]; drop: string[] };

/**
 * Changes on their way to the draft: one call at a time, so that the last keystroke wins, and of each
 * row only what it came to since the call before. What could not be sent waits for the next one.
 */
export function createStageQueue(send: (step: SentStep) => Promise<unknown>) {
  const waiting = new Map<string, DraftChange | undefined>();
  let running: Promise<void> | undefined;

  async function sendWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const step = [...waiting];
      waiting.clear();
      try {
        await send({
          put: step.flatMap(([, change]) => change ?? []),
          drop: step.flatMap(([ref, change]) => (change ? [] : ref)),
        });
      } catch (error) {
        for (const [ref, change] of step) if (!waiting.has(ref)) waiting.set(ref, change);
        throw error;
      }
    }
  }

  return {
    put: (change: DraftChange) => waiting.set(change.ref, change),
    drop: (ref: string) => waiting.set(ref, undefined),
    /** Resolves when the server has everything. */
    flush: (): Promise<void> => {
      running ??= sendWaiting().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
