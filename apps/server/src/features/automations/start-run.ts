import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';
import { type Database, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
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

type Asked = Pick<NewRun, 'triggerKind' | 'triggerId' | 'trigger' | 'key'> & {
  live: LiveWorkflow;
  /** The step that starts it, and how deep it is. */
  parent?: { runId: string; step: string | null; depth: number } | undefined;
  /** Until it has answered or ended, at most so long; without, until it is accepted. */
  waitMs?: number | undefined;
};

const MOST_TRIES = 3;

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
  const run = needs.engine.begin({
    ...asked,
    depth: parent?.depth ?? 0,
    parentRunId: parent?.runId ?? null,
    parentStep: parent?.step ?? null,
    rerunOf: null,
    isChecked: true,
  });
  const runId = run.start.id;
  try {
    if (waitMs === undefined) {
      await run.accept();
      return { runId, answer: undefined, status: 'running' };
    }
    const late = new AbortController();
    const timeout = sleep(waitMs, 'late' as const, { signal: late.signal }).catch(
      () => 'late' as const,
    );
    const first = await Promise.race([run.answered, run.ended.then((ending) => ending), timeout]);
    late.abort();
    if (first === 'late') return { runId, answer: undefined, status: 'running' };
    if (first && 'status' in first) return { runId, answer: first, status: 'ended' };
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

const LOOK_MS = 50;

/** The same delivery came before: what the first one gave, as soon as it has. */
async function findFirst(db: Database, live: LiveWorkflow, { key, waitMs = 0 }: Asked) {
  const until = Date.now() + waitMs;
  for (;;) {
    const found = await findRow<{ runId: string; status: string | null; answer: RunAnswer | null }>(
      db,
      sql`select known.run_id as "runId", history.status, history.answer
          from workflow_run_keys known
          left join workflow_history history on history.id = known.run_id
          where known.workflow_id = ${live.id} and known.key = ${key}`,
    );
    if (!found) throw new Failure('E_UNAVAILABLE');
    const { runId, status, answer } = found;
    if (status !== null) {
      const failure = status === 'failed' ? { failure: 'The run failed.' } : {};
      return { runId, answer: answer ?? undefined, status: 'ended' as const, ...failure };
    }
    if (Date.now() >= until) return { runId, answer: undefined, status: 'running' as const };
    await sleep(LOOK_MS);
  }
}
