import { can } from '@causeway/contract/access.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
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
