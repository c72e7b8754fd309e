import { type Db, findRow } from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import type { AuthorizedProject } from './actor.ts';

/** By which the days of a project begin. */
export async function readTimeZone(db: Db, { id }: AuthorizedProject): Promise<string> {
  const found = await findRow<{ timeZone: string | null }>(
    db,
    prepared(sql`select settings ->> 'timeZone' as "timeZone" from projects where id = ${id}`),
  );
  return found?.timeZone ?? 'UTC';
}
