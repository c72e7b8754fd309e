import { Failure } from '@causeway/contract/errors.ts';
import { findSecrets } from '@causeway/contract/snippets/find-secrets.ts';
import type { SnippetComment } from '@causeway/contract/snippets/snippet.ts';
import type { Actor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { StoredSnippet } from './snippets.ts';

export type StoredComment = SnippetComment & { deletedBy: string | null };

function columnsFor({ user }: Actor): Sql {
  return sql`comment.id, comment.text, coalesce(comment.author_id = ${user.id}, false) as "isMine",
    case when account.id is not null
      then json_build_object('id', account.id, 'name', account.name,
        'avatar', account.avatar) end as author,
    date_trunc('milliseconds', comment.created_at) as "createdAt", comment.edited_at as "editedAt",
    comment.deleted_by as "deletedBy"`;
}

const source = sql`snippet_comments comment left join users account on account.id = comment.author_id`;

export async function listComments(
  db: Db,
  actor: Actor,
  { id }: StoredSnippet,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [createdAt, after] = readCursor(cursor, ['instant', 'uuid']);
  const rows = await listRows<StoredComment>(
    db,
    sql`select ${columnsFor(actor)} from ${source}
        where comment.snippet_id = ${id} and comment.deleted_at is null
          and (${createdAt ?? null}::timestamptz is null
            or (date_trunc('milliseconds', comment.created_at), comment.id)
              > (${createdAt ?? null}::timestamptz, ${after ?? null}::uuid))
        order by date_trunc('milliseconds', comment.created_at), comment.id
        limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.createdAt, row.id]);
}

export async function readComment(
  db: Db,
  actor: Actor,
  { snippet, id, isDeleted = false }: { snippet: StoredSnippet; id: string; isDeleted?: boolean },
): Promise<StoredComment> {
  const comment = await findRow<StoredComment>(
    db,
    sql`select ${columnsFor(actor)} from ${source}
        where comment.id = ${id} and comment.snippet_id = ${snippet.id}
          and (comment.deleted_at is not null) = ${isDeleted}`,
  );
  if (!comment) throw new Failure('E_COMMENT_NOT_FOUND');
  return comment;
}

export async function insertComment(
  tx: Tx,
  { user }: Actor,
  { id }: StoredSnippet,
  text: string,
): Promise<string> {
  checkSecrets(text);
  const added = await readRow<{ id: string }>(
    tx,
    sql`insert into snippet_comments (snippet_id, author_id, text)
        values (${id}, ${user.id}, ${text}) returning id`,
  );
  await countComments(tx, id);
  return added.id;
}

export async function updateComment(tx: Tx, comment: StoredComment, text: string): Promise<void> {
  if (!comment.isMine) throw new Failure('E_FORBIDDEN');
  checkSecrets(text);
  await changeRows(
    tx,
    sql`update snippet_comments set text = ${text}, edited_at = now() where id = ${comment.id}`,
  );
}

export async function markCommentDeleted(
  tx: Tx,
  { user }: Actor,
  {
    snippet,
    comment,
    isDeleted,
  }: {
    snippet: StoredSnippet;
    comment: StoredComment;
    isDeleted: boolean;
  },
): Promise<void> {
  await changeRows(
    tx,
    isDeleted
      ? sql`update snippet_comments set deleted_at = now(), deleted_by = ${user.id}
            where id = ${comment.id}`
      : sql`update snippet_comments set deleted_at = null, deleted_by = null
            where id = ${comment.id}`,
  );
  await countComments(tx, snippet.id);
}

async function countComments(tx: Tx, snippetId: string): Promise<void> {
  await changeRows(
    tx,
    sql`update snippets set comments = (select count(*) from snippet_comments
          where snippet_id = ${snippetId} and deleted_at is null)
        where id = ${snippetId}`,
  );
}

function checkSecrets(text: string): void {
  const places = findSecrets(text)
    .filter(({ isWarning }) => !isWarning)
    .map((place) => ({ field: 'text', ...place }));
  if (places.length > 0) throw new Failure('E_SNIPPET_SECRET', undefined, { places });
}
