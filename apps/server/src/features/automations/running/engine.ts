import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Failure } from '@causeway/contract/errors.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import { settleDoubts } from '../engine/doubts.ts';
import { foldEntries } from '../engine/entries.ts';
import { effectOfRepeating } from '../engine/executor.ts';
import {
  activate,
  type ActiveNeeds,
  type ActiveRun,
  NotWritten,
  queueRun,
  type RunStart,
} from './active-run.ts';
import {
  claimRuns,
  holdWithoutPublisher,
  listOwn,
  readJournal,
  retakeRuns,
  type StoredRun,
  takeLostRuns,
  takeSignals,
  wakeDueRuns,
} from './claims.ts';
import { createLease, findLost } from './leases.ts';
import type { LiveWorkflow, LiveWorkflows } from './live.ts';
import { createPlaces } from './places.ts';
import { makeRunId } from './run-ids.ts';
import { createStranded } from './stranded.ts';
import { createWriter } from './writer.ts';

/**
 * Runs workflows: those that arrive here, those that wait in the queue, those whose process was lost.
 * A run is executed where it arrives; others take it over only when this process is gone.
 */
export type Engine = {
  begin(start: NewRun): ActiveRun;
  /** Safe, and begun by whoever's turn it is: one that has to follow others, or too many at once. */
  enqueue(start: NewRun): Promise<{ runId: string; isHeld: boolean }>;
  /** Too much goes on here, or of this project as much as its plan allows. */
  isBusy(live: Pick<LiveWorkflow, 'projectId' | 'runsAtOnce'>): boolean;
  /** Until one of the project has ended; false where that takes too long. */
  awaitPlace(live: Pick<LiveWorkflow, 'projectId'>): Promise<boolean>;
  cancel(runId: string): boolean;
  /** There may be something in the queue. */
  look(): void;
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export type NewRun = Omit<RunStart, 'id' | 'resumed'>;

export type EngineNeeds = Omit<ActiveNeeds, 'writer'> & {
  db: Database;
  logger: Logger;
  live: LiveWorkflows;
  /** The plan of who never booked one. */
  unbooked: PlanId;
  onEnded(run: ActiveRun, ending: Awaited<ActiveRun['ended']>): void;
};

/** So many are taken from the queue at a time; of those that arrive here, so many run at once. */
const SLOTS = 64;
const MOST_ACTIVE = 512;
const LAST_WORDS_MS = 8_000;
const SWEEP_MS = 1_000;

export function createEngine(needs: EngineNeeds): Engine {
  const { db, logger, live } = needs;
  const active = new Map<string, ActiveRun>();
  /** On their way from the queue, or from who had them, to being active. */
  const taken = new Set<string>();
  const findStranded = createStranded((id) => active.has(id) || taken.has(id));
  const places = createPlaces();
  let isWorking = false;
  let isStopping = false;
  let isAsked = false;
  // Whether the queue may hold more than was taken: asking after every run that ends would keep the
  // database at it all the time.
  let isHungry = true;
  let looking: Promise<void> | undefined;
  let lastProject: string = crypto.randomUUID();
  let sweptAt = 0;

  const lease = createLease(db, logger, {
    onBeat: async (me) => {
      const own = await listOwn(db, me);
      for (const { id, isCancelled } of own) if (isCancelled) active.get(id)?.cancel();
      const isSweep = Date.now() - sweptAt >= SWEEP_MS;
      if (isSweep) {
        sweptAt = Date.now();
        const stranded = findStranded(own);
        if (stranded.length > 0) await takeUp(await retakeRuns(db, me, stranded));
      }
      if (!isWorking) return;
      await takeOver(me);
      if (!isSweep) return;
      await wakeDueRuns(db);
      look();
    },
    onLost: () => {
      for (const run of active.values()) run.pause();
    },
  });
  // A connection of its own, which plans its one large statement once: planning costs more than it.
  const ledger = openDatabase(db.connectionString, logger, { max: 1, plansOnce: true });
  const writer = createWriter(ledger, logger, () => lease.id());
  const activeNeeds: ActiveNeeds = { ...needs, writer };

  function run(start: RunStart): ActiveRun {
    const { live: workflow } = start;
    const party = {
      person: workflow.publishedBy ?? 'causeway',
      project: workflow.projectId,
      key: start.keyId ?? undefined,
    };
    const begun = onBehalfOf(party, () => activate(activeNeeds, start));
    active.set(start.id, begun);
    places.take(workflow.projectId);
    begun.ended.then(
      (ending) => {
        leave(start);
        if (ending.kind !== 'paused') needs.onEnded(begun, ending);
      },
      (error: unknown) => {
        leave(start);
        if (error instanceof NotWritten) return;
        logger.error({ err: error, run: start.id }, 'a workflow run broke off');
      },
    );
    return begun;
  }

  function leave({ id, live: { projectId, runsAtOnce }, resumed }: RunStart): void {
    active.delete(id);
    const wasFull = places.leave(projectId, runsAtOnce);
    if (isHungry || resumed || wasFull) look();
  }

  /** What was begun and not finished by who is gone, is settled before anything goes on. */
  async function resume(stored: StoredRun): Promise<void> {
    const workflow = await live.findVersion(stored.workflowId, stored.version);
    const me = lease.id();
    if (!workflow || me === undefined) return;
    if (await holdWithoutPublisher(db, stored, me)) return;
    const journal = await readJournal(db, stored.id);
    const signals = await takeSignals(db, stored, { me, seq: journal.seq });
    const entries = [...journal.entries, ...signals];
    const seq = journal.seq + (signals.length > 0 ? 1 : 0);
    const doubts = settleDoubts(
      workflow.plan,
      foldEntries(entries),
      ({ node }, state) => effectOfRepeating(needs.executors, node, state),
      Date.now(),
    );
    const begun = run({
      ...stored,
      live: workflow,
      key: null,
      isChecked: false,
      resumed: { entries: [...entries, ...doubts], seq, fence: stored.fence },
      given: doubts,
    });
    if (stored.isCancelled) begun.cancel();
  }

  async function takeOver(me: string): Promise<void> {
    const lost = await findLost(db, me);
    if (lost.length > 0) logger.warn({ lost }, 'processes were lost; their runs are taken over');
    await takeUp(await takeLostRuns(db, me, 50));
  }

  /** One that can't be taken up now is stranded, and keeps none of the others from it. */
  async function takeUp(runs: StoredRun[]): Promise<void> {
    for (const { id } of runs) taken.add(id);
    for (const stored of runs) {
      await resume(stored)
        .catch((error: unknown) => {
          logger.warn({ err: error, run: stored.id }, 'a workflow run could not be taken up');
        })
        .finally(() => taken.delete(stored.id));
    }
  }

  function look(): void {
    if (!isWorking) return;
    isAsked = true;
    looking ??= lookWhileAsked();
  }

  async function lookWhileAsked(): Promise<void> {
    while (isWorking && isAsked) {
      isAsked = false;
      await claim().catch((error: unknown) => logger.warn({ err: error }, 'workflow queue'));
    }
    looking = undefined;
  }

  async function claim(): Promise<void> {
    const me = lease.id();
    const free = SLOTS - active.size;
    isHungry = true;
    if (me === undefined || free <= 0) return;
    const claimed = await claimRuns(db, {
      me,
      most: Math.min(free, 16),
      after: lastProject,
      here: places.counts,
      unbooked: needs.unbooked,
    });
    isHungry = claimed.length > 0;
    lastProject = claimed.at(-1)?.projectId ?? lastProject;
    await takeUp(claimed);
    if (claimed.length > 0) isAsked = true;
  }

  return {
    look,
    begin: (start) => {
      if (isStopping || lease.id() === undefined) throw new Failure('E_UNAVAILABLE');
      return run({ ...start, id: makeRunId() });
    },
    enqueue: async (start) => {
      if (isStopping || lease.id() === undefined) throw new Failure('E_UNAVAILABLE');
      const runId = makeRunId();
      const status = await queueRun(writer, { ...start, id: runId });
      look();
      return { runId, isHeld: status === 'held' };
    },
    isBusy: ({ projectId, runsAtOnce }) =>
      active.size >= MOST_ACTIVE || places.count(projectId) >= runsAtOnce,
    awaitPlace: async ({ projectId }) => active.size < MOST_ACTIVE && places.wait(projectId),
    cancel: (runId) => {
      const found = active.get(runId);
      found?.cancel();
      return found !== undefined;
    },
    start: async ({ work }) => {
      await lease.start();
      isWorking = work;
      look();
    },
    stop: async () => {
      isWorking = false;
      isStopping = true;
      await looking;
      for (const run of active.values()) run.pause();
      const endings = [...active.values()].map(({ ended }) => ended);
      await Promise.race([Promise.allSettled(endings), sleep(LAST_WORDS_MS)]);
      await writer.idle();
      await lease.stop();
      await ledger.close();
    },
  };
}
