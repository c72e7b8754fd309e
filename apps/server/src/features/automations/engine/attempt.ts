import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { portPast } from './doubts.ts';
import { keepWithin, withinLimits } from './effort.ts';
import type { Resolution, StepState } from './entries.ts';
import {
  effectOfNode,
  EndedBadly,
  executorOf,
  isRepeatable,
  RunStopped,
  type StepOutcome,
} from './executor.ts';
import { endsRun, failureOf, retryAt } from './failing.ts';
import type { PlannedStep } from './plan.ts';
import { type Beginning, note, type Place, type Running, StepFailed } from './running.ts';
import { type CodeResults, evaluate, type Scope } from './values.ts';

/** The quick way of what neither leaves the run nor needs the sandbox. */
export function attemptLight(running: Running, beginning: Beginning): Promise<void> | undefined {
  const { step, place } = beginning;
  const key = step.node.id + place.suffix;
  try {
    const outcome = withinLimits(() => {
      const node = fillInOnce(running, key, { step, place });
      noteStart(running, key, { step, node });
      return execute(running, { step, place, node, isAskedFor: false });
    });
    if (outcome instanceof Promise) {
      return outcome.then(
        (ended) => finish(running, beginning, ended),
        (error: unknown) => fail(running, beginning, error),
      );
    }
    finish(running, beginning, outcome);
  } catch (error) {
    fail(running, beginning, error);
  }
  return undefined;
}

export async function attempt(running: Running, beginning: Beginning): Promise<void> {
  const { step, place } = beginning;
  const key = step.node.id + place.suffix;
  try {
    const isAskedFor = isDecided(running.states.get(key)?.resolution, 'retry');
    const node = settingsBefore(running, key, step) ?? (await settingsOf(running, key, beginning));
    noteStart(running, key, { step, node });
    const effect = effectOfNode(running.executors, step.node);
    if (effect === 'writes' || effect === 'sends') await running.commit();
    finish(running, beginning, await execute(running, { step, place, node, isAskedFor }));
  } catch (error) {
    fail(running, beginning, error);
  }
}

export async function codesOf(running: Running, { codes }: PlannedStep, { values }: Place) {
  if (codes.length === 0) return undefined;
  return running.evaluateCodes(codes, values, running.signal);
}

type Filled = PlannedStep['node'];

/**
 * Of one that is told by its key from others: under that key it asks for the same again, also where its
 * code would give something else by now.
 */
function settingsBefore(
  { executors, states }: Running,
  key: string,
  { node, codes }: PlannedStep,
): Filled | undefined {
  const state = states.get(key);
  if (codes.length === 0 || !state?.input || !isRepeatable(executors, node, state))
    return undefined;
  return { ...node, ...state.input };
}

async function settingsOf(
  running: Running,
  key: string,
  { step, place }: Beginning,
): Promise<Filled> {
  const codes = await codesOf(running, step, place);
  return withinLimits(() => fillInOnce(running, key, { step, place, codes }));
}

/** One that asks again after it rested, however often, keeps its settings once. */
function fillInOnce(
  running: Running,
  key: string,
  { step, place, codes }: { step: PlannedStep; place: Place; codes?: CodeResults | undefined },
): Filled {
  const isNew = isToBegin(running.states.get(key));
  const kept = isNew ? running.kept : { size: 0 };
  return fillIn({ kept }, step, place.values, codes);
}

export function fillIn(
  { kept }: Pick<Running, 'kept'>,
  { node, values }: PlannedStep,
  scope: Scope,
  codes?: CodeResults,
): Filled {
  if (values.length === 0) return node;
  const filled: Record<string, unknown> = { ...node };
  for (const [field, value] of values) {
    if (node.kind === 'filter' && field === 'conditions') continue;
    filled[field] = evaluate(value, scope, codes);
    keepWithin(kept, filled[field]);
  }
  return filled as unknown as Filled;
}

/** One that goes on after it waited has begun before. */
function noteStart(
  running: Running,
  key: string,
  { step, node }: { step: PlannedStep; node: Filled },
): void {
  const state = running.states.get(key);
  if (!isToBegin(state)) return;
  const tried = (state?.attempt ?? 0) + 1;
  const input = inputOf(step, node);
  note(running, { type: 'started', key, at: Date.now(), attempt: tried, input });
}

/** Whether its next attempt has not begun yet. */
function isToBegin(state: StepState | undefined): boolean {
  return !state || state.status === 'retry' || isDecided(state.resolution, 'retry');
}

function isDecided(resolution: Resolution | undefined, decision: 'retry' | 'skip' | 'fail') {
  return resolution?.kind === 'decided' && resolution.decision === decision;
}

/** What the history shows of its settings. */
function inputOf({ shown }: PlannedStep, node: Filled): unknown {
  const settings = node as unknown as Record<string, unknown>;
  const input: Record<string, unknown> = {};
  for (const field of shown) input[field] = settings[field];
  return input;
}

function execute(
  running: Running,
  { step, place, node, isAskedFor }: Beginning & { node: Filled; isAskedFor: boolean },
): StepOutcome | Promise<StepOutcome> {
  const key = node.id + place.suffix;
  const state = running.states.get(key);
  const decided = decidedOutcome(step, state?.resolution);
  if (decided) return decided;
  const executor = executorOf(running.executors, step.node);
  if (!executor) throw new Error(`Nothing runs ${step.node.kind}`);
  return executor.execute({
    node,
    run: running.identity,
    key,
    stepKey: `${running.identity.id}:${key}`,
    attempt: state?.attempt ?? 1,
    scope: place.values,
    signal: running.signal,
    isDry: running.isDry,
    waited: state?.waiting,
    resolution: state?.resolution,
    endings: state?.endings ?? 0,
    isAskedFor,
    log: (line) => {
      note(running, { type: 'log', key, at: Date.now(), lines: [line.slice(0, 2_000)] });
    },
    mostCredits: running.plan.settings.budget.credits,
    spend: (what, amount) => spend(running, what, amount),
    answer: (answer) => {
      note(running, { type: 'answered', key, at: Date.now(), answer });
      running.answer(answer);
    },
  });
}

/** A step in doubt that somebody decided to pass over or to give up. */
function decidedOutcome(
  { node }: PlannedStep,
  resolution: Resolution | undefined,
): StepOutcome | undefined {
  if (isDecided(resolution, 'skip')) return { output: null, port: portPast(node) };
  if (isDecided(resolution, 'fail')) throw new Error(runMessage('decidedFailed'));
  return undefined;
}

function spend({ plan, counters }: Running, what: 'calls' | 'rows', amount: number): void {
  counters[what] += amount;
  const most = plan.settings.budget[what];
  if (counters[what] <= most) return;
  throw new StepFailed({
    message: runMessage(what === 'calls' ? 'budgetCalls' : 'budgetRows', { most }),
    code: 'E_RUN_BUDGET',
    step: null,
  });
}

export function finish(running: Running, { step, place }: Beginning, outcome: StepOutcome): void {
  const { id } = step.node;
  const key = id + place.suffix;
  const at = Date.now();
  if ('wait' in outcome) {
    note(running, { type: 'waiting', key, at, for: outcome.wait });
    return;
  }
  const { output, port = 'out' } = outcome;
  keepWithin(running.kept, output);
  note(running, { type: 'finished', key, at, port, output });
  place.values.steps[id] = { output };
}

export function fail(running: Running, { step, place }: Beginning, error: unknown): void {
  const key = step.node.id + place.suffix;
  const at = Date.now();
  if (error instanceof RunStopped && error.outcome === 'done') {
    note(running, { type: 'finished', key, at, port: 'stopped', output: null });
    throw error;
  }
  if (running.signal.aborted) throw error;
  // What failed within a loop keeps its place.
  const failure = error instanceof StepFailed ? error.error : failureOf(error, key);
  const state = running.states.get(key);
  const tried = (state?.attempt ?? 0) + (isToBegin(state) ? 1 : 0);
  // One whose settings could not be filled in counts as an attempt too, or it would be made for ever.
  if (isToBegin(state)) {
    note(running, { type: 'started', key, at, attempt: tried, input: state?.input ?? null });
  }
  // What failed within a loop was tried again there; what somebody gave up is not tried again at all.
  const isOver =
    running.isDry || error instanceof StepFailed || isDecided(state?.resolution, 'fail');
  const again = isOver ? null : retryAt(step.node, tried, error, at);
  const ended = error instanceof EndedBadly && { endings: error.endings };
  note(running, { type: 'failed', key, at, attempt: tried, error: failure, again, ...ended });
  if (again !== null) return;
  const rule = 'onError' in step.node ? step.node.onError : 'stop';
  const isEnd = error instanceof StepFailed && endsRun(running.plan, failure);
  if (rule === 'stop' || error instanceof RunStopped || isEnd) throw new StepFailed(failure);
  const output = { error: { message: failure.message, code: failure.code } };
  const port = rule === 'route' ? 'error' : portPast(step.node);
  note(running, { type: 'finished', key, at, port, output });
  place.values.steps[step.node.id] = { output };
}
