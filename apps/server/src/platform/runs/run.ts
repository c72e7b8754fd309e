import type { Failure } from '@causeway/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';

/**
 * A durable piece of work. It is
 * - queued: committed together with what caused it; the next free place that is fair takes it
 * - running: a process holds it, by its number and the run's fence; it tells how far it is with the
 *   process's heartbeat and hears on the way whether it was cancelled
 * - ended: done, failed or cancelled, written once, by who holds it
 *
 * One whose process is lost is taken from it (the fence rises, so that nothing the lost one still
 * does counts) and either begun again, or looked at first: that is for its kind to say.
 */
export type Run = {
  id: string;
  kind: string;
  /** What it is about, in the table of its kind. */
  subjectId: string;
  projectId: string;
  connectorId: string | null;
  /** On whose behalf. */
  userId: string | null;
  /** The API key that caused it, if one did. */
  keyId: string | null;
  /** Rises each time somebody takes it. */
  fence: number;
  /** How often it broke off since it last came further. */
  tries: number;
};

type Outcome = 'done' | 'failed' | 'cancelled';
export type Progress = { done: number; total?: number | null; phase?: string | null };

/** What a step is given besides its run. */
export type Working = {
  /** Aborts when it is cancelled, when the instance stops, and when it was taken over. */
  signal: AbortSignal;
  /** Whether it was somebody's wish, not the end of this instance. */
  isCancelled(): boolean;
  /** How far it is; told to others with the next heartbeat. */
  tell(progress: Progress): void;
};

export type RunKind = {
  kind: string;
  /** How many run at once on an instance, of one person and of one project. */
  places: number;
  perPerson: number;
  perProject: number;
  /**
   * Does it, or a slice of it: 'more' goes back into the queue behind others, 'ended' is its end, and
   * so is what it throws.
   */
  step(run: Run, working: Working): Promise<'ended' | 'more'>;
  /**
   * The one rule of silence, for a run that broke off without a word: its process stopped or was lost,
   * or something failed that nobody foresaw. To begin it again (not for ever: that is counted), to say
   * what became of it, or to ask later, while nobody can tell.
   */
  recover(run: Run): Promise<'again' | 'later' | Ending>;
  /** In the transaction that ends it. */
  ended?(tx: Tx, run: Run, ending: Ending): Promise<void>;
};

export type Ending = { outcome: Outcome; failure: Failure | undefined };
