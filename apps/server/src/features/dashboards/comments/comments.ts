import type { TileComment } from '@causeway/contract/dashboards/comments.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

const MOST = 500;

function select({ user }: ProjectActor, condition: Sql) {
  return sql`select comment.id, comment.tile_id as "tileId", author.name as author,
      author.avatar,
      comment.author_id is not distinct from ${user.id}::uuid as "isMine", comment.text,
      coalesce((select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name))
        from users person where person.id = any(comment.mentions)), '[]') as mentions,
      comment.created_at as "createdAt", comment.resolved_at as "resolvedAt",
      resolver.name as "resolvedBy"
    from tile_comments comment
    left join users author on author.id = comment.author_id
    left join users resolver on resolver.id = comment.resolved_by
    where ${condition} order by comment.created_at desc, comment.id desc limit ${MOST}`;
}

type Of = { id: string };

/** Oldest first; of very many the latest. */
export async function listComments(
  db: Db,
  actor: ProjectActor,
  { id }: Of,
): Promise<TileComment[]> {
  const latest = await listRows<TileComment>(db, select(actor, sql`comment.dashboard_id = ${id}`));
  return latest.toReversed();
}

export async function readComment(
  db: Db,
  actor: ProjectActor,
  { id }: Of,
  commentId: string,
): Promise<TileComment> {
  const found = await findRow<TileComment>(
    db,
    select(actor, sql`comment.dashboard_id = ${id} and comment.id = ${commentId}`),
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return found;
}

export async function insertComment(
  tx: Tx,
  { user, project }: ProjectActor,
  { id }: Of,
  { tileId, text, mentions }: { tileId: string; text: string; mentions: readonly string[] },
): Promise<{ id: string; mentions: string[] }> {
  // Only members are mentioned; and only a tile that is there is talked about.
  return readRow(
    tx,
    sql`insert into tile_comments (dashboard_id, tile_id, author_id, text, mentions)
        values (${id}, ${tileId}, ${user.id}, ${text}, coalesce((select array_agg(user_id)
          from project_members where project_id = ${project.id}
            and user_id = any(${mentions}::uuid[])), '{}'))
        returning id, mentions`,
  );
}

export async function setResolved(
  tx: Tx,
  { user }: ProjectActor,
  { id }: Of,
  isResolved: boolean,
): Promise<void> {
  await changeRows(
    tx,
    isResolved
      ? sql`update tile_comments set resolved_at = now(), resolved_by = ${user.id} where id = ${id}`
      : sql`update tile_comments set resolved_at = null, resolved_by = null where id = ${id}`,
  );
}

export async function deleteComment(tx: Tx, { id }: Of): Promise<void> {
  await changeRows(tx, sql`delete from tile_comments where id = ${id}`);
}
