import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { SILENCE_SECONDS } from '#platform/processes/processes.ts';
import type { Ending, Progress, Run, RunKind } from './run.ts';

const columns = sql`id, kind, subject_id as "subjectId", project_id as "projectId",
  connector_id as "connectorId", user_id as "userId", key_id as "keyId", fence, tries`;

export type NewRun = Omit<Run, 'id' | 'keyId' | 'fence' | 'tries'> & { title: string };
type Caused = NewRun & Pick<Run, 'keyId'>;

/**
 * A second one about the same thing is not made while the first has not ended; after one that was
 * cancelled and has not heard of it yet, it begins anew.
 */
export async function insertRun(db: Db, run: Caused): Promise<void> {
  await changeRows(
    db,
    sql`insert into runs (kind, subject_id, project_id, connector_id, user_id, key_id, title)
        values (${run.kind}, ${run.subjectId}, ${run.projectId}, ${run.connectorId},
          ${run.userId}, ${run.keyId}, ${run.title})
        on conflict (kind, subject_id) where state <> 'ended'
          do update set again = runs.is_cancelled`,
  );
}

/** One that begins where it was asked for. */
export function insertRunning(db: Db, run: Caused, process: string): Promise<Run | undefined> {
  return findRow(
    db,
    sql`insert into runs (kind, subject_id, project_id, connector_id, user_id, key_id, title,
          state, process, fence, started_at)
        values (${run.kind}, ${run.subjectId}, ${run.projectId}, ${run.connectorId}, ${run.userId},
          ${run.keyId}, ${run.title}, 'running', ${process}, 1, now())
        on conflict do nothing returning ${columns}`,
  );
}

/**
 * Takes the next one of a kind, fairly: who has fewest running comes first, then whose project has,
 * then who has waited longest; nobody has more than their share. Only the head of each person's
 * queue in a project is looked at, so a long queue costs no more than a short one.
 */
export function claimRun(db: Db, kind: RunKind, process: string): Promise<Run | undefined> {
  return findRow(
    db,
    sql`with busy as (
          select user_id, project_id from runs where state = 'running' and kind = ${kind.kind}
        ), heads as (
          select distinct on (project_id, user_id) id, project_id, user_id, queued_at
          from runs where state = 'queued' and kind = ${kind.kind}
          order by project_id, user_id, queued_at
        ), ranked as (
          select id, queued_at,
            (select count(*) from busy where busy.user_id = heads.user_id) as of_person,
            (select count(*) from busy where busy.project_id = heads.project_id) as of_project
          from heads
        ), next as (
          select runs.id from runs join ranked using (id)
          where runs.state = 'queued' and of_person < ${kind.perPerson}
            and of_project < ${kind.perProject}
          order by of_person, of_project, ranked.queued_at
          limit 1 for update of runs skip locked
        )
        update runs set state = 'running', process = ${process}, fence = fence + 1,
          started_at = coalesce(started_at, now())
        from next where runs.id = next.id returning ${ofRuns}`,
  );
}

const ofRuns = sql`runs.id, runs.kind, runs.subject_id as "subjectId",
  runs.project_id as "projectId", runs.connector_id as "connectorId", runs.user_id as "userId",
  runs.key_id as "keyId", runs.fence, runs.tries`;

/** The runs of processes that are gone, now this one's, to be looked at. */
export function takeLost(db: Db, kinds: readonly string[], process: string): Promise<Run[]> {
  return listRows(
    db,
    sql`update runs set process = ${process}, fence = fence + 1
        where id in (
          select runs.id from runs
          where runs.state = 'running' and runs.kind = any(${kinds}::text[])
            and not exists (select from processes holder where holder.id = runs.process
              and holder.beaten_at > now() - make_interval(secs => ${SILENCE_SECONDS}))
          limit 50 for update of runs skip locked
        ) returning ${columns}`,
  );
}

export type Ended = { title: string; seconds: number; wasAttended: boolean };

/** Writes how it ended, once, and only for who holds it; undefined when it was not theirs, or goes on. */
export async function endRun(
  tx: Tx,
  run: Run,
  { outcome, failure }: Ending,
): Promise<Ended | undefined> {
  const { code, message } = failure ?? {};
  const error = failure ? JSON.stringify({ code, message }) : null;
  const row = await findRow<Ended & { isEnded: boolean }>(
    tx,
    sql`update runs set process = null, again = false,
          is_cancelled = is_cancelled and not again,
          state = case when again then 'queued' else 'ended' end,
          queued_at = case when again then now() else queued_at end,
          outcome = case when not again then ${outcome} end,
          ended_at = case when not again then now() end,
          error = case when not again then ${error}::jsonb end
        where id = ${run.id} and fence = ${run.fence} and state <> 'ended'
        returning state = 'ended' as "isEnded", title,
          extract(epoch from now() - coalesce(started_at, queued_at))::float8 as seconds,
          -- One that ran beside a request never waited.
          coalesce(started_at = queued_at, false) as "wasAttended"`,
  );
  if (!row?.isEnded) return undefined;
  const { title, seconds, wasAttended } = row;
  return { title, seconds, wasAttended };
}

/** Back into the queue, behind what others have waiting. */
export async function requeueRun(db: Db, run: Run, tries: number): Promise<void> {
  await changeRows(
    db,
    sql`update runs set state = 'queued', process = null, queued_at = now(), tries = ${tries}
        where id = ${run.id} and fence = ${run.fence} and state = 'running'`,
  );
}

/** Nobody's for a moment: whoever looks next asks again. */
export async function releaseRun(db: Db, run: Run): Promise<void> {
  await changeRows(
    db,
    sql`update runs set process = null
        where id = ${run.id} and fence = ${run.fence} and state = 'running'`,
  );
}

export type Told = Progress & { id: string; fence: number };
type Heard = { id: string; isCancelled: boolean; isOurs: boolean };

/** How far all runs of a process are, in one statement; tells which were cancelled or taken. */
export function noteProgress(db: Db, told: readonly Told[]): Promise<Heard[]> {
  return listRows(
    db,
    sql`with told as (
          select * from unnest(${told.map(({ id }) => id)}::uuid[],
            ${told.map(({ fence }) => fence)}::int[], ${told.map(({ done }) => done)}::float8[],
            ${told.map(({ total }) => total ?? null)}::float8[],
            ${told.map(({ phase }) => phase ?? null)}::text[]) as t (id, fence, done, total, phase)
        ), noted as (
          update runs set done = told.done, total = told.total, phase = told.phase
          from told where runs.id = told.id and runs.fence = told.fence and runs.state = 'running'
          returning runs.id, runs.is_cancelled
        )
        select told.id, coalesce(noted.is_cancelled, false) as "isCancelled",
          noted.id is not null as "isOurs"
        from told left join noted on noted.id = told.id`,
  );
}

/** One that waits ends at once; one that runs hears of it with the next heartbeat. */
export async function cancelSubject(
  tx: Tx,
  kind: string,
  subjectId: string,
): Promise<Run | undefined> {
  return findRow(
    tx,
    sql`update runs set is_cancelled = true
        where kind = ${kind} and subject_id = ${subjectId} and state <> 'ended'
        returning ${columns}`,
  );
}

/** Everything that goes on in a project; each hears of it with its next heartbeat. */
export async function cancelRunsOf(tx: Tx, projectId: string): Promise<void> {
  await changeRows(
    tx,
    sql`update runs set is_cancelled = true
        where project_id = ${projectId} and state <> 'ended'`,
  );
}

/** Whether something waits or runs that is about the subject. */
export function hasRun(kind: string, subjectId: string): Sql {
  return sql`exists (select from runs where kind = ${kind} and subject_id = ${subjectId}
    and state <> 'ended')`;
}

/** For a statement that must not happen any more once its run was cancelled. */
export function isRunCancelled(kind: string, subjectId: string): Sql {
  return sql`exists (select from runs where kind = ${kind} and subject_id = ${subjectId}
    and state <> 'ended' and is_cancelled)`;
}

export async function isQueued(db: Db, run: Run): Promise<boolean> {
  const row = await findRow<{ state: string }>(
    db,
    sql`select state from runs where id = ${run.id}`,
  );
  return row?.state === 'queued';
}

export async function forgetEnded(db: Db): Promise<void> {
  await changeRows(db, sql`delete from runs where ended_at < now() - interval '1 day'`);
}

/** What goes on for somebody in a project: without them it ends at its next look at its rights. */
export function belongingsInRuns(db: Db, { id }: { id: string }, userId: string) {
  return listRows<{ kind: 'run'; name: string; becomes: 'held'; lastUsedAt: null }>(
    db,
    sql`select 'run' as kind, title as name, 'held' as becomes, null as "lastUsedAt" from runs
        where project_id = ${id} and user_id = ${userId} and state <> 'ended'
        order by queued_at limit 100`,
  );
}
