import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Failure } from '@causeway/contract/errors.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import type { Events } from '#platform/events/events.ts';
import { currentParty, onBehalfOf } from '#platform/limits/party.ts';
import { happened } from '#platform/outbox/happened.ts';
import type { Processes } from '#platform/processes/processes.ts';
import {
  cancelSubject,
  claimRun,
  endRun,
  insertRun,
  insertRunning,
  isQueued,
  type NewRun,
  noteProgress,
  releaseRun,
  requeueRun,
  takeLost,
} from './queries.ts';
import type { Ending, Progress, Run, RunKind } from './run.ts';

/** Work that outlives requests, of every kind, on any number of instances. */
export type Runs = {
  define(kind: RunKind): void;
  /** Joins the transaction of what causes it: it exists exactly when its cause does. */
  enqueue(db: Db, run: NewRun): Promise<void>;
  /** Runs it here and now, beside the request that waits for it; ends as its kind says. */
  runHere(run: NewRun, step: RunKind['step']): Promise<void>;
  cancel(tx: Tx, kind: string, subjectId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

type Held = { run: Run; stopping: AbortController; progress: Progress; isCancelled: boolean };
type Needed = { db: Database; events: Events; processes: Processes; logger: Logger };

/** New runs wake every instance; this is for those whose notice was lost. */
const LOOK_EVERY_MS = 2_000;
/** One that does not hear is left behind; another instance takes it from this process. */
const LAST_WORDS_MS = 5_000;
/** One that ends its server each time must not do so for ever. */
const MOST_TRIES = 5;

export function createRuns({ db, events, processes, logger }: Needed): Runs {
  const kinds = new Map<string, RunKind>();
  const held = new Map<string, Held>();
  const dropped = new Map<string, Run>();
  const working = new Set<Promise<void>>();
  let isWorking = false;
  let isAsked = false;
  let pumping: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const countOf = (kind: string) =>
    [...held.values()].filter(({ run }) => run.kind === kind).length;

  /** Takes what it has free places for. */
  async function pump(): Promise<void> {
    for (const kind of kinds.values()) {
      while (isWorking && countOf(kind.kind) < kind.places) {
        const run = await claimRun(db, kind, processes.id);
        if (!run) break;
        // Claimed while the instance was told to stop: it has not begun, so another may have it.
        if (!isWorking) return requeueRun(db, run, run.tries);
        hold(run, (own) => work(kind, own));
      }
    }
  }

  /** It counts as its person's, whatever it comes to use. */
  function hold(run: Run, act: (own: Held) => Promise<void>): void {
    const own: Held = {
      run,
      stopping: new AbortController(),
      progress: { done: 0 },
      isCancelled: false,
    };
    held.set(run.id, own);
    const person = run.userId ?? 'causeway';
    const party = { person, project: run.projectId, key: run.keyId ?? undefined };
    const done = onBehalfOf(party, () => act(own))
      .catch((error: unknown) => {
        // Nothing could be written down, so our own database is away: left to whoever finds it.
        logger.error({ err: error, run: run.id }, 'run');
        dropped.set(run.id, run);
      })
      .finally(() => {
        if (held.get(run.id) === own) held.delete(run.id);
        working.delete(done);
        look();
      });
    working.add(done);
    void tell([run]);
  }

  async function work(kind: RunKind, own: Held): Promise<void> {
    const { run } = own;
    const { signal } = own.stopping;
    try {
      const outcome = await kind.step(run, {
        signal,
        isCancelled: () => own.isCancelled,
        tell: (progress) => {
          own.progress = progress;
        },
      });
      if (outcome === 'more') await requeueRun(db, run, 0);
      else await end(kind, run, { outcome: 'done', failure: undefined });
    } catch (error) {
      const isTold = error instanceof Failure && !signal.aborted;
      if (isTold || own.isCancelled) await end(kind, run, endingOf(error, own.isCancelled));
      else await recover(kind, run, signal.aborted ? undefined : error);
    }
  }

  function endingOf(error: unknown, isCancelled: boolean): Ending {
    if (isCancelled) return { outcome: 'cancelled', failure: undefined };
    const failure = error instanceof Failure ? error : new Failure('E_INTERNAL');
    if (failure.code === 'E_QUERY_CANCELLED') return { outcome: 'cancelled', failure: undefined };
    return { outcome: 'failed', failure };
  }

  async function end(kind: RunKind, run: Run, ending: Ending): Promise<void> {
    await db.transaction((tx) => settle(tx, kind, run, ending));
    await tell([run]);
  }

  async function settle(
    tx: Tx,
    kind: RunKind | undefined,
    run: Run,
    ending: Ending,
  ): Promise<void> {
    const ended = await endRun(tx, run, ending);
    if (!ended) return;
    await kind?.ended?.(tx, run, ending);
    const { id: runId, kind: name, subjectId, connectorId, userId, keyId, projectId } = run;
    const { outcome, failure } = ending;
    const about = { runId, kind: name, subjectId, connectorId, userId, keyId };
    const how = { outcome, errorCode: failure?.code ?? null, ...ended };
    const data = { ...about, ...how };
    await happened(tx, `run ${runId}`, { type: 'run.ended', projectId, data });
  }

  async function takeOver(): Promise<void> {
    for (const run of dropped.values()) {
      await releaseRun(db, run);
      dropped.delete(run.id);
    }
    if (!isWorking) return;
    for (const run of await takeLost(db, [...kinds.keys()], processes.id)) {
      const kind = kinds.get(run.kind);
      if (kind) hold(run, () => recover(kind, run, undefined));
    }
  }

  async function recover(kind: RunKind, run: Run, fault: unknown): Promise<void> {
    if (fault) logger.error({ err: fault, run: run.id, kind: kind.kind }, 'a run broke off');
    const found = await kind.recover(run);
    if (found === 'later') await releaseRun(db, run);
    else if (found !== 'again') await end(kind, run, found);
    else if (run.tries + 1 < MOST_TRIES) await requeueRun(db, run, run.tries + 1);
    else await end(kind, run, { outcome: 'failed', failure: new Failure('E_INTERNAL') });
  }

  /** With the heartbeat: how far everything is, and what was cancelled or taken meanwhile. */
  async function report(): Promise<void> {
    if (held.size === 0) return;
    const telling = new Map(held);
    const told = [...telling.values()].map(({ run: { id, fence }, progress }) => {
      return { id, fence, ...progress };
    });
    for (const { id, isCancelled, isOurs } of await noteProgress(db, told)) {
      const own = telling.get(id);
      // What has ended meanwhile may have been begun again here: that one was not asked about.
      if (!own || held.get(id) !== own) continue;
      if (isCancelled) own.isCancelled = true;
      if (isCancelled || !isOurs) own.stopping.abort(new Failure('E_QUERY_CANCELLED'));
    }
    await tell([...held.values()].map(({ run }) => run));
  }

  async function tell(told: readonly Run[]): Promise<void> {
    for (const projectId of new Set(told.map((run) => run.projectId))) {
      await events
        .publish(db, { projectId }, changed(projectId))
        .catch((error: unknown) => logger.warn({ err: error }, 'a run could not tell of itself'));
    }
  }

  /** One at a time: two that look at once would both find the last place free. */
  function look(): void {
    if (!isWorking) return;
    isAsked = true;
    pumping ??= pumpWhileAsked();
  }

  async function pumpWhileAsked(): Promise<void> {
    while (isWorking && isAsked) {
      isAsked = false;
      await pump().catch((error: unknown) => logger.warn({ err: error }, 'runs'));
    }
    pumping = undefined;
  }

  events.hearInstances((note) => {
    if ('runs' in note) look();
  });
  processes.onBeat(async () => {
    await report();
    await takeOver();
  });

  return {
    define: (kind) => void kinds.set(kind.kind, kind),
    enqueue: async (on, run) => {
      await insertRun(on, { ...run, keyId: keyBehind() });
      await events.tellInstances(on, { runs: run.kind });
      await events.publish(on, { projectId: run.projectId }, changed(run.projectId));
    },
    runHere: async (asked, step) => {
      const kind = kinds.get(asked.kind);
      const run = await insertRunning(db, { ...asked, keyId: keyBehind() }, processes.id);
      if (!kind || !run) throw new Error(`Two runs of ${asked.kind} ${asked.subjectId}`);
      hold(run, (own) => work({ ...kind, step }, own));
    },
    cancel: async (tx, kind, subjectId) => {
      const run = await cancelSubject(tx, kind, subjectId);
      if (!run || !(await isQueued(tx, run))) return;
      await settle(tx, kinds.get(kind), run, { outcome: 'cancelled', failure: undefined });
      await events.publish(tx, { projectId: run.projectId }, changed(run.projectId));
    },
    start: () => {
      isWorking = true;
      timer = setInterval(look, LOOK_EVERY_MS);
      timer.unref();
      look();
    },
    stop: async () => {
      isWorking = false;
      clearInterval(timer);
      for (const { stopping } of held.values()) stopping.abort(new Error('The server stops'));
      // What is asked of the database already may come after the runs were handed back, and take one.
      await Promise.race([Promise.allSettled([...working, pumping]), sleep(LAST_WORDS_MS)]);
    },
  };
}

function keyBehind(): string | null {
  return currentParty().key ?? null;
}

function changed(projectId: string) {
  return { type: 'runs.changed' as const, projectId };
}
