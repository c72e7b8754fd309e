import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export async function isMember(
  db: Db,
  { id }: AuthorizedProject,
  userId: string,
): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from project_members where project_id = ${id} and user_id = ${userId}`,
  );
  return found !== undefined;
}
