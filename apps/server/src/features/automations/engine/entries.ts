import type { Awaited, RunError } from '@causeway/contract/automations/run-shapes.ts';

/**
 * What is written down of a run, in the order it happened. The state of a run is nothing but these
 * folded up, so a run that is taken over stands exactly where it was left:
 * - started: a step begins; an effect begins only after this was committed
 * - finished: its output and the way out it took; it is never begun again
 * - failed: an attempt; `again` is when the next one may begin, null where there is none; `endings` is
 *   how much that it began elsewhere has ended badly so far, where that is why
 * - waiting: for a moment, a person, another run
 * - resolved: what it waited for came, or somebody decided about a step in doubt
 * - used: what the run has used of its budget so far; it is no step's, and the last one holds
 */
export type Entry =
  | { type: 'started'; key: string; at: number; attempt: number; input?: unknown }
  | { type: 'finished'; key: string; at: number; port: string; output: unknown }
  | {
      type: 'failed';
      key: string;
      at: number;
      attempt: number;
      error: RunError;
      again: number | null;
      endings?: number;
    }
  | { type: 'waiting'; key: string; at: number; for: Waiting }
  | { type: 'resolved'; key: string; at: number; how: Resolution }
  | { type: 'log'; key: string; at: number; lines: string[] }
  | { type: 'answered'; key: string; at: number; answer: RunAnswer }
  | ({ type: 'used'; key: ''; at: number } & Used);

/** `ms` is time at work, without what it waited; `kept` is in characters. */
type Used = { steps: number; calls: number; rows: number; kept: number; ms: number };

export type RunAnswer = { status: number; body: unknown };

export type Waiting =
  | { kind: 'time'; until: number }
  | { kind: 'approval'; until: number; message: string; people: string[] }
  | { kind: 'doubt' }
  | { kind: 'workflow'; runId: string };

export type Resolution =
  | { kind: 'time' }
  | {
      kind: 'decided';
      decision: 'retry' | 'skip' | 'fail' | 'approve' | 'reject';
      by: string;
      note: string;
    }
  | { kind: 'ended'; status: 'done' | 'failed' | 'cancelled'; output: unknown; message: string };

/** A step as its entries tell it. */
export type StepState = {
  status: 'started' | 'done' | 'failed' | 'retry' | 'waiting' | 'resolved';
  attempt: number;
  startedAt: number;
  endedAt: number | undefined;
  input: unknown;
  port: string | undefined;
  output: unknown;
  error: RunError | undefined;
  /** Of a step that is to be tried again. */
  again: number | undefined;
  waiting: Waiting | undefined;
  resolution: Resolution | undefined;
  /** How much it began and waited for has ended, over all attempts: runs, and jobs that failed. */
  endings: number;
  logs: string[];
  earlier: { attempt: number; message: string; ms: number }[];
};

export type States = Map<string, StepState>;

export function foldEntries(entries: Iterable<Entry>): States {
  const states: States = new Map();
  for (const entry of entries) foldEntry(states, entry);
  return states;
}

export function foldEntry(states: States, entry: Entry): void {
  const known = states.get(entry.key);
  if (entry.type === 'started') {
    states.set(entry.key, begun(entry, known));
    return;
  }
  if (!known || entry.type === 'answered' || entry.type === 'used') return;
  if (entry.type === 'finished') {
    Object.assign(known, {
      status: 'done',
      endedAt: entry.at,
      port: entry.port,
      output: entry.output,
    });
  } else if (entry.type === 'failed') {
    const ms = entry.at - known.startedAt;
    if (entry.again !== null) {
      known.earlier.push({ attempt: entry.attempt, message: entry.error.message, ms });
    }
    const status = entry.again === null ? 'failed' : 'retry';
    known.endings = entry.endings ?? known.endings;
    Object.assign(known, {
      status,
      endedAt: entry.at,
      error: entry.error,
      again: entry.again ?? undefined,
    });
  } else if (entry.type === 'waiting') {
    Object.assign(known, { status: 'waiting', waiting: entry.for });
  } else if (entry.type === 'resolved') {
    // What is decided in the moment its time is over comes too late: it went the other way, or was
    // given up with its round.
    if (known.status === 'done' || known.status === 'failed') return;
    known.endings += entry.how.kind === 'ended' ? 1 : 0;
    Object.assign(known, { status: 'resolved', resolution: entry.how });
  } else {
    known.logs.push(...entry.lines);
  }
}

/** What a run that goes on has used already. */
export function usedBefore(entries: Entry[]): Used {
  const last = entries.findLast((entry) => entry.type === 'used');
  return last?.type === 'used' ? last : { steps: 0, calls: 0, rows: 0, kept: 0, ms: 0 };
}

function begun(
  { at, attempt, input }: Extract<Entry, { type: 'started' }>,
  known: StepState | undefined,
): StepState {
  return {
    status: 'started',
    attempt,
    startedAt: known?.startedAt ?? at,
    endedAt: undefined,
    input,
    port: undefined,
    output: undefined,
    error: undefined,
    again: undefined,
    waiting: undefined,
    resolution: undefined,
    endings: known?.endings ?? 0,
    logs: known?.logs ?? [],
    earlier: known?.earlier ?? [],
  };
}

/** What a run waits for, as its page tells it. */
export function awaitedBy(states: States, mayDecide: (people: string[]) => boolean): Awaited[] {
  const awaits: Awaited[] = [];
  for (const [step, { status, waiting, again }] of states) {
    if (status === 'retry' && again !== undefined) {
      awaits.push({ kind: 'time', step, until: new Date(again).toISOString() });
    }
    if (status !== 'waiting' || !waiting) continue;
    if (waiting.kind === 'doubt') awaits.push({ kind: 'doubt', step });
    if (waiting.kind === 'workflow') awaits.push({ kind: 'workflow', step, runId: waiting.runId });
    if (waiting.kind === 'time') {
      awaits.push({ kind: 'time', step, until: new Date(waiting.until).toISOString() });
    }
    if (waiting.kind === 'approval') {
      const { message, people, until } = waiting;
      awaits.push({
        kind: 'approval',
        step,
        message,
        people,
        until: new Date(until).toISOString(),
        mayDecide: mayDecide(people),
      });
    }
  }
  return awaits;
}
