import type { Actor } from '#platform/access/actor.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/**
 * Whether the caller may see the row called `snippet`. What they may not is not there for them.
 * Staff see beside their own only what was reported or hidden, to decide on it.
 */
export function isVisibleTo(actor: Actor): Sql {
  const { user } = actor;
  return sql`snippet.deleted_at is null and (${isByActor(actor)}
    or snippet.hidden_at is null and (snippet.visibility = 'public' or ${isOfTeam(actor)})
    or ${user.staff} and snippet.visibility <> 'private' and (snippet.hidden_at is not null
      or exists (select from snippet_reports report where report.snippet_id = snippet.id)))`;
}

/** A key of one project does not reach what its person wrote for another team. */
export function isByActor({ user, onlyProjectId }: Actor): Sql {
  const isTheirs = sql`snippet.author_id = ${user.id}`;
  if (onlyProjectId === null) return isTheirs;
  return sql`${isTheirs} and (snippet.visibility <> 'team' or snippet.project_id = ${onlyProjectId})`;
}

export function isOfTeam({ user, onlyProjectId }: Actor): Sql {
  const only = onlyProjectId === null ? sql`` : sql`and project_id = ${onlyProjectId}`;
  return sql`snippet.visibility = 'team' and snippet.project_id in
    (select project_id from project_members where user_id = ${user.id} ${only})`;
}
