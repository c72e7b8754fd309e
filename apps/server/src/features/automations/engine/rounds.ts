import type { Node, NodeOf } from '@causeway/contract/automations/definition.ts';
import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import { isInDoubt } from './doubts.ts';
import type { StepState } from './entries.ts';
import { executorOf } from './executor.ts';
import { endsRun } from './failing.ts';
import { lastOutput, survey } from './interpret.ts';
import type { PlannedStep } from './plan.ts';
import { note, type Place, type Running, scopeOf } from './running.ts';

export type LoopStep = PlannedStep & { node: NodeOf<'forEach'> };

/**
 * Nothing of it may begin or is under way; or it failed, the loop goes on without it, and nobody is
 * asked about a step of it any more.
 */
export function isRoundOver(running: Running, step: LoopStep, round: Place): boolean {
  const failure = failureOfRound(running, round);
  if (failure) return isPassedOver(running, step, failure) && !isRoundInDoubt(running, round);
  const { ready, open } = surveyRound(running, round);
  return ready.length === 0 && open.length === 0;
}

export function hasBegun({ plan, states }: Running, { scope, suffix }: Place): boolean {
  return scopeOf(plan, scope).steps.some(({ node }) => states.has(node.id + suffix));
}

/** What it waited for came. A loop within it is asked for when nothing else of the run can go on. */
export function mayGoOn(running: Running, round: Place): boolean {
  if (failureOfRound(running, round)) return false;
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

/** Whether something in it may have taken effect, and somebody has yet to say how that is to end. */
export function isRoundInDoubt(running: Running, round: Place): boolean {
  return statesWithin(running, round).some(({ state }) => isInDoubt(state));
}

/**
 * What waits in a round that failed waits no longer: nobody would go on with it, and no person is
 * asked in vain. What is in doubt is not given up, nor the loop it is in: whether it took effect is
 * asked all the same.
 */
export async function giveUpRound(running: Running, round: Place, error: RunError): Promise<void> {
  const unfinished = [...statesWithin(running, round)].filter(
    ({ state }) => state.status !== 'done' && state.status !== 'failed',
  );
  const inDoubt = unfinished.filter(({ state }) => isInDoubt(state)).map(({ key }) => key);
  for (const { node, key, state, within } of unfinished) {
    if (inDoubt.includes(key) || inDoubt.some(within)) continue;
    // Before it is noted: whoever takes the run up until then does it again.
    if (state.status === 'waiting') {
      await executorOf(running.executors, node)?.giveUp?.({ run: running.identity, key });
    }
    const { attempt } = state;
    note(running, { type: 'failed', key, at: Date.now(), attempt, error, again: null });
  }
}

type Within = { node: Node; key: string; state: StepState; within(key: string): boolean };

/** Of its steps, and of those in the rounds of loops within it. */
function* statesWithin(
  running: Running,
  { scope, suffix }: Pick<Place, 'scope' | 'suffix'>,
): Generator<Within> {
  for (const { node } of scopeOf(running.plan, scope).steps) {
    const key = node.id + suffix;
    const state = running.states.get(key);
    if (!state) continue;
    const inner =
      node.kind === 'forEach' ? [...roundsWithin(running, { node, suffix, state })] : [];
    const keys = new Set(inner.map((one) => one.key));
    yield { node, key, state, within: (other) => keys.has(other) };
    yield* inner;
  }
}

function* roundsWithin(
  running: Running,
  { node, suffix, state }: { node: Node; suffix: string; state: StepState },
): Generator<Within> {
  const items = (state.input as { items?: unknown[] } | null)?.items ?? [];
  for (const index of items.keys()) {
    yield* statesWithin(running, { scope: node.id, suffix: `${suffix}.${index}` });
  }
}
