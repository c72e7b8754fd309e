import type { Logger } from 'pino';
import type { Definition } from '@causeway/contract/automations/definition.ts';
import { changeRows, type Database, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { nextSlot } from '../cron.ts';
import { createLoop } from './loop.ts';
import { keyOfQueued, queuedOrHeld } from './queue-status.ts';
import { makeRunId } from './run-ids.ts';

/**
 * Schedules fire from a table of ours: whoever gets the lock of a row that is due inserts the key of
 * its slot and the queued run, and moves the row on from the slot, not from now. The lock shares the
 * work between instances; the key is what makes it one run a slot.
 */
type Due = {
  workflowId: string;
  triggerId: string;
  projectId: string;
  cron: string | null;
  zone: string;
  seconds: number | null;
  missed: 'skip' | 'once';
  slot: string;
  now: string;
  version: number;
  settings: Definition['settings'];
  kind: string;
};

/** Later than that, a slot counts as missed. */
const GRACE_MS = 60_000;
const MOST_AT_ONCE = 200;
const POSTPONED_MS = 3_600_000;

/** Fires what is due; how many runs came of it. */
export function fireDue(db: Database, logger: Logger): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await listDue(tx);
    let fired = 0;
    for (const one of due) {
      const { fires, next } = judgeOrPostpone(one, logger);
      if (fires && (await insertSlot(tx, one))) fired += 1;
      await changeRows(
        tx,
        sql`update workflow_schedules set next_at = ${next.toISOString()}
            where workflow_id = ${one.workflowId} and trigger_id = ${one.triggerId}`,
      );
    }
    return fired;
  });
}

/** One whose next slot nobody can tell, as in a zone that is no more, rests for an hour and stops no other. */
function judgeOrPostpone(due: Due, logger: Logger): ReturnType<typeof judgeSlot> {
  const now = new Date(due.now);
  try {
    return judgeSlot(due, now);
  } catch (error) {
    const { workflowId, triggerId } = due;
    logger.warn({ err: error, workflowId, triggerId }, 'a schedule has no next slot');
    return { fires: false, next: new Date(now.getTime() + POSTPONED_MS) };
  }
}

function listDue(tx: Tx): Promise<Due[]> {
  return listRows(
    tx,
    sql`select schedule.workflow_id as "workflowId", schedule.trigger_id as "triggerId",
          schedule.project_id as "projectId", schedule.cron, schedule.zone, schedule.seconds,
          schedule.missed, schedule.next_at as slot, clock_timestamp() as now, workflow.version,
          version.definition->'settings' as settings,
          case when schedule.cron is null then 'interval' else 'schedule' end as kind
        from workflow_schedules schedule
        join workflows workflow on workflow.id = schedule.workflow_id
        join workflow_versions version on version.workflow_id = workflow.id
          and version.version = workflow.version
        where schedule.next_at <= clock_timestamp() and workflow.is_enabled
          and workflow.deleted_at is null and workflow.version is not null
        order by schedule.next_at limit ${MOST_AT_ONCE} for update of schedule skip locked`,
  );
}

type Rule = Pick<Due, 'cron' | 'zone' | 'seconds' | 'missed' | 'slot'>;

/** Whether a slot fires, and which one is next: what was missed is left out or made up for once. */
export function judgeSlot(rule: Rule, now: Date): { fires: boolean; next: Date } {
  const slot = new Date(rule.slot);
  const isMissed = now.getTime() - slot.getTime() > GRACE_MS;
  const next = slotAfter(rule, isMissed ? now : slot);
  return { fires: !isMissed || rule.missed === 'once', next };
}

export function slotAfter({ cron, zone, seconds }: Omit<Rule, 'missed' | 'slot'>, after: Date) {
  if (cron !== null) return nextSlot(cron, zone, after);
  return new Date(after.getTime() + (seconds ?? 60) * 1_000);
}

async function insertSlot(tx: Tx, due: Due): Promise<boolean> {
  const runId = makeRunId();
  const key = `s:${due.triggerId}:${due.slot}`;
  const trigger = { slot: due.slot };
  const inserted = await changeRows(
    tx,
    sql`with keyed as (
          insert into workflow_run_keys (workflow_id, key, run_id)
          values (${due.workflowId}, ${key}, ${runId}) on conflict do nothing returning run_id
        )
        insert into workflow_runs (id, project_id, workflow_id, version, status, due_at,
          concurrency_key, trigger_kind, trigger_id, trigger)
        select run_id, ${due.projectId}, ${due.workflowId}, ${due.version},
          ${queuedOrHeld(due.workflowId)}, now(), ${keyOfQueued(due.settings, trigger)}, ${due.kind},
          ${due.triggerId}, ${JSON.stringify(trigger)}::json
        from keyed`,
  );
  return inserted > 0;
}

type Planned = Pick<Due, 'triggerId' | 'cron' | 'zone' | 'seconds' | 'missed'>;

/** What is published decides which schedules there are; one that stays the same keeps its next slot. */
export async function planSchedules(
  tx: Tx,
  { id, projectId }: { id: string; projectId: string },
  definition: Definition,
): Promise<void> {
  const rules = definition.triggers.flatMap((trigger): Planned[] => {
    if (trigger.kind === 'schedule') {
      const { cron, zone, missed } = trigger;
      return [{ triggerId: trigger.id, cron, zone, seconds: null, missed }];
    }
    if (trigger.kind !== 'interval') return [];
    const { seconds } = trigger;
    return [{ triggerId: trigger.id, cron: null, zone: 'UTC', seconds, missed: 'once' }];
  });
  await changeRows(
    tx,
    sql`delete from workflow_schedules where workflow_id = ${id}
          and trigger_id <> all(${rules.map(({ triggerId }) => triggerId)}::text[])`,
  );
  for (const { triggerId, cron, zone, seconds, missed } of rules) {
    const next = slotAfter({ cron, zone, seconds }, new Date()).toISOString();
    await changeRows(
      tx,
      sql`insert into workflow_schedules as known (workflow_id, trigger_id, project_id, cron, zone,
            seconds, missed, next_at)
          values (${id}, ${triggerId}, ${projectId}, ${cron}, ${zone}, ${seconds}, ${missed}, ${next})
          on conflict (workflow_id, trigger_id) do update set
            cron = excluded.cron, zone = excluded.zone, seconds = excluded.seconds,
            missed = excluded.missed,
            next_at = case when known.cron is not distinct from excluded.cron
                and known.zone = excluded.zone
                and known.seconds is not distinct from excluded.seconds
              then known.next_at else excluded.next_at end`,
    );
  }
}

export async function forgetSchedules(tx: Tx, workflowId: string): Promise<void> {
  await changeRows(tx, sql`delete from workflow_schedules where workflow_id = ${workflowId}`);
}

export type Scheduler = { start(): void; stop(): Promise<void> };

const LONGEST_SLEEP_MS = 1_000;

/** Sleeps until the next slot, at most a second: a new schedule is not overslept. */
export function createScheduler(
  db: Database,
  logger: Logger,
  { onFired, alsoFire }: { onFired(): void; alsoFire(): Promise<number> },
): Scheduler {
  return createLoop({
    logger,
    name: 'schedules of workflows',
    restMs: LONGEST_SLEEP_MS,
    round: async () => {
      if ((await fireDue(db, logger)) + (await alsoFire()) > 0) onFired();
      return untilNext(db);
    },
  });
}

async function untilNext(db: Database): Promise<number> {
  const [next] = await listRows<{ ms: number | null }>(
    db,
    sql`select extract(epoch from min(next_at) - clock_timestamp())::float8 * 1000 as ms
        from workflow_schedules`,
  );
  return Math.min(LONGEST_SLEEP_MS, Math.max(5, next?.ms ?? LONGEST_SLEEP_MS));
}
