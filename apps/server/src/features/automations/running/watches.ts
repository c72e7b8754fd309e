import type { Logger } from 'pino';
import type { Definition, Trigger } from '@causeway/contract/automations/definition.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { changeRows, type Database, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listKeysBehindObjects } from '#platform/connectors/storage/writers.ts';
import { listKeysBehind } from '#platform/ledger/behind-writes.ts';
import { inTime } from '#platform/limits/in-time.ts';
import { createTurns } from '#platform/limits/turns.ts';
import { type ActAs, endingWith } from '#platform/operations/acting.ts';
import type { LiveWorkflow, LiveWorkflows } from './live.ts';
import { lookAtRows, type Looked, type OutboxPosition } from './look.ts';
import { type Effort, lookAtObjects } from './look-at-objects.ts';
import { concurrencyKeyOf } from '../engine/concurrency.ts';
import { createLoop } from './loop.ts';
import { queuedOrHeld } from './queue-status.ts';
import { makeRunId } from './run-ids.ts';
import { createTidying } from './tidy-outbox.ts';

type Watched = Extract<Trigger, { kind: 'rows' | 'objects' }>;

/**
 * Row and object triggers look at what they watch now and then, as who published the workflow. What
 * was found and how far they have got is one transaction of ours, so each is handed on once; runs of
 * one trigger follow one another, in order. One that is switched off keeps how far it has got, and
 * goes on from there: what came meanwhile is handed on once it is on again.
 */
export async function planWatches(
  tx: Tx,
  { id, projectId }: { id: string; projectId: string },
  { triggers }: Definition,
): Promise<void> {
  const watched = triggers.filter((trigger) => isWatched(trigger));
  await changeRows(
    tx,
    sql`delete from workflow_watches where workflow_id = ${id}
          and trigger_id <> all(${watched.map((trigger) => trigger.id)}::text[])`,
  );
  for (const trigger of watched) {
    await changeRows(
      tx,
      sql`insert into workflow_watches as known (workflow_id, trigger_id, project_id, place,
            every_seconds)
          values (${id}, ${trigger.id}, ${projectId}, ${placeOf(trigger)}, ${trigger.everySeconds})
          on conflict (workflow_id, trigger_id) do update set
            position = case when known.place = excluded.place
              then (known.position::jsonb - 'missed')::json end,
            place = excluded.place, every_seconds = excluded.every_seconds, next_at = now()`,
    );
  }
}

function isWatched(trigger: Trigger): trigger is Watched {
  return trigger.kind === 'rows' || trigger.kind === 'objects';
}

function placeOf(trigger: Watched): string {
  if (trigger.kind === 'objects') {
    const { connectorId, prefix, pattern, below } = trigger;
    return JSON.stringify([connectorId, prefix, pattern, ...(below ? ['below'] : [])]);
  }
  return JSON.stringify([trigger.connectorId, trigger.schema, trigger.table, trigger.by]);
}

export async function forgetWatches(tx: Tx, workflowId: string): Promise<void> {
  await changeRows(tx, sql`delete from workflow_watches where workflow_id = ${workflowId}`);
}

type Due = {
  workflowId: string;
  triggerId: string;
  projectId: string;
  place: string;
  position: unknown;
  /** The position as it is stored: by this it is known whether another look has gone on from it. */
  from: string | null;
  everySeconds: number;
};

export type WatcherNeeds = {
  db: Database;
  logger: Logger;
  live: LiveWorkflows;
  actAs: ActAs;
  onFired(): void;
};

const LOOK_MS = 500;
const AT_ONCE = 8;
const AT_ONCE_A_PROJECT = 2;
/** Shorter than a look is held, so that no other begins beside it. */
const LONGEST_LOOK_SECONDS = 45;
/** What is too much to look at is so in a moment as well, and reading it costs each time. */
const TOO_MUCH_SECONDS = 300;
/** While so many of a workflow wait for their turn, nothing more is looked for: it is not lost. */
const MOST_QUEUED = 1_000;

export function createWatcher(needed: WatcherNeeds): { start(): void; stop(): Promise<void> } {
  const needs = { ...needed, tidying: createTidying() };
  const { db, logger } = needs;
  const looks = createTurns({ atOnce: AT_ONCE, ofOne: AT_ONCE_A_PROJECT });
  const name = 'watches of workflows';

  function begin(due: Due): void {
    looks.begin(due.projectId, () =>
      look(needs, due).catch((error: unknown) => logger.warn({ err: error }, name)),
    );
  }

  const loop = createLoop({
    logger,
    name,
    restMs: LOOK_MS,
    round: async () => {
      while (looks.hasRoom()) {
        const due = await takeDue(db, looks.full());
        if (!due) return LOOK_MS;
        begin(due);
      }
      await looks.oneEnds();
      return 0;
    },
  });
  return {
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await looks.allEnd();
    },
  };
}

/** Held for a minute: a process that dies over one gives it back by silence. */
function takeDue(db: Database, notOf: string[]): Promise<Due | undefined> {
  return findRow(
    db,
    // Found once: joined as it stands, it could be looked for anew with every row.
    sql`with due as materialized (
          select due.workflow_id, due.trigger_id from workflow_watches due
          join workflows workflow on workflow.id = due.workflow_id and workflow.is_enabled
            and workflow.deleted_at is null
          where due.next_at <= now() and due.project_id <> all(${notOf}::uuid[])
            and (select count(*) from (select from workflow_runs run
              where run.workflow_id = due.workflow_id and run.status = 'queued'
              limit ${MOST_QUEUED}) behind) < ${MOST_QUEUED}
          order by due.next_at limit 1
          for update of due skip locked)
        update workflow_watches watch set next_at = now() + interval '1 minute' from due
        where watch.workflow_id = due.workflow_id and watch.trigger_id = due.trigger_id
        returning watch.workflow_id as "workflowId", watch.trigger_id as "triggerId",
          project_id as "projectId", place, position,
          position::text as "from", every_seconds as "everySeconds"`,
  );
}

type Needs = WatcherNeeds & { tidying: ReturnType<typeof createTidying> };

async function look(needs: Needs, due: Due): Promise<void> {
  const { db, live } = needs;
  const effort = { calls: 0 };
  try {
    const workflow = await live.find(due.workflowId);
    const trigger = workflow?.plan.definition.triggers.find(({ id }) => id === due.triggerId);
    if (!workflow?.publishedBy || !trigger || !isWatched(trigger)) return;
    // Published a moment ago, and still known here as it was.
    if (placeOf(trigger) !== due.place) return await lookAgain(db, due, null);
    const watched = { trigger, position: due.position, effort };
    const seen = await inLookTime((signal) => lookAt(needs, workflow, watched, signal));
    const problem =
      trigger.kind === 'rows' ? needs.tidying.problemOf(workflow.id, trigger) : undefined;
    const looked = { ...seen, warning: seen.warning ?? problem };
    const isNews = await db.transaction((tx) =>
      handOn(tx, workflow, { due: rested(due, effort), trigger, looked }),
    );
    if (!isNews) return;
    if (looked.found.length > 0) needs.onFired();
    await inLookTime((signal) => tidyUp(needs, workflow, { trigger, looked }, signal));
  } catch (error) {
    const isTooMuch = error instanceof Failure && error.code === 'E_RESULT_TOO_LARGE';
    const { everySeconds } = rested(due, effort);
    const atLeast = isTooMuch ? TOO_MUCH_SECONDS : 0;
    const next = { ...due, everySeconds: Math.max(everySeconds, atLeast) };
    await lookAgain(db, next, (error as Error).message.slice(0, 500));
  }
}

/** A call a second on average, however often it is to look and however the look ends. */
function rested(due: Due, { calls }: Effort): Due {
  return { ...due, everySeconds: Math.max(due.everySeconds, calls) };
}

function inLookTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return inTime(LONGEST_LOOK_SECONDS * 1_000, work, () => {
    const message = runMessage('lookTooLong', { most: LONGEST_LOOK_SECONDS });
    return new Failure('E_UPSTREAM_FAILED', message);
  });
}

/** It still watches the same, and nobody has gone on from where this look began. */
const isAsTaken = ({ workflowId, triggerId, place, from }: Due) =>
  sql`workflow_id = ${workflowId} and trigger_id = ${triggerId} and place = ${place}
    and position::text is not distinct from ${from}`;

async function lookAgain(db: Database, due: Due, error: string | null): Promise<void> {
  await changeRows(
    db,
    sql`update workflow_watches set error = ${error}, looked_at = now(),
          next_at = now() + make_interval(secs => ${Math.max(2, due.everySeconds)})
        where ${isAsTaken(due)}`,
  );
}

function lookAt(
  { actAs, db }: WatcherNeeds,
  workflow: LiveWorkflow,
  { trigger, position, effort }: { trigger: Watched; position: unknown; effort: Effort },
  signal: AbortSignal,
): Promise<Looked> {
  const area = trigger.kind === 'rows' ? 'data' : 'storage';
  const connectorId = trigger.connectorId ?? '';
  const scope: Scope = `${area}:read@${trigger.connectorId}`;
  const client = actFor(endingWith(signal, actAs), workflow, scope);
  if (trigger.kind === 'objects') {
    const findKeys: Parameters<typeof lookAtObjects>[1]['findKeys'] = (found) =>
      listKeysBehindObjects(db, connectorId, found);
    return lookAtObjects(client, { trigger, position, findKeys, effort });
  }
  const findKeys = (numbers: string[]) => listKeysBehind(db, connectorId, numbers);
  return lookAtRows(client, { workflowId: workflow.id, trigger, position, findKeys });
}

function actFor(actAs: ActAs, { id, projectId, publishedBy }: LiveWorkflow, scope: Scope) {
  const [ref, onBehalfOf] = [`workflow:${id}`, publishedBy ?? ''];
  return actAs({ kind: 'workflow', ref, onBehalfOf, scopes: [scope], within: projectId });
}

async function tidyUp(
  { actAs, tidying }: Needs,
  workflow: LiveWorkflow,
  { trigger, looked }: { trigger: Watched; looked: Looked },
  signal: AbortSignal,
): Promise<void> {
  if (trigger.kind !== 'rows' || trigger.by.kind !== 'outbox') return;
  const scope: Scope = `data:write@${trigger.connectorId}`;
  const client = actFor(endingWith(signal, actAs), workflow, scope);
  if (looked.isOutdated) await tidying.renew(client, workflow.id, trigger);
  const position = looked.position as OutboxPosition;
  await tidying.tidy(client, workflow.id, trigger, { changes: looked.changes ?? 0, position });
}

/** Runs of a trigger follow one another, unless the workflow says itself which ones do. */
function orderOf({ plan }: LiveWorkflow, { id }: Watched, payload: unknown): string {
  return concurrencyKeyOf(plan, payload) ?? `watch:${id}`;
}

/** A row lock: whoever switches it off meanwhile waits until what was found has been handed on. */
async function isOn(tx: Tx, { id }: LiveWorkflow): Promise<boolean> {
  const found = await findRow(
    tx,
    sql`select 1 from workflows where id = ${id} and is_enabled and deleted_at is null for share`,
  );
  return found !== undefined;
}

/**
 * False where it was switched off or watches something else by now, or another look was quicker: of two that began at one
 * place the second may have found more under the same key, and would go past what nobody hands on.
 */
async function handOn(
  tx: Tx,
  workflow: LiveWorkflow,
  { due, trigger, looked }: { due: Due; trigger: Watched; looked: Looked },
): Promise<boolean> {
  if (!(await isOn(tx, workflow))) return false;
  const wait = looked.hasMore ? 0 : due.everySeconds;
  const held = await changeRows(
    tx,
    sql`update workflow_watches set position = ${JSON.stringify(looked.position)}, error = ${looked.warning ?? null},
          looked_at = now(), lag_ms = ${looked.lagMs}, next_at = now() + make_interval(secs => ${wait})
        where ${isAsTaken(due)}`,
  );
  if (held === 0) return false;
  for (const { key, trigger: payload, keyId } of looked.found) {
    await changeRows(
      tx,
      sql`with keyed as (
            insert into workflow_run_keys (workflow_id, key, run_id)
            values (${workflow.id}, ${key}, ${makeRunId()}) on conflict do nothing returning run_id
          )
          insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
            concurrency_key, trigger_kind, trigger_id, key_id, trigger)
          select run_id, ${workflow.projectId}, ${workflow.id}, ${workflow.version},
            ${queuedOrHeld(workflow.id, keyId)}, now(), ${orderOf(workflow, trigger, payload)},
            ${trigger.kind}, ${trigger.id}, ${keyId}::uuid, ${JSON.stringify(payload)}::json
          from keyed`,
    );
  }
  return true;
}
