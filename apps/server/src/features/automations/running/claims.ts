import type { PlanId } from '@causeway/contract/plans.ts';
import { runsAtOnceOf } from '#platform/credits/entitlements.ts';
import { changeRows, type Database, type Db, listRows } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import type { Entry, Resolution } from '../engine/entries.ts';

/** An unfinished run, as it is taken up again. */
export type StoredRun = {
  id: string;
  projectId: string;
  workflowId: string;
  version: number;
  fence: number;
  triggerKind: string;
  triggerId: string;
  trigger: unknown;
  depth: number;
  parentRunId: string | null;
  parentStep: string | null;
  rerunOf: string | null;
  keyId: string | null;
  isCancelled: boolean;
};

const columns = sql`run.id, run.project_id as "projectId", run.workflow_id as "workflowId",
  run.version, run.fence, run.trigger_kind as "triggerKind", run.trigger_id as "triggerId",
  run.trigger, run.depth, run.parent_run_id as "parentRunId", run.parent_step as "parentStep",
  run.rerun_of as "rerunOf", run.key_id as "keyId", run.is_cancelled as "isCancelled"`;

const MOST_PROJECTS = 64;

type Claiming = {
  me: string;
  most: number;
  after: string;
  here: ReadonlyMap<string, number>;
  unbooked: PlanId;
};

/**
 * Takes up to `most` queued runs, fairly: the projects that have some are walked in a ring from where
 * this process last stopped, and each gives its oldest first. So one project's hundred thousand do
 * not keep another's one waiting, and a claim costs the same however long a queue is. Runs with the
 * same key of a workflow follow one another. Of a project no more go on at once than its plan allows;
 * `here` says how many do in this process, since short ones are never written down as running.
 */
export function claimRuns(
  db: Db,
  { me, most, after, here, unbooked }: Claiming,
): Promise<StoredRun[]> {
  const projects = [...here.keys()];
  const counts = [...here.values()];
  return listRows(
    db,
    prepared(sql`with recursive ahead as (
        (select project_id, 1 as place from workflow_runs
          where status = 'queued' and project_id > ${after} order by project_id limit 1)
        union all
        select (select project_id from workflow_runs
            where status = 'queued' and project_id > ahead.project_id
            order by project_id limit 1), ahead.place + 1
        from ahead where ahead.project_id is not null and ahead.place < ${MOST_PROJECTS}::int
      ), behind as (
        (select project_id, ${MOST_PROJECTS}::int as place from workflow_runs
          where status = 'queued' and project_id <= ${after} order by project_id limit 1)
        union all
        select (select project_id from workflow_runs
            where status = 'queued' and project_id > behind.project_id and project_id <= ${after}
            order by project_id limit 1), behind.place + 1
        from behind where behind.project_id is not null and behind.place < ${2 * MOST_PROJECTS}
      ), turned as (
        select project_id, place from (select * from ahead union all select * from behind) ring
        where project_id is not null order by place limit ${MOST_PROJECTS}
      ), heads as (
        select head.id, head.rank, turned.place
        from turned join projects project on project.id = turned.project_id
        cross join lateral (
          select greatest(0, least(${most}::int, ${runsAtOnceOf(unbooked)} - greatest(
            (select count(*) from workflow_runs going
              where going.project_id = project.id and going.status = 'running')::int,
            coalesce((select own.n from unnest(${projects}::uuid[], ${counts}::int[])
              as own (id, n) where own.id = project.id), 0)))) as most
        ) room
        cross join lateral (
          select id, row_number() over (order by due_at, id) as rank from (
            select id, due_at from workflow_runs run
            where status = 'queued' and project_id = turned.project_id
              and (concurrency_key is null or not (
                exists (select from workflow_runs other
                  where other.workflow_id = run.workflow_id
                    and other.concurrency_key = run.concurrency_key
                    and other.status in ('running', 'waiting'))
                or exists (select from workflow_runs other
                  where other.workflow_id = run.workflow_id
                    and other.concurrency_key = run.concurrency_key
                    and other.status = 'queued' and other.id < run.id)))
            order by due_at, id limit room.most) first
        ) head
      ), picked as (
        select run.id from workflow_runs run join (
          select id, rank, place from heads order by rank, place limit ${most * 3}
        ) candidate using (id)
        where run.status = 'queued'
        order by rank, place limit ${most} for update of run skip locked
      )
      update workflow_runs run set status = 'running', process = ${me}, fence = fence + 1
      from picked where run.id = picked.id returning ${columns}`),
  );
}

/** The runs of processes that are lost, now this one's. */
export function takeLostRuns(db: Db, me: string, most: number): Promise<StoredRun[]> {
  return listRows(
    db,
    prepared(sql`update workflow_runs run set process = ${me}, fence = fence + 1
        where run.id in (
          select taken.id from workflow_runs taken
          join engine_processes holder on holder.id = taken.process
          where holder.lost_at is not null
          limit ${most} for update of taken skip locked
        ) returning ${columns}`),
  );
}

/**
 * One whose publisher has left, or may only look now, does nothing more until it is published anew;
 * one for which there are no credits until there are.
 */
export async function holdWithoutPublisher(
  db: Db,
  { id, fence, isCancelled }: StoredRun,
  me: string,
): Promise<boolean> {
  if (isCancelled) return false;
  const held = await changeRows(
    db,
    prepared(sql`update workflow_runs run set status = 'held', process = null
        where run.id = ${id} and run.process = ${me} and run.fence = ${fence}
          and not exists (select from workflows workflow
            join project_members member on member.project_id = workflow.project_id
              and member.user_id = workflow.published_by and member.role <> 'viewer'
            where workflow.id = run.workflow_id
              and not exists (select from credit_stops
                where project_id = workflow.project_id))`),
  );
  return held > 0;
}

/** What waited for a moment that has come is in the queue again. */
export function wakeDueRuns(db: Db): Promise<number> {
  return changeRows(
    db,
    prepared(sql`update workflow_runs set status = 'queued'
        where status = 'waiting' and id in (
          select id from (
            (select id from workflow_runs where status = 'waiting' and due_at <= now()
              order by due_at limit 1000)
            union (select signal.run_id from workflow_signals signal
              join workflow_runs run on run.id = signal.run_id and run.status = 'waiting'
              limit 1000)
          ) woken)`),
  );
}

/** What came for a run meanwhile goes into its journal, once, by who holds it. */
export async function takeSignals(
  db: Database,
  run: Pick<StoredRun, 'id' | 'fence'>,
  { me, seq }: { me: string; seq: number },
): Promise<Entry[]> {
  return db.transaction(async (tx) => {
    const signals = await listRows<{ step: string; how: Resolution }>(
      tx,
      sql`delete from workflow_signals signal using workflow_runs run
          where signal.run_id = ${run.id} and run.id = ${run.id} and run.process = ${me}
            and run.fence = ${run.fence} returning signal.step, signal.how`,
    );
    const at = Date.now();
    const entries = signals.map(({ step, how }): Entry => ({
      type: 'resolved',
      key: step,
      at,
      how,
    }));
    if (entries.length === 0) return [];
    await changeRows(
      tx,
      sql`insert into workflow_journal (run_id, seq, entries)
          values (${run.id}, ${seq}, ${JSON.stringify(entries)})`,
    );
    return entries;
  });
}

export async function readJournal(
  db: Db,
  runId: string,
): Promise<{ entries: Entry[]; seq: number }> {
  const rows = await listRows<{ seq: number; entries: Entry[] }>(
    db,
    sql`select seq, entries from workflow_journal where run_id = ${runId} order by seq`,
  );
  return {
    entries: rows.flatMap(({ entries }) => entries),
    seq: (rows.at(-1)?.seq ?? -1) + 1,
  };
}

/** What is written down as this process's. */
export function listOwn(db: Db, me: string): Promise<OwnRun[]> {
  return listRows(
    db,
    prepared(sql`select id, is_cancelled as "isCancelled" from workflow_runs
        where process = ${me}`),
  );
}

export type OwnRun = { id: string; isCancelled: boolean };

/** Own runs, anew: what still goes on of one of them can't be written any more. */
export function retakeRuns(db: Db, me: string, ids: string[]): Promise<StoredRun[]> {
  return listRows(
    db,
    prepared(sql`update workflow_runs run set fence = fence + 1
        where run.id = any(${ids}::uuid[]) and run.process = ${me} and run.status = 'running'
        returning ${columns}`),
  );
}
