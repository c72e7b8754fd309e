import type { Actor } from '#platform/access/actor.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/**
 * Whether the caller may see the row called `snippet`. What they may not is not there for them.
 * Staff see beside their own only what was reported or hidden, to decide on it.
 */
export function isVisibleTo({ user }: Actor): Sql {
  return sql`snippet.deleted_at is null and (snippet.author_id = ${user.id}
    or snippet.hidden_at is null and (snippet.visibility = 'public' or ${isOfTeam(user.id)})
    or ${user.staff} and snippet.visibility <> 'private' and (snippet.hidden_at is not null
      or exists (select from snippet_reports report where report.snippet_id = snippet.id)))`;
}

export function isOfTeam(userId: string): Sql {
  return sql`snippet.visibility = 'team' and snippet.project_id in
    (select project_id from project_members where user_id = ${userId})`;
}
