import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import {
  type Entry,
  foldEntries,
  type RunAnswer,
  type States,
  usedBefore,
} from '../engine/entries.ts';
import type { Executors } from '../engine/executor.ts';
import { type RunEnding, runPlan } from '../engine/run-plan.ts';
import type { Running } from '../engine/running.ts';
import type { LiveWorkflow } from './live.ts';
import { msOfId } from './run-ids.ts';
import type { Accept, End, RunRecordItem, Writer, Written } from './writer.ts';

/**
 * A run at work in this process.
 *
 * It begins in memory. If it is over within a moment and without an effect, one record is all that is
 * ever written of it, and who waits is answered after that commit: until then nobody was told
 * anything and nothing outside changed. Before its first effect, when it has to wait, when its caller
 * wants a receipt, or when the moment is over, its acceptance is committed together with what
 * happened so far; from then on its journal grows with every effect, and its end moves it into the
 * history.
 */
export type RunStart = {
  id: string;
  live: LiveWorkflow;
  triggerKind: string;
  triggerId: string;
  trigger: unknown;
  key: string | null;
  /** A second one beside it: what was signed is one run, whatever key it comes with. */
  signedKey?: string | null | undefined;
  depth: number;
  parentRunId: string | null;
  parentStep: string | null;
  rerunOf: string | null;
  /** The API key that caused it: what it costs is counted as the key's. */
  keyId: string | null;
  isChecked: boolean;
  concurrencyKey?: string | null | undefined;
  /** Of one that is taken up again. */
  resumed?: { entries: Entry[]; seq: number; fence: number } | undefined;
  /** Entries a new run begins with: what a rerun keeps. */
  given?: Entry[] | undefined;
};

export type ActiveRun = {
  start: RunStart;
  /** Once what it answers, or that it was accepted, is safe. */
  answered: Promise<RunAnswer | undefined>;
  accepted: Promise<void>;
  ended: Promise<RunEnding | { kind: 'cancelled' }>;
  /** Commits its acceptance now. */
  accept(): Promise<void>;
  cancel(): void;
  /** Begins no further step; what is under way comes to its end. */
  pause(): void;
  /** How many steps it has had so far. */
  stepCount(): number;
  /** Whether one of its steps asks people something, or did and was given up. */
  isAsking(): boolean;
};

export type ActiveNeeds = {
  writer: Writer;
  executors: Executors;
  evaluateCodes: Running['evaluateCodes'];
};

/** The record was not taken: whoever waits for the run has to know why. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
  readonly written: Exclude<Written, { outcome: 'written' }>;

  constructor(written: Exclude<Written, { outcome: 'written' }>) {
    super(`The run was not written down: ${written.outcome}`);
    this.written = written;
  }
}

export class RunCancelled extends Error {
  override readonly name = 'RunCancelled';
}

class TimeUsedUp extends Error {
  override readonly name = 'TimeUsedUp';
}

/** Accepts a run without beginning it: whoever's turn it is takes it from the queue. */
export async function queueRun(writer: Writer, start: RunStart): Promise<'queued' | 'held'> {
  const { id, live } = start;
  const written = await writer.write({
    id,
    projectId: live.projectId,
    workflowId: live.id,
    version: live.version,
    accept: acceptOf(start, JSON.stringify(start.trigger ?? null)),
    fence: 0,
    entries: undefined,
    seq: 0,
    end: undefined,
    park: { status: 'queued', dueAt: null },
  });
  if (written.outcome === 'written') return 'queued';
  if (written.outcome === 'held') return 'held';
  throw new NotWritten(written);
}

/** What a timer can count; one that is longer would be over at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** So long a run may take before it is written down that it runs. */
const QUICK_MS = 20;

export function activate(needs: ActiveNeeds, start: RunStart): ActiveRun {
  const { id, live, resumed } = start;
  const stopping = new AbortController();
  const pending: Entry[] = [...(start.given ?? [])];
  const states: States = foldEntries(resumed?.entries ?? pending);
  const before = usedBefore(resumed?.entries ?? []);
  const beganAt = Date.now();
  const counters = { steps: before.steps, calls: before.calls, rows: before.rows };
  const kept = { size: before.kept };
  const trigger = JSON.stringify(start.trigger ?? null);
  const fence = resumed?.fence ?? 1;
  let seq = resumed?.seq ?? 0;
  let isAccepted = resumed !== undefined;
  let isPausing = false;
  let answer: RunAnswer | undefined = answerIn(resumed?.entries ?? []);
  let chain: Promise<void> | undefined;
  const safe = Promise.withResolvers<RunAnswer | undefined>();
  const accepted = Promise.withResolvers<void>();
  // Whoever waits for them tells; until then they must not count as unhandled.
  for (const { promise } of [safe, accepted]) promise.catch(() => {});
  if (isAccepted) accepted.resolve();

  /** One record after the other: a run never overtakes itself. */
  function commit(more: Pick<RunRecordItem, 'end' | 'park'> = none): Promise<void> {
    const written = chain ? chain.then(() => write(more)) : write(more);
    written.catch(() => {});
    chain = written;
    return written;
  }

  /** With every record that is not its last: whoever goes on with it counts on from there. */
  function used(): Entry {
    const at = Date.now();
    const ms = before.ms + at - beganAt;
    return { type: 'used', key: '', at, ...counters, kept: kept.size, ms };
  }

  async function write(more: Pick<RunRecordItem, 'end' | 'park'>): Promise<void> {
    const entries = pending.splice(0);
    const isQuick = !isAccepted && more.end !== undefined;
    if (!more.end && (entries.length > 0 || more.park)) entries.push(used());
    if (isAccepted && entries.length === 0 && !more.end && !more.park) return;
    const text = entries.length === 0 ? undefined : JSON.stringify(entries);
    const answering = answer;
    const written = await needs.writer.write({
      id,
      projectId: live.projectId,
      workflowId: live.id,
      version: live.version,
      accept: isAccepted ? undefined : acceptOf(start, trigger),
      fence,
      entries: isQuick ? undefined : text,
      seq,
      end: more.end && { ...more.end, steps: isQuick ? (text ?? '[]') : undefined },
      park: more.park,
    });
    if (written.outcome !== 'written') throw new NotWritten(written);
    isAccepted = true;
    if (text && !isQuick) seq += 1;
    accepted.resolve();
    if (answering || more.end) safe.resolve(answering);
  }

  const { settings } = live.plan;
  const left = settings.budget.seconds * 1_000 - before.ms;
  // Timers that are cleared: a signal with a time of its own costs every quick run more than its steps.
  // One at a time: what is over at once never comes to the limit of its time.
  let timer = setTimeout(() => {
    commit().catch((error: unknown) => stopping.abort(error));
    timer = setTimeout(
      () => stopping.abort(new TimeUsedUp('The time of the run is used up.')),
      Math.min(Math.max(0, left - QUICK_MS), LONGEST_TIMER_MS),
    );
  }, QUICK_MS);

  async function work(): Promise<RunEnding | { kind: 'cancelled' }> {
    const running: Running = {
      plan: live.plan,
      states,
      identity: {
        id,
        projectId: live.projectId,
        workflowId: live.id,
        workflowName: live.name,
        version: live.version,
        depth: start.depth,
      },
      scope: {
        trigger: start.trigger ?? null,
        steps: {},
        run: {
          id,
          workflow: live.name,
          version: live.version,
          startedAt: new Date(msOfId(id)).toISOString(),
        },
        vars: settings.vars,
      },
      source: start.triggerId,
      executors: needs.executors,
      evaluateCodes: needs.evaluateCodes,
      note: (entry) => void pending.push(entry),
      commit: () => commit(),
      answer: (given) => {
        answer ??= given;
        if (isAccepted) commit().catch((error: unknown) => stopping.abort(error));
      },
      counters,
      kept,
      signal: stopping.signal,
      isDry: false,
      isPausing: () => isPausing,
    };
    const ending = await endingOf(running);
    if (ending.kind === 'waiting') await commit({ ...none, park: parkOf(ending.due) });
    else if (ending.kind === 'paused') await commit({ ...none, park: parkOf(undefined) });
    else await commit({ ...none, end: endOf(start, trigger, ending, answer) });
    return ending;
  }

  /** Awaited once, here: each further promise on the way costs every quick run its own turn. */
  async function end(): Promise<RunEnding | { kind: 'cancelled' }> {
    try {
      const ending = await work();
      safe.resolve(answer);
      return ending;
    } catch (error) {
      safe.reject(error);
      accepted.reject(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    start,
    answered: safe.promise,
    accepted: accepted.promise,
    ended: end(),
    stepCount: () => states.size,
    isAsking: () =>
      states.values().some(({ status, waiting }) => {
        return status !== 'done' && waiting?.kind === 'approval';
      }),
    accept: () => commit(),
    cancel: () => stopping.abort(new RunCancelled('The run was cancelled.')),
    pause: () => {
      isPausing = true;
    },
  };
}

const none = { end: undefined, park: undefined };

async function endingOf(running: Running): Promise<RunEnding | { kind: 'cancelled' }> {
  try {
    return await runPlan(running);
  } catch (error) {
    if (error instanceof RunCancelled) return { kind: 'cancelled' };
    if (!(error instanceof TimeUsedUp)) throw error;
    const { seconds } = running.plan.settings.budget;
    const message = runMessage('budgetSeconds', { most: seconds });
    return { kind: 'failed', error: { message, code: 'E_RUN_BUDGET', step: null } };
  }
}

function answerIn(entries: Entry[]): RunAnswer | undefined {
  const found = entries.find((entry) => entry.type === 'answered');
  return found?.type === 'answered' ? found.answer : undefined;
}

/** Undefined: whoever is free goes on with it. */
function parkOf(due: number | null | undefined): RunRecordItem['park'] {
  return due === undefined ? { status: 'queued', dueAt: null } : { status: 'waiting', dueAt: due };
}

function acceptOf(start: RunStart, trigger: string): Accept {
  const { key, triggerKind, triggerId, depth, parentRunId, parentStep, rerunOf } = start;
  const { keyId, isChecked } = start;
  return {
    key,
    signedKey: start.signedKey ?? null,
    triggerKind,
    triggerId,
    trigger,
    depth,
    parentRunId,
    parentStep,
    rerunOf,
    keyId,
    concurrencyKey: start.concurrencyKey ?? null,
    isChecked,
  };
}

function endOf(
  { id, triggerKind, triggerId, parentRunId, parentStep, rerunOf, keyId }: RunStart,
  trigger: string,
  ending: RunEnding | { kind: 'cancelled' },
  answer: RunAnswer | undefined,
): End {
  return {
    status: ending.kind === 'done' || ending.kind === 'failed' ? ending.kind : 'cancelled',
    ms: Math.max(0, Date.now() - msOfId(id)),
    error: ending.kind === 'failed' ? ending.error : undefined,
    answer,
    steps: undefined,
    triggerKind,
    triggerId,
    trigger,
    parentRunId,
    parentStep,
    rerunOf,
    keyId,
  };
}
