import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { codesOf, fail, fillIn, finish } from './attempt.ts';
import { withinLimits } from './effort.ts';
import { lastOutput, survey } from './interpret.ts';
import type { PlannedStep } from './plan.ts';
import { note, type Place, type Running, scopeOf } from './running.ts';

export type LoopStep = PlannedStep & { node: NodeOf<'forEach'> };

/** Rounds side by side, at most as many as set; its items are fixed when it begins. */
export async function runLoop(
  running: Running,
  { step, place }: { step: LoopStep; place: Place },
  runRound: (round: Place) => Promise<void>,
): Promise<boolean> {
  const key = step.node.id + place.suffix;
  try {
    const items = running.states.get(key)?.input
      ? itemsOf(running.states.get(key)?.input)
      : await beginLoop(running, { step, place });
    const rounds = items.map((item, index) => roundOf(step, place, item, index));
    await runRounds(running, rounds, step.node.parallel, runRound);
    const body = scopeOf(running.plan, step.node.id);
    const now = Date.now();
    const isOver = rounds.every((round) => {
      const { ready, open } = survey(body, running.states, { ...round, now });
      return ready.length === 0 && open.length === 0;
    });
    if (!isOver || place.isLost() || running.isPausing()) return true;
    const output = rounds.map((round) => lastOutput(body, running.states, round.suffix));
    finish(running, { step, place }, { output, port: 'done' });
  } catch (error) {
    fail(running, { step, place }, error);
  }
  return false;
}

async function beginLoop(
  running: Running,
  { step, place }: { step: LoopStep; place: Place },
): Promise<unknown[]> {
  const codes = await codesOf(running, step, place);
  const { items } = withinLimits(() => {
    return fillIn(running, step, place.values, codes) as NodeOf<'forEach'>;
  });
  if (!Array.isArray(items)) throw new Error(runMessage('listOfLoop'));
  const { steps } = running.plan.settings.budget;
  if (items.length > steps) {
    throw new Failure('E_RUN_BUDGET', runMessage('budgetItems', { most: steps }));
  }
  const key = step.node.id + place.suffix;
  const tried = (running.states.get(key)?.attempt ?? 0) + 1;
  note(running, { type: 'started', key, at: Date.now(), attempt: tried, input: { items } });
  return items;
}

function itemsOf(input: unknown): unknown[] {
  return (input as { items: unknown[] }).items;
}

function roundOf({ node }: LoopStep, place: Place, item: unknown, index: number): Place {
  const { values, suffix, isLost } = place;
  return {
    isLost,
    scope: node.id,
    source: node.id,
    suffix: suffix === '' ? `#${index}` : `${suffix}.${index}`,
    values: { ...values, item, index, steps: { ...values.steps } },
  };
}

async function runRounds(
  running: Running,
  rounds: Place[],
  parallel: number,
  runRound: (round: Place) => Promise<void>,
): Promise<void> {
  const waiting = rounds.values();
  let hasFailed = false;
  const work = async () => {
    for (const round of waiting) {
      if (hasFailed || round.isLost() || running.isPausing()) return;
      await runRound(round).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const working = Array.from({ length: Math.min(parallel, rounds.length) }, work);
  // What is under way when one fails comes to its end: it may have taken effect.
  await Promise.allSettled(working);
  await Promise.all(working);
}
