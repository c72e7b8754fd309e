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

/**
 * A team's snippet is its author's as long as they are in the team: what mates make of it later is
 * not theirs. A key of one project does not reach what its person wrote for another team.
 */
export function isByActor(actor: Actor): Sql {
  const isWithoutTeam = actor.onlyProjectId === null ? sql`snippet.project_id is null` : sql`false`;
  return sql`snippet.author_id = ${actor.user.id}
    and (snippet.visibility <> 'team' or ${isWithoutTeam} or ${isOfTeam(actor)})`;
}

export function isOfTeam({ user, onlyProjectId }: Actor): Sql {
  const only = onlyProjectId === null ? sql`` : sql`and project_id = ${onlyProjectId}`;
  return sql`snippet.visibility = 'team' and snippet.project_id in
    (select project_id from project_members where user_id = ${user.id} ${only})`;
}
