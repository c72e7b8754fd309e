import { setTimeout as sleep } from 'node:timers/promises';
import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { covers } from '@causeway/contract/scopes.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { type Database, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { currentParty } from '#platform/limits/party.ts';
import { concurrencyKeyOf } from './engine/concurrency.ts';
import type { RunAnswer } from './engine/entries.ts';
import { NotWritten } from './running/active-run.ts';
import type { Engine, NewRun } from './running/engine.ts';
import type { LiveWorkflow, LiveWorkflows } from './running/live.ts';

/** How a run that somebody outside started stands when they are answered. */
export type Started = {
  runId: string;
  /** Undefined while it has not answered yet. */
  answer: RunAnswer | undefined;
  status: 'ended' | 'running' | 'held';
  failure?: string;
};

type Needs = { db: Database; engine: Engine; live: LiveWorkflows };

type Asked = Pick<NewRun, 'triggerKind' | 'triggerId' | 'trigger' | 'key' | 'signedKey'> & {
  live: LiveWorkflow;
  /** The step that starts it, and how deep it is. */
  parent?: { runId: string; step: string | null; depth: number } | undefined;
  /** Until it has answered or ended, at most so long; without, until it is accepted. */
  waitMs?: number | undefined;
};

const MOST_TRIES = 3;

/** Who may not start a workflow is not told what would start it either. */
export function mayStart({ project, scopes, impersonator }: ProjectActor): boolean {
  if (!can(project.role, 'workflows.write') || impersonator?.mode === 'view') return false;
  return !scopes || covers(scopes, 'workflows:write', undefined);
}

/**
 * Starts a run for a caller. What was cached of the workflow may be outdated, which its first commit
 * notices before anything has happened: then it begins once more, with what is published now.
 */
export async function startRun(needs: Needs, asked: Asked): Promise<Started> {
  let { live } = asked;
  for (let tried = 1; ; tried += 1) {
    try {
      return await tryStart(needs, { ...asked, live });
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error;
      const { written } = error;
      if (written.outcome === 'duplicate') return findFirst(needs.db, live, asked);
      if (written.outcome !== 'stale' || tried >= MOST_TRIES) throw new Failure('E_UNAVAILABLE');
      needs.live.forget(live.id);
      await sleep(0);
      const fresh = await needs.live.find(live.id);
      if (!fresh?.isEnabled) throw new Failure('E_WORKFLOW_NOT_FOUND');
      live = fresh;
    }
  }
}

async function tryStart(needs: Needs, { waitMs, parent, ...asked }: Asked): Promise<Started> {
  const start: NewRun = {
    ...asked,
    depth: parent?.depth ?? 0,
    parentRunId: parent?.runId ?? null,
    parentStep: parent?.step ?? null,
    rerunOf: null,
    keyId: currentParty().key ?? null,
    isChecked: true,
    concurrencyKey: concurrencyKeyOf(asked.live.plan, asked.trigger ?? null),
  };
  // What a run starts is part of it.
  const isTooMuch =
    parent === undefined &&
    needs.engine.isBusy(asked.live) &&
    !(await needs.engine.awaitPlace(asked.live));
  if (start.concurrencyKey !== null || isTooMuch) {
    return enqueue(needs, start, waitMs);
  }
  const run = needs.engine.begin(start);
  const runId = run.start.id;
  try {
    if (waitMs === undefined) {
      await run.accept();
      return { runId, answer: undefined, status: 'running' };
    }
    // What was answered is known at the latest when the run has ended.
    const first = await within(waitMs, run.answered);
    if (first === 'late') return { runId, answer: undefined, status: 'running' };
    if (first) return { runId, answer: first, status: 'ended' };
    const ending = await run.ended;
    if (ending.kind === 'failed') {
      return { runId, answer: undefined, status: 'ended', failure: ending.error.message };
    }
    const status = ending.kind === 'done' ? 'ended' : 'running';
    return { runId, answer: await run.answered, status };
  } catch (error) {
    if (error instanceof NotWritten && error.written.outcome === 'held') {
      return { runId, answer: undefined, status: 'held' };
    }
    throw error;
  }
}

/** A timer that is cleared: one that is aborted makes an error, with its stack, for every run. */
function within<Value>(ms: number, awaited: Promise<Value>): Promise<Value | 'late'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, 'late');
    awaited.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** One that has to follow others, or came when this process had enough to do. */
async function enqueue({ db, engine }: Needs, start: NewRun, waitMs = 0): Promise<Started> {
  const { runId, isHeld } = await engine.enqueue(start);
  if (isHeld) return { runId, answer: undefined, status: 'held' };
  return awaitEnd(db, runId, waitMs);
}

const LOOK_MS = 50;

/** The same delivery came before: what the first one gave, as soon as it has. */
async function findFirst(db: Database, live: LiveWorkflow, asked: Asked) {
  const { key, signedKey = null, waitMs = 0 } = asked;
  const found = await findRow<{ runId: string }>(
    db,
    sql`select run_id as "runId" from workflow_run_keys
        where workflow_id = ${live.id} and key in (${key}, ${signedKey})
        order by key = ${key} desc limit 1`,
  );
  if (!found) throw new Failure('E_UNAVAILABLE');
  return awaitEnd(db, found.runId, waitMs);
}

/** What a run gave that somebody else works on, once it has ended, or how it stands when time is up. */
async function awaitEnd(db: Database, runId: string, waitMs: number): Promise<Started> {
  const until = Date.now() + waitMs;
  for (;;) {
    const ended = await findRow<{ status: string; answer: RunAnswer | null }>(
      db,
      sql`select status, answer from workflow_history where id = ${runId}`,
    );
    if (ended) {
      const failure = ended.status === 'failed' ? { failure: 'The run failed.' } : {};
      return { runId, answer: ended.answer ?? undefined, status: 'ended', ...failure };
    }
    if (Date.now() >= until) return { runId, answer: undefined, status: 'running' };
    await sleep(LOOK_MS);
  }
}
