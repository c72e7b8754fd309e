import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { AuthorizedProject } from './actor.ts';

export async function listMemberIds(db: Db, project: AuthorizedProject): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select user_id as id from project_members where project_id = ${project.id}`,
  );
  return rows.map((row) => row.id);
}
