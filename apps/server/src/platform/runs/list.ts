import type { RunRecord } from '@causeway/contract/runs.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { withoutWords } from '#platform/connectors/without-words.ts';
import { worksAsReaderOf } from '#platform/connectors/works-as-reader.ts';
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

/**
 * What goes on now, and what has ended within the hour, newest first. Who works as a role for readers
 * is told by its code alone why work of others failed.
 */
export async function listProjectRuns(
  db: Db,
  { project, user }: ProjectActor,
): Promise<ListedRun[]> {
  const isWithheld = sql`(run.user_id is distinct from ${user.id}
    and ${worksAsReaderOf(project, sql`run.connector_id`)})`;
  const rows = await listRows<ListedRun & { isWithheld: boolean }>(
    db,
    sql`select ${columns}, ${isWithheld} as "isWithheld" ${from}
        where run.project_id = ${project.id}
          and (run.state <> 'ended' or run.ended_at > now() - interval '1 hour')
        order by run.state = 'ended', run.queued_at desc limit ${MOST_LISTED}`,
  );
  return rows.map(({ isWithheld: withheld, ...run }) => {
    return withheld && run.error ? { ...run, error: withoutWords(run.error) } : run;
  });
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
