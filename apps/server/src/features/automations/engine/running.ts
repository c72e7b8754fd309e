import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import { type Entry, foldEntry, type RunAnswer, type States } from './entries.ts';
import type { Executors, RunIdentity, StepOutcome } from './executor.ts';
import type { Plan, PlannedStep, ScopePlan } from './plan.ts';
import type { CodeResults, Scope } from './values.ts';

/** A run at work: its plan, where it stands, and how what happens is kept. */
export type Running = {
  plan: Plan;
  states: States;
  identity: RunIdentity;
  scope: Scope;
  /** The trigger that fired. */
  source: string;
  executors: Executors;
  evaluateCodes(codes: string[], scope: Scope, signal: AbortSignal): Promise<CodeResults>;
  note(entry: Entry): void;
  /** Everything noted so far is safe once this is over. */
  commit(): Promise<void>;
  answer(answer: RunAnswer): void;
  counters: Counters;
  /** How much it keeps, in characters. */
  kept: { size: number };
  signal: AbortSignal;
  isDry: boolean;
  /** Of a draft that is tried: what a step is said to give, instead of being run. */
  sampleOf?(beginning: Beginning): Promise<StepOutcome> | undefined;
  /** Begins nothing more, once true: what is under way comes to its end. */
  isPausing(): boolean;
};

/** Where a step stands: in the whole, or in a round of a loop. */
export type Place = {
  scope: string;
  source: string;
  suffix: string;
  values: Scope;
  /** Whether something around it has failed: then nothing more of it begins. */
  isLost(): boolean;
};
/** A step at its place. */
export type Beginning = { step: PlannedStep; place: Place };
/** What the run has used of its budget, before it waited as well. */
export type Counters = { steps: number; calls: number; rows: number };

/** A step that ends its run by failing. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly error: RunError;

  constructor(error: RunError) {
    super(error.message);
    this.error = error;
  }
}

export function scopeOf({ scopes }: Plan, name: string): ScopePlan {
  return scopes.get(name) ?? { steps: [] };
}

export function note(running: Running, entry: Entry): void {
  foldEntry(running.states, entry);
  running.note(entry);
}
