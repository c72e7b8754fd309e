import { setTimeout as sleep } from 'node:timers/promises';
import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { attempt, attemptLight, fail, finish } from './attempt.ts';
import { isDoubtDecided } from './doubts.ts';
import type { States } from './entries.ts';
import { effectOfNode, RunStopped, type StepOutcome } from './executor.ts';
import { failureOf } from './failing.ts';
import { dueOf, survey } from './interpret.ts';
import { runLoop } from './loop.ts';
import type { PlannedStep } from './plan.ts';
import { failureOfRound, type LoopStep } from './rounds.ts';
import { type Beginning, note, type Place, type Running, scopeOf, StepFailed } from './running.ts';
import { isTurnOver, nextTurn } from './turns.ts';

export type RunEnding =
  | { kind: 'done' }
  | { kind: 'failed'; error: RunError }
  /** Null: only somebody else can move it. */
  | { kind: 'waiting'; due: number | null }
  | { kind: 'paused' };

/** Shorter waits are sat out instead of being written down and taken up again. */
const SHORT_WAIT_MS = 1_000;

/**
 * Runs a plan from wherever its states stand to where it ends or has to wait.
 *
 * All decisions are the interpreter's (interpret.ts); this begins what may begin, side by side, folds
 * what comes of it into the states and asks again. What happens is noted; a step with an effect
 * begins only after what was noted has been committed.
 */
export async function runPlan(running: Running): Promise<RunEnding> {
  const { states, plan, signal } = running;
  running.counters.steps = Math.max(running.counters.steps, states.size);
  const { source, scope: values } = running;
  const top: Place = { scope: '', source, suffix: '', values, isLost: () => false };
  // Its process was lost before its end was written down: nothing of it would go on, or end it.
  const failure = failureOfRound(running, top);
  if (failure) return { kind: 'failed', error: failure };
  try {
    for (;;) {
      await runScope(running, top);
      if (running.isPausing()) return { kind: 'paused' };
      const now = Date.now();
      const left = survey(scopeOf(plan, ''), states, { ...top, now });
      if (left.open.length === 0 && left.ready.length === 0) return { kind: 'done' };
      const due = dueOf(states);
      if (running.isDry || due === undefined) return { kind: 'waiting', due: due ?? null };
      if (due - now > SHORT_WAIT_MS) return { kind: 'waiting', due };
      await sleep(Math.max(0, due - now), undefined, { signal });
    }
  } catch (error) {
    if (error instanceof RunStopped && error.outcome === 'done') return { kind: 'done' };
    if (signal.aborted) throw signal.reason;
    return { kind: 'failed', error: (error as StepFailed).error ?? failureOf(error, null) };
  }
}

/** Until nothing of it can go on. Where a step fails, loops beside it begin no further round. */
async function runScope(running: Running, around: Place): Promise<void> {
  let hasFailed = false;
  const place: Place = { ...around, isLost: () => hasFailed || around.isLost() };
  const scopePlan = scopeOf(running.plan, place.scope);
  restoreOutputs(running.states, scopePlan.steps, place);
  const flying = new Map<number, Promise<unknown>>();
  // A loop some of whose rounds wait: it has nothing more to do for now.
  const parked = new Set<number>();
  try {
    for (;;) {
      while (isTurnOver()) await nextTurn();
      running.signal.throwIfAborted();
      const { ready } = survey(scopePlan, running.states, { ...place, now: Date.now() });
      let isFurther = false;
      for (const index of ready) {
        const step = scopePlan.steps[index];
        if (!step || flying.has(index) || parked.has(index)) continue;
        if (running.isPausing() || (place.isLost() && !isStillToDo(running, { step, place })))
          continue;
        const going = beginStep(running, { step, place });
        if (going === undefined) {
          isFurther = true;
          continue;
        }
        const over = going.then((isParked) => {
          flying.delete(index);
          if (isParked) parked.add(index);
        });
        flying.set(index, over);
      }
      if (isFurther) continue;
      if (flying.size === 0) return;
      await Promise.race(flying.values());
    }
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    await Promise.allSettled(flying.values());
  }
}

/** Of what is lost, a step in doubt is still done as somebody decided, wherever in it that is. */
function isStillToDo({ states }: Running, { step, place }: Beginning): boolean {
  const state = states.get(step.node.id + place.suffix);
  return isDoubtDecided(state) || (step.node.kind === 'forEach' && state?.status === 'started');
}

function restoreOutputs(states: States, steps: PlannedStep[], { values, suffix }: Place): void {
  for (const { node } of steps) {
    const state = states.get(node.id + suffix);
    if (state?.status === 'done') values.steps[node.id] = { output: state.output };
  }
}

/** Undefined where it was over at once; else tells in the end whether it has to be left for now. */
function beginStep(running: Running, { step, place }: Beginning): Promise<boolean> | undefined {
  countStep(running, { step, place });
  const sample = running.sampleOf?.({ step, place });
  if (sample) return giveSample(running, { step, place }, sample);
  if (step.node.kind === 'forEach') {
    return runLoop(running, { step: step as LoopStep, place }, (round) => {
      return runScope(running, round);
    });
  }
  const isLight = step.codes.length === 0 && effectOfNode(running.executors, step.node) === 'pure';
  if (!isLight) return attempt(running, { step, place }).then(() => false);
  const going = attemptLight(running, { step, place });
  return going?.then(() => false);
}

/** One that goes on after it waited, or with its rounds, was counted when it began. */
function countStep({ states, counters, plan }: Running, { step, place }: Beginning): void {
  const state = states.get(step.node.id + place.suffix);
  if (state && state.status !== 'retry') return;
  counters.steps += 1;
  const { steps: most } = plan.settings.budget;
  if (counters.steps <= most) return;
  throw new StepFailed({
    message: runMessage('budgetSteps', { most }),
    code: 'E_RUN_BUDGET',
    step: step.node.id,
  });
}

async function giveSample(
  running: Running,
  { step, place }: Beginning,
  sample: Promise<StepOutcome>,
): Promise<boolean> {
  const key = step.node.id + place.suffix;
  try {
    const outcome = await sample;
    note(running, { type: 'started', key, at: Date.now(), attempt: 1, input: null });
    finish(running, { step, place }, outcome);
  } catch (error) {
    fail(running, { step, place }, error);
  }
  return false;
}
