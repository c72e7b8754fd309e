import { Failure } from '@causeway/contract/errors.ts';
import { payerOfProject, unitsForProject } from '#platform/credits/accounts.ts';
import { isKeyAtCap } from '#platform/credits/key-caps.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { withdrawApprovals } from '#platform/inbox/tell.ts';
import { foldEntries, type Resolution, type Waiting } from './engine/entries.ts';
import { readJournal } from './running/claims.ts';

/** What waits, is queued or held ends at once; what runs hears of it with the next heartbeat. */
export async function cancelRun(tx: Tx, projectId: string, runId: string): Promise<void> {
  const marked = await changeRows(
    tx,
    sql`update workflow_runs set is_cancelled = true
        where id = ${runId} and project_id = ${projectId}`,
  );
  if (marked === 0) throw new Failure('E_RUN_STATE', 'This run has ended already.');
  await endIdle(tx, sql`run.id = ${runId}`);
}

/** A workflow that was disabled or deleted: what has not begun never will. */
export async function endQueued(tx: Tx, { id }: { id: string }): Promise<void> {
  await endIdle(tx, sql`run.workflow_id = ${id} and run.status in ('queued', 'held')`);
}

type Why = { message: string; code: string | null };
export type Ended = { id: string; workflowId: string };

/**
 * Ends what nobody works on; why, where it was nobody's wish. A run that waits for its end hears of it,
 * and nobody is asked about it any more.
 */
export async function endIdle(
  tx: Tx,
  condition: ReturnType<typeof sql>,
  why: Why | null = null,
): Promise<Ended[]> {
  const ended = await listRows<Ended>(
    tx,
    sql`with gone as (
          delete from workflow_runs run where ${condition} and run.process is null returning run.*
        ), signalled as (
          insert into workflow_signals (run_id, step, how)
          select parent_run_id, parent_step, json_build_object('kind', 'ended',
            'status', 'cancelled', 'output', null, 'message', ${why?.message ?? ''}::text)
          from gone where parent_step is not null
          on conflict do nothing
        )
        insert into workflow_history (id, project_id, workflow_id, version, status, ms,
          trigger_kind, trigger_id, parent_run_id, rerun_of, trigger, error, error_code)
        select id, project_id, workflow_id, version, 'cancelled',
          greatest(0, least(2147483647, extract(epoch from now()) * 1000
            - ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint))::int,
          trigger_kind, trigger_id, parent_run_id, rerun_of, trigger,
          ${why?.message ?? null}, ${why?.code ?? null}
        from gone returning id, workflow_id as "workflowId"`,
  );
  await withdrawQuestions(tx, { runIds: ended.map(({ id }) => id) });
  return ended;
}

/** What the steps of these runs ask people, or one step of them, needs no answer any more. */
export async function withdrawQuestions(
  tx: Tx,
  { runIds, step }: { runIds: readonly string[]; step?: string },
): Promise<void> {
  const questions = await listRows<{ id: string }>(
    tx,
    sql`select id from workflow_questions where run_id = any(${runIds}::uuid[])
          and step = coalesce(${step ?? null}, step)`,
  );
  for (const { id } of questions) await withdrawApprovals(tx, id);
}

/**
 * Runs that were held for want of somebody to act for go on: those that had not begun with what is
 * published now, all others with the version they began with. Those of keys at their caps go on resting.
 */
export async function releaseHeld(tx: Tx, { id }: { id: string }, version: number): Promise<void> {
  await changeRows(
    tx,
    sql`update workflow_runs run set due_at = now(),
          status = case when ${isKeyAtCap(sql`run.key_id`)} then status else 'queued' end,
          version = case when exists (select from workflow_journal where run_id = run.id)
            then version else ${version} end
        where workflow_id = ${id} and status = 'held'`,
  );
}

/** What a run with a few steps costs, about, in millionths of a credit. */
const RUN_UNITS = 100_000;

/**
 * There are credits again: of what was held for want of them as many go on as what is left pays for,
 * oldest first, projects in turn; the others when those were booked, or with the next top-up. What is
 * held for want of somebody to act for stays so, and what keys set off that have reached their caps.
 */
export async function releasePaidFor(tx: Tx): Promise<number> {
  return changeRows(
    tx,
    sql`with paid as (
          select project.id, ${payerOfProject} as payer, ${unitsForProject} as units
          from projects project
          where project.id in (select project_id from workflow_runs where status = 'held')
            and not exists (select from credit_stops where project_id = project.id)
        ), resting as (
          select run.id, paid.payer, paid.units,
            row_number() over (partition by run.project_id order by run.id) as turn
          from workflow_runs run join paid on paid.id = run.project_id
          join workflows workflow on workflow.id = run.workflow_id
          join project_members member on member.project_id = workflow.project_id
            and member.user_id = workflow.published_by and member.role <> 'viewer'
          where run.status = 'held' and not ${isKeyAtCap(sql`run.key_id`)}
        ), ordered as (
          select id, units, row_number() over (partition by payer order by turn, id) as place
          from resting
        )
        update workflow_runs run set status = 'queued', due_at = now() from ordered
        where run.id = ordered.id
          and (place = 1 or units is null or place * ${RUN_UNITS}::bigint <= units)`,
  );
}

/** How many runs of a project rest. */
export async function countHeld(db: Db, projectId: string): Promise<number> {
  const { held } = await readRow<{ held: number }>(
    db,
    sql`select count(*)::int as held from workflow_runs
        where project_id = ${projectId} and status = 'held'`,
  );
  return held;
}

/** How many runs rest that a key set off, since it has reached its cap. */
export async function countHeldByCap(
  db: Db,
  { projectId, keyId }: { projectId: string; keyId: string },
): Promise<number> {
  const { held } = await readRow<{ held: number }>(
    db,
    sql`select count(*)::int as held from workflow_runs run
        where project_id = ${projectId} and status = 'held' and key_id = ${keyId}
          and ${isKeyAtCap(sql`run.key_id`)}`,
  );
  return held;
}

/** What a step waited for has come: whoever goes on with the run takes it into the journal. */
export async function resolveStep(
  tx: Tx,
  { projectId, runId, step }: { projectId: string; runId: string; step: string },
  decide: (waiting: Waiting) => Resolution,
): Promise<void> {
  const run = await findRow<{ status: string }>(
    tx,
    sql`select status from workflow_runs
        where id = ${runId} and project_id = ${projectId} for update`,
  );
  if (!run) throw new Failure('E_RUN_NOT_FOUND');
  const { entries } = await readJournal(tx, runId);
  const state = foldEntries(entries).get(step);
  if (state?.status !== 'waiting' || !state.waiting) {
    throw new Failure('E_RUN_STATE', 'This step does not wait for anybody.');
  }
  const how = JSON.stringify(decide(state.waiting));
  const isFirst = await changeRows(
    tx,
    sql`insert into workflow_signals (run_id, step, how) values (${runId}, ${step}, ${how})
        on conflict do nothing`,
  );
  if (isFirst === 0) throw new Failure('E_RUN_STATE', 'Somebody was quicker.');
  await changeRows(
    tx,
    sql`update workflow_runs set status = 'queued', due_at = now()
        where id = ${runId} and status = 'waiting'`,
  );
  await withdrawQuestions(tx, { runIds: [runId], step });
}
