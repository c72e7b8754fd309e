import { Failure } from '@causeway/contract/errors.ts';

/** What is only tried leaves the transaction as it was; the others do not. */
type Doing = 'running' | 'trying' | 'ending';

/**
 * One at a time in a transaction. Who comes while something is only tried waits, and those who wait
 * go on in the order they came: nobody told the person that anything runs. Who comes while a
 * statement of theirs runs, or the transaction ends, is refused.
 */
export type Turns = {
  take<Result>(doing: Doing, work: () => Promise<Result>): Promise<Result>;
  isFree(): boolean;
  /** When nobody is in it any more. */
  whenFree(): Promise<void>;
  /** Also while the end waits for what is only tried. */
  isEnding(): boolean;
};

export function createTurns(): Turns {
  let current: Doing | undefined;
  const waiting: { doing: Doing; begin(): void }[] = [];
  let over = Promise.withResolvers<void>();

  /** From one to the next without a moment in between, in which a third could come. */
  function passOn(): void {
    const next = waiting.shift();
    current = next?.doing;
    next?.begin();
    if (next) return;
    over.resolve();
    over = Promise.withResolvers();
  }

  return {
    take: async (doing, work) => {
      if (current === undefined) {
        current = doing;
      } else if (current === 'trying') {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push({ doing, begin: resolve });
        await promise;
      } else {
        throw new Failure('E_CONNECTOR_BUSY');
      }
      try {
        return await work();
      } finally {
        passOn();
      }
    },
    isFree: () => current === undefined,
    whenFree: async () => {
      if (current !== undefined) await over.promise;
    },
    isEnding: () => current === 'ending' || waiting.some(({ doing }) => doing === 'ending'),
  };
}
