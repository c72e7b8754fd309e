import type { AuthorizedProject } from '#platform/access/actor.ts';
import { isWithheldFrom } from '#platform/connectors/works-as-reader.ts';
import { type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listRuns } from './history.ts';
import { leastIdAt } from './running/run-ids.ts';
import { withholdError } from './withheld.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** What ran, what failed, what waits and what comes next: the first page of automations. */
export async function overviewOf(db: Db, project: AuthorizedProject) {
  const first = { after: null, limit: 10 };
  const failures = await listRuns(db, project, { status: 'failed' }, first);
  const isWithheld = await isWithheldFrom(db, project);
  return {
    hours: await listHours(db, project),
    failures: isWithheld ? failures.map(withholdError) : failures,
    open: await listRuns(db, project, { status: 'open' }, { after: null, limit: 20 }),
    next: await listNext(db, project),
    counts: await countAll(db, project),
  };
}

type Hour = { at: string; done: number; failed: number; cancelled: number };

async function listHours(db: Db, project: AuthorizedProject): Promise<Hour[]> {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
  const starts = Array.from({ length: HOURS }, (_, at) => start + at * HOUR_MS);
  const rows = await listRows<{ at: number; status: string; count: number }>(
    db,
    sql`select hour.at, run.status, count(*)::int as count
        from unnest(${starts.map((_, at) => at)}::int[], ${starts.map(leastIdAt)}::uuid[],
          ${starts.map((from) => leastIdAt(from + HOUR_MS))}::uuid[]) hour(at, first, last)
        join workflow_history run on run.project_id = ${project.id}
          and run.id >= hour.first and run.id < hour.last
        group by 1, 2`,
  );
  return starts.map((from, at) => {
    const countOf = (status: string) =>
      rows.find((row) => row.at === at && row.status === status)?.count ?? 0;
    return {
      at: new Date(from).toISOString(),
      done: countOf('done'),
      failed: countOf('failed'),
      cancelled: countOf('cancelled'),
    };
  });
}

function listNext(db: Db, project: AuthorizedProject) {
  return listRows<{ workflowId: string; workflowName: string; at: string }>(
    db,
    sql`select schedule.workflow_id as "workflowId", workflow.name as "workflowName",
          schedule.next_at as at
        from workflow_schedules schedule join workflows workflow on workflow.id = workflow_id
        where schedule.project_id = ${project.id} order by schedule.next_at limit 20`,
  );
}

function countAll(db: Db, project: AuthorizedProject) {
  return readRow<{ workflows: number; enabled: number; waiting: number; held: number }>(
    db,
    sql`select count(*)::int as workflows, count(*) filter (where is_enabled)::int as enabled,
          (select count(*)::int from workflow_runs where project_id = ${project.id}
            and status = 'waiting') as waiting,
          (select count(*)::int from workflow_runs where project_id = ${project.id}
            and status = 'held') as held
        from workflows where project_id = ${project.id} and deleted_at is null`,
  );
}
