import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import type { StepState } from './entries.ts';
import { endsRun } from './failing.ts';
import { lastOutput, survey } from './interpret.ts';
import type { PlannedStep } from './plan.ts';
import { note, type Place, type Running, scopeOf } from './running.ts';

export type LoopStep = PlannedStep & { node: NodeOf<'forEach'> };

/** Nothing of it may begin or is under way; or it failed, and the loop goes on without it. */
export function isRoundOver(running: Running, step: LoopStep, round: Place): boolean {
  const failure = failureOfRound(running, round);
  if (failure) return isPassedOver(running, step, failure);
  const { ready, open } = surveyRound(running, round);
  return ready.length === 0 && open.length === 0;
}

export function hasBegun({ plan, states }: Running, { scope, suffix }: Place): boolean {
  return scopeOf(plan, scope).steps.some(({ node }) => states.has(node.id + suffix));
}

/** What it waited for came. A loop within it is asked for when nothing else of the run can go on. */
export function mayGoOn(running: Running, round: Place): boolean {
  const { steps } = scopeOf(running.plan, round.scope);
  return surveyRound(running, round).ready.some((index) => steps[index]?.node.kind !== 'forEach');
}

function surveyRound({ plan, states }: Running, round: Place) {
  return survey(scopeOf(plan, round.scope), states, { ...round, now: Date.now() });
}

export function failureOfRound(
  { plan, states }: Running,
  { scope, suffix }: Place,
): RunError | undefined {
  for (const { node } of scopeOf(plan, scope).steps) {
    const state = states.get(node.id + suffix);
    if (state?.status === 'failed') return state.error;
  }
  return undefined;
}

export function isPassedOver({ plan }: Running, { node }: LoopStep, failure: RunError): boolean {
  return node.onError === 'continue' && !endsRun(plan, failure);
}

/** What a round gives: the output of the last step in it that was reached, or why it failed. */
export function outputOfRound(running: Running, round: Place): unknown {
  const failure = failureOfRound(running, round);
  if (failure) return { error: { message: failure.message, code: failure.code } };
  return lastOutput(scopeOf(running.plan, round.scope), running.states, round.suffix);
}

/** What waits in a round that failed waits no longer: nobody would go on with it. */
export function giveUpRound(running: Running, round: Place, error: RunError): void {
  const at = Date.now();
  const unfinished = [...statesWithin(running, round)].filter(
    ([, { status }]) => status !== 'done' && status !== 'failed',
  );
  for (const [key, { attempt }] of unfinished) {
    note(running, { type: 'failed', key, at, attempt, error, again: null });
  }
}

/** Of its steps, and of those in the rounds of loops within it. */
function* statesWithin(
  running: Running,
  { scope, suffix }: Pick<Place, 'scope' | 'suffix'>,
): Generator<[key: string, state: StepState]> {
  for (const { node } of scopeOf(running.plan, scope).steps) {
    const state = running.states.get(node.id + suffix);
    if (!state) continue;
    yield [node.id + suffix, state];
    if (node.kind !== 'forEach') continue;
    const items = (state.input as { items?: unknown[] } | null)?.items ?? [];
    for (const index of items.keys()) {
      yield* statesWithin(running, { scope: node.id, suffix: `${suffix}.${index}` });
    }
  }
}
