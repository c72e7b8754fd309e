import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Private queries stay their author's: out of everybody's reach until they come back. */
export function belongingsInQueries(db: Db, project: AuthorizedProject, userId: string) {
  return listRows<{ kind: 'query'; name: string; becomes: 'hidden'; lastUsedAt: null }>(
    db,
    sql`select 'query' as kind, name, 'hidden' as becomes, null as "lastUsedAt" from queries
        where project_id = ${project.id} and owner_id = ${userId} and not shared
          and deleted_at is null
        order by updated_at desc limit 100`,
  );
}
