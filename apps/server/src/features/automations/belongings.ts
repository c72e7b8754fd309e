import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Workflows that run on somebody's behalf: without them nobody's rights are behind them. */
export function belongingsInWorkflows(db: Db, project: AuthorizedProject, userId: string) {
  return listRows<{ kind: 'workflow'; name: string; becomes: 'held'; lastUsedAt: null }>(
    db,
    sql`select 'workflow' as kind, name, 'held' as becomes, null as "lastUsedAt" from workflows
        where project_id = ${project.id} and published_by = ${userId} and is_enabled
          and deleted_at is null
        order by name limit 100`,
  );
}
