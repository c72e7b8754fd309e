import type { Allowance } from '#platform/ai/allowance.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type Usage = {
  inputTokens: number;
  /** Of them those the provider had kept from before. */
  cachedTokens: number;
  outputTokens: number;
  isEstimate: boolean;
};

/**
 * What answers cost, for who counts it. `reserve` runs in the transaction that begins an answer and
 * throws before any model is called where there is nothing left, or says how long an answer may be
 * where there is little; `settle` gets what was used, or null
 * when nothing was answered and what was reserved goes back.
 */
export type Meter = {
  reserve(tx: Tx, answer: MeteredAnswer): Promise<Allowance | undefined>;
  settle(db: Db, answer: MeteredAnswer, usage: Usage | null): Promise<void>;
};

export type MeteredAnswer = {
  id: string;
  projectId: string;
  userId: string;
  model: string;
  /** Whose model it is: the operator's costs credits. */
  owner: 'ours' | 'own';
};

/** Nobody counts yet. */
export const unmetered: Meter = {
  reserve: async () => undefined,
  settle: async () => {},
};
