import type { RunRecord } from '@causeway/contract/runs.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, findRow, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

export type ListedRun = Omit<RunRecord, 'mayCancel'>;

const MOST_LISTED = 100;
const columns: Sql = sql`run.id, run.kind, run.subject_id as "subjectId",
  run.connector_id as "connectorId", run.title, run.state, run.outcome, run.error, run.done,
  run.total, run.phase, run.queued_at as "queuedAt", run.started_at as "startedAt",
  run.ended_at as "endedAt",
  case when account.id is not null
    then json_build_object('id', account.id, 'name', account.name) end as "startedBy"`;
const from: Sql = sql`from runs run left join users account on account.id = run.user_id`;

/** What goes on now, and what has ended within the hour, newest first. */
export function listProjectRuns(db: Db, project: AuthorizedProject): Promise<ListedRun[]> {
  return listRows(
    db,
    sql`select ${columns} ${from}
        where run.project_id = ${project.id}
          and (run.state <> 'ended' or run.ended_at > now() - interval '1 hour')
        order by run.state = 'ended', run.queued_at desc limit ${MOST_LISTED}`,
  );
}

export function findProjectRun(
  db: Db,
  project: AuthorizedProject,
  id: string,
): Promise<ListedRun | undefined> {
  return findRow(
    db,
    sql`select ${columns} ${from} where run.project_id = ${project.id} and run.id = ${id}`,
  );
}
