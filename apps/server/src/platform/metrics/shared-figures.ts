import { type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listJobCounts } from '#platform/jobs/counts.ts';
import { SILENCE_SECONDS } from '#platform/processes/processes.ts';

/** What all instances have in common, as the database tells it. */
export type SharedFigures = {
  processes: number;
  runsQueued: number;
  runsRunning: number;
  /** How long the first of the queue has waited. */
  oldestRunSeconds: number;
  outboxBehind: number;
  jobsWaiting: number;
  jobsFailed: number;
};

/** Each of these is asked by an index, or of a table that stays small. */
export async function readSharedFigures(db: Db): Promise<SharedFigures> {
  const figures = await readRow<Omit<SharedFigures, 'jobsWaiting' | 'jobsFailed'>>(
    db,
    sql`select (select count(*)::int from processes
            where beaten_at > now() - make_interval(secs => ${SILENCE_SECONDS})) as processes,
          (select count(*)::int from runs where state = 'queued') as "runsQueued",
          (select count(*)::int from runs where state = 'running') as "runsRunning",
          (select coalesce(extract(epoch from now() - min(queued_at)), 0)::float8
            from runs where state = 'queued') as "oldestRunSeconds",
          (select greatest(0, coalesce(max(head.position - follower.position), 0))::float8
            from outbox_followers follower cross join outbox_head head) as "outboxBehind"`,
  );
  const jobs = await listJobCounts(db);
  const sum = (of: 'waiting' | 'failed') => jobs.reduce((total, job) => total + job[of], 0);
  return { ...figures, jobsWaiting: sum('waiting'), jobsFailed: sum('failed') };
}
