import { can } from '@causeway/contract/access.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { type Db, readRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/**
 * Whether somebody who may only read works as a role for readers in any database of the project: what
 * others have read with rights of their own, and where it can't be told from which table, is not theirs.
 */
export function worksAsReader({ id, role }: AuthorizedProject): Sql {
  return sql`(not ${can(role, 'sql.write')}::boolean and exists (
    select from connectors where project_id = ${id}
      and coalesce(settings->>'readerRole', '') <> ''))`;
}

export async function isWithheldFrom(db: Db, project: AuthorizedProject): Promise<boolean> {
  const { isReader } = await readRow<{ isReader: boolean }>(
    db,
    sql`select ${worksAsReader(project)} as "isReader"`,
  );
  return isReader;
}

/** The same of one connector, where it can be told: on a read-only one nobody writes. */
export function worksAsReaderOf({ role }: AuthorizedProject, connectorId: Sql): Sql {
  return sql`exists (select from connectors used where used.id = ${connectorId}
    and coalesce(used.settings->>'readerRole', '') <> ''
    and (not ${can(role, 'sql.write')}::boolean
      or coalesce((used.settings->>'readOnly')::boolean, false)))`;
}
