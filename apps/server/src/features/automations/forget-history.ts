import { listOutdated } from '#platform/credits/retention.ts';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { leastIdAt } from './running/run-ids.ts';

const MOST_AT_ONCE = 5_000;

/** Runs are kept as long as the plan of their project says. */
export async function forgetOldRuns(
  { db, credits: { defaultPlan: unbooked } }: Pick<Services, 'db' | 'credits'>,
  now = new Date(),
): Promise<void> {
  for await (const old of listOutdated(db, { kept: 'historyDays', unbooked, now })) {
    await forgetOf(db, old.projectId, [leastIdAt(+old.from), leastIdAt(+old.until)]);
  }
}

/** What came for a run when it was over: a decision too late, the end of a run nobody waits for. */
export async function forgetLateSignals({ db }: Pick<Services, 'db'>): Promise<void> {
  await changeRows(
    db,
    sql`delete from workflow_signals signal where created_at < now() - interval '1 hour'
          and not exists (select from workflow_runs run where run.id = signal.run_id)`,
  );
}

const KEYS_KEPT = '30 days';

/**
 * Nobody sends a delivery again after thirty days; a slot, a change of rows or of files that was handed
 * on has moved its position with it. A key stays for as long as its run goes on, and one of a step as
 * long as the run of that step, which may begin it again under the same key.
 */
export async function forgetOldKeys(
  { db }: Pick<Services, 'db'>,
  atOnce = MOST_AT_ONCE,
): Promise<void> {
  const forget = () =>
    changeRows(
      db,
      sql`delete from workflow_run_keys where (workflow_id, key) in (
            select workflow_id, key from workflow_run_keys old
            where created_at < now() - ${KEYS_KEPT}::interval
              and not exists (select from workflow_runs run where run.id = old.run_id)
              and not exists (select from workflow_runs parent where parent.id = case
                when old.key ~ ${STEP_KEY} then substr(old.key, 3, 36)::uuid end)
            order by created_at limit ${atOnce})`,
    );
  while ((await forget()) === atOnce) continue;
}

/** `w:`, the run, and what it did there. */
const STEP_KEY = '^w:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:';

async function forgetOf(
  db: Database,
  projectId: string,
  [from, until]: [string, string],
): Promise<void> {
  const forget = () =>
    changeRows(
      db,
      sql`delete from workflow_history where id in (
            select id from workflow_history where project_id = ${projectId}
              and id >= ${from} and id < ${until} order by id limit ${MOST_AT_ONCE})`,
    );
  // A little at a time: nobody waits for it, and nobody shall wait because of it.
  while ((await forget()) === MOST_AT_ONCE) continue;
}
