import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import type { RunError } from '@causeway/contract/automations/run-shapes.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { codesOf, fail, fillIn, finish } from './attempt.ts';
import { withinLimits } from './effort.ts';
import { endsRun } from './failing.ts';
import {
  failureOfRound,
  giveUpRound,
  hasBegun,
  isPassedOver,
  isRoundInDoubt,
  isRoundOver,
  type LoopStep,
  mayGoOn,
  outputOfRound,
} from './rounds.ts';
import { note, type Place, type Running, StepFailed } from './running.ts';

type RunRound = (round: Place) => Promise<void>;

/**
 * Rounds side by side, at most as many as set; its items are fixed when it begins. A round keeps its
 * place until it is over, also while one of its steps waits or is to be tried again: so the next one
 * begins when it has ended, here or in the process that goes on with the run.
 *
 * One that fails ends the loop, which then does as it is set; where that is to go on without it, only
 * the round is passed over. What ends the run itself, a budget or a step that says so, ends it here too.
 */
export async function runLoop(
  running: Running,
  { step, place }: { step: LoopStep; place: Place },
  runRound: RunRound,
): Promise<boolean> {
  const key = step.node.id + place.suffix;
  let rounds: Place[] = [];
  try {
    const items = running.states.get(key)?.input
      ? itemsOf(running.states.get(key)?.input)
      : await beginLoop(running, { step, place });
    rounds = items.map((item, index) => roundOf(step, place, item, index));
    await settleFailed(running, { step, rounds }, runRound);
    await runRounds(running, { step, rounds }, runRound);
    const isOver = rounds.every((round) => isRoundOver(running, step, round));
    if (!isOver || place.isLost() || running.isPausing()) return true;
    const output = rounds.map((round) => outputOfRound(running, round));
    finish(running, { step, place }, { output, port: 'done' });
  } catch (error) {
    const isLeft = error instanceof StepFailed && isSurvived(running, step, error.error);
    if (isLeft) {
      for (const round of rounds) await giveUpRound(running, round, error.error);
      if (rounds.some((round) => isRoundInDoubt(running, round))) return true;
    }
    fail(running, { step, place }, error);
  }
  return false;
}

/** Whether the run goes on behind the loop that this ended. */
function isSurvived({ plan, signal }: Running, { node }: LoopStep, failure: RunError): boolean {
  return node.onError !== 'stop' && !signal.aborted && !endsRun(plan, failure);
}

type Rounds = { step: LoopStep; rounds: Place[] };

/**
 * Of a run that is taken up again: what failed was not yet drawn from, or not all of it. What somebody
 * decided meanwhile about a step in doubt is done first.
 */
async function settleFailed(
  running: Running,
  { step, rounds }: Rounds,
  runRound: RunRound,
): Promise<void> {
  const failures = rounds.map((round) => failureOfRound(running, round));
  const last = failures.find((failure) => failure && !isPassedOver(running, step, failure));
  for (const [index, round] of rounds.entries()) {
    const failure = last ?? failures[index];
    if (!failure) continue;
    if (isRoundInDoubt(running, round)) await settleDecided(round, runRound);
    if (!last) await giveUpRound(running, round, failure);
  }
  if (last) throw new StepFailed(last);
}

async function settleDecided(round: Place, runRound: RunRound): Promise<void> {
  try {
    await runRound({ ...round, isLost: () => true });
  } catch (error) {
    // The round has failed already; that this did as well is told with the step.
    if (!(error instanceof StepFailed)) throw error;
  }
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
  { step, rounds }: Rounds,
  runRound: RunRound,
): Promise<void> {
  const begun = rounds.filter((round) => hasBegun(running, round));
  const fresh = rounds.filter((round) => !hasBegun(running, round)).values();
  const resting = new Set<Place>();
  let flying = 0;
  let failed: { error: unknown } | undefined;
  let oneEnds = Promise.withResolvers<void>();

  function begin(round: Place): void {
    flying += 1;
    void takeRound(running, { step, round }, runRound)
      .then(
        (isOver) => void (isOver || resting.add(round)),
        (error: unknown) => void (failed ??= { error }),
      )
      .finally(() => {
        flying -= 1;
        oneEnds.resolve();
      });
  }

  // Who tries a draft wants to see all rounds: there, one that waits goes on nowhere.
  const taken = () => flying + (running.isDry ? 0 : resting.size);
  for (const round of begun) {
    if (isRoundOver(running, step, round)) continue;
    // One that failed is only left for what somebody is asked about it.
    if (failureOfRound(running, round)) resting.add(round);
    else begin(round);
  }
  for (;;) {
    if (!failed && !running.isPausing() && !rounds[0]?.isLost()) {
      for (const round of resting) {
        if (!mayGoOn(running, round)) continue;
        resting.delete(round);
        begin(round);
      }
      while (taken() < step.node.parallel) {
        const { value: next } = fresh.next();
        if (!next) break;
        begin(next);
      }
    }
    if (flying === 0) break;
    await oneEnds.promise;
    oneEnds = Promise.withResolvers<void>();
  }
  // What was under way when one failed has come to its end: it may have taken effect.
  if (failed) throw failed.error;
}

/** Whether it is over, rather than waiting. */
async function takeRound(
  running: Running,
  { step, round }: { step: LoopStep; round: Place },
  runRound: RunRound,
): Promise<boolean> {
  try {
    await runRound(round);
  } catch (error) {
    const isFailed = error instanceof StepFailed && !running.signal.aborted;
    if (!isFailed || !isPassedOver(running, step, error.error)) throw error;
    await giveUpRound(running, round, error.error);
  }
  return isRoundOver(running, step, round);
}
