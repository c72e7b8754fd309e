import type { Health } from '@causeway/contract/staff.ts';
import { type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listJobCounts } from '#platform/jobs/counts.ts';
import { SILENCE_SECONDS } from '#platform/processes/processes.ts';
import type { Services } from '#platform/services.ts';

/** How the installation does, over all instances: what is told here is in the database. */
export async function readHealth({ env }: Services, db: Db): Promise<Health> {
  const database = await readRow<Pick<Health, 'databaseVersion' | 'databaseBytes' | 'people'>>(
    db,
    sql`select current_setting('server_version') as "databaseVersion",
          pg_database_size(current_database())::float8 as "databaseBytes",
          json_build_object('accounts', (select count(*) from users),
            'verified', (select count(*) from users where verified_at is not null),
            'projects', (select count(*) from projects),
            'active', (select count(distinct user_id) from sessions
              where last_seen_at > now() - interval '1 day')) as people`,
  );
  return {
    ...database,
    node: process.version,
    mail: env.SMTP_URL ? 'smtp' : 'kept',
    processes: await listRows(
      db,
      sql`select id, started_at as "startedAt", beaten_at as "beatenAt" from processes
          where beaten_at > now() - make_interval(secs => ${SILENCE_SECONDS})
          order by started_at limit 100`,
    ),
    runs: await listRows(
      db,
      sql`select kind, count(*) filter (where state = 'queued')::int as queued,
            count(*) filter (where state = 'running')::int as running,
            count(*) filter (where outcome = 'failed'
              and ended_at > now() - interval '1 day')::int as failed
          from runs group by kind order by kind`,
    ),
    jobs: await listJobCounts(db),
    followers: await listRows(
      db,
      sql`select follower.name, greatest(0, head.position - follower.position)::float8 as behind,
            follower.failures
          from outbox_followers follower cross join outbox_head head order by follower.name`,
    ),
  };
}

/** Of all projects: only what it was and why it failed, nothing of what it was about. */
export function listFailedRuns(db: Db) {
  return listRows<{
    id: string;
    kind: string;
    title: string;
    project: { id: string; name: string };
    endedAt: string;
    error: { code: string; message: string } | null;
  }>(
    db,
    sql`select run.id, run.kind, run.title, run.ended_at as "endedAt", run.error,
          json_build_object('id', project.id, 'name', project.name) as project
        from runs run join projects project on project.id = run.project_id
        where run.outcome = 'failed' and run.ended_at > now() - interval '7 days'
        order by run.ended_at desc limit 100`,
  );
}
