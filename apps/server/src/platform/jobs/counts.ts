import { type Db, listRows } from '#platform/db/database.ts';
import { identifier, sql } from '#platform/db/sql.ts';
import { JOB_SCHEMA } from './jobs.ts';

export type JobCounts = { name: string; waiting: number; running: number; failed: number };

/** What waits, runs and has failed, by the name of the job; upkeep that waits for its hour is none. */
export function listJobCounts(db: Db): Promise<JobCounts[]> {
  return listRows(
    db,
    sql`select name, count(*) filter (where state in ('created', 'retry')
            and start_after <= now())::int as waiting,
          count(*) filter (where state = 'active')::int as running,
          count(*) filter (where state = 'failed')::int as failed
        from ${identifier(JOB_SCHEMA, 'job')} where name not like '\\_\\_%'
        group by name having count(*) filter (where state <> 'completed') > 0 order by name`,
  );
}
