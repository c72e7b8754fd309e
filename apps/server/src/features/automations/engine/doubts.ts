import type { Node } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import type { Entry, States, StepState } from './entries.ts';
import type { StepEffect } from './executor.ts';
import type { PlannedStep, Plan } from './plan.ts';

/**
 * A step that began and did not end before its process was lost is in doubt: it may have taken
 * effect. What only reads is done again. What writes or sends does as its settings say: again, with
 * the same key; passed over; or a person is asked, which is what happens unless it was set.
 */
export function settleDoubts(
  plan: Plan,
  states: States,
  effectOf: (step: PlannedStep, state: StepState) => StepEffect,
  now: number,
): Entry[] {
  const steps = new Map<string, PlannedStep>();
  for (const scope of plan.scopes.values()) {
    for (const step of scope.steps) steps.set(step.node.id, step);
  }
  const entries: Entry[] = [];
  for (const [key, state] of states) {
    const { status, attempt } = state;
    const step = steps.get(nodeOfKey(key));
    if (status !== 'started' || !step || step.node.kind === 'forEach') continue;
    const how = howToGoOn(step, effectOf(step, state));
    entries.push(settleOne(step, { key, attempt, how }, now));
  }
  return entries;
}

/** `find#3.0` is a round of `find`. */
export function nodeOfKey(key: string): string {
  const end = key.indexOf('#');
  return end === -1 ? key : key.slice(0, end);
}

function howToGoOn({ node }: PlannedStep, effect: StepEffect): 'retry' | 'ask' | 'skip' {
  const wish = 'inDoubt' in node ? node.inDoubt : 'usual';
  if (wish !== 'usual') return wish;
  return effect === 'pure' || effect === 'reads' ? 'retry' : 'ask';
}

type Doubt = { key: string; attempt: number; how: 'retry' | 'ask' | 'skip' };

function settleOne({ node }: PlannedStep, { key, attempt, how }: Doubt, at: number): Entry {
  if (how === 'ask') return { type: 'waiting', key, at, for: { kind: 'doubt' } };
  if (how === 'skip') return { type: 'finished', key, at, port: portPast(node), output: null };
  const error = { message: runMessage('processLost'), code: null, step: key };
  return { type: 'failed', key, at, attempt, error, again: at };
}

/** The way on of a step that is passed over: nothing held, nobody approved. */
export function portPast({ kind }: Node): string {
  if (kind === 'if') return 'false';
  if (kind === 'switch') return 'else';
  if (kind === 'forEach') return 'done';
  return kind === 'approval' ? 'rejected' : 'out';
}

/** Whether somebody is asked about it, or has decided and it has not yet been done. */
export function isInDoubt({ status, waiting }: StepState): boolean {
  return waiting?.kind === 'doubt' && (status === 'waiting' || status === 'resolved');
}

export function isDoubtDecided(state: StepState | undefined): boolean {
  return state?.status === 'resolved' && isInDoubt(state);
}
