import type { Check } from '@causeway/contract/intelligence/checks.ts';
import { isOfTable, type ScanSession } from '../scanning/session.ts';

/** The database's time a table may take; what comes then is left to the next look. */
const TABLE_MS = 10_000;

/**
 * What of a table was really asked, and of what share of its rows. A check that was not asked says
 * nothing, least of all that what it once noticed is over.
 */
export type Asking = {
  asked: ReadonlyMap<Check, number>;
  /** Something was left out for lack of time. */
  wasCut(): boolean;
  /** Undefined where there was no time, or the database would not answer. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  note(checks: readonly Check[], share: number): void;
};

export function beginAsking(session: ScanSession): Asking {
  const began = session.spentMs();
  const asked = new Map<Check, number>();
  let isCut = false;
  return {
    asked,
    wasCut: () => isCut,
    attempt: async (work) => {
      if (session.spentMs() - began < TABLE_MS) {
        try {
          return await work();
        } catch (error) {
          if (!isOfTable(error)) throw error;
        }
      }
      isCut = true;
      return undefined;
    },
    note: (checks, share) => {
      for (const check of checks) asked.set(check, share);
    },
  };
}
