import { can, type Role } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type {
  Badge,
  Snippet,
  SnippetVersion,
  SnippetVersionContent,
  Visibility,
} from '@causeway/contract/snippets/snippet.ts';
import type { Actor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { summaryColumns, summarySource } from './list.ts';
import { isByActor, isVisibleTo } from './visible.ts';

/** A snippet as it is stored, checked to be one the caller may see. */
export type StoredSnippet = Omit<Snippet, 'isEditable'> & {
  authorId: string | null;
  projectId: string | null;
  /** The actor's role in the project of a team's snippet. */
  role: Role | null;
};
export type SnippetContent = Pick<Snippet, 'title' | 'text' | 'sql' | 'parameters' | 'tags'>;
export type Sharing = { visibility: Visibility; projectId: string | null };

/** What others may not see is not there. */
export async function readSnippet(db: Db, actor: Actor, id: string): Promise<StoredSnippet> {
  return readOne(db, actor, { id, isDeleted: false });
}

/** Only its author knows of a deleted one. */
export async function readDeleted(db: Db, actor: Actor, id: string): Promise<StoredSnippet> {
  return readOne(db, actor, { id, isDeleted: true });
}

async function readOne(
  db: Db,
  actor: Actor,
  { id, isDeleted }: { id: string; isDeleted: boolean },
): Promise<StoredSnippet> {
  const { user } = actor;
  const condition = isDeleted
    ? sql`snippet.deleted_at is not null and ${isByActor(actor)}`
    : isVisibleTo(actor);
  const found = await findRow<StoredSnippet & OriginColumns>(
    db,
    sql`select ${summaryColumns(actor)}, snippet.body as text, snippet.sql, snippet.parameters,
          snippet.version, snippet.forks, snippet.author_id as "authorId",
          snippet.project_id as "projectId", member.role, snippet.origin_id as "originId",
          snippet.origin_version as "originVersion", snippet.hidden_reason as "hiddenReason",
          exists (select from snippet_reports report where report.snippet_id = snippet.id
            and report.reporter_id = ${user.id} and report.decided_at is null) as "isReported"
        from ${summarySource}
        left join project_members member on snippet.visibility = 'team'
          and member.project_id = snippet.project_id and member.user_id = ${user.id}
        where snippet.id = ${id} and ${condition}`,
  );
  if (!found) throw new Failure('E_SNIPPET_NOT_FOUND');
  const { originId, originVersion, ...snippet } = found;
  if (!originId) return { ...snippet, origin: null };
  const origin = await findTitle(db, actor, originId);
  return {
    ...snippet,
    origin: { id: originId, version: originVersion ?? 1, title: origin?.title ?? null },
  };
}

type OriginColumns = { originId: string | null; originVersion: number | null };

/** Of what a fork was made of; undefined where the caller does not see it. */
function findTitle(db: Db, actor: Actor, id: string): Promise<Pick<Snippet, 'title'> | undefined> {
  return findRow(
    db,
    sql`select snippet.title from snippets snippet where snippet.id = ${id}
          and ${isVisibleTo(actor)}`,
  );
}

/** What the caller sees of it, and whether it is theirs to change. */
export function describeSnippet(snippet: StoredSnippet): Snippet {
  const { visibility, role, isMine } = snippet;
  // What a team is given is for those who may share there, whoever its author was.
  const isEditable = visibility === 'team' ? role !== null && can(role, 'snippets.share') : isMine;
  return { ...snippet, isEditable };
}

export async function readEditable(db: Db, actor: Actor, id: string): Promise<StoredSnippet> {
  const snippet = await readSnippet(db, actor, id);
  if (!describeSnippet(snippet).isEditable) throw new Failure('E_FORBIDDEN');
  return snippet;
}

type NewSnippet = SnippetContent &
  Sharing & { badge: Badge | null; origin?: { id: string; version: number } };

export async function insertSnippet(tx: Tx, authorId: string, made: NewSnippet): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into snippets (author_id, project_id, visibility, title, body, sql, parameters, tags,
          badge, origin_id, origin_version)
        values (${authorId}, ${made.projectId}, ${made.visibility}, ${JSON.stringify(made.title)},
          ${JSON.stringify(made.text)}, ${made.sql}, ${JSON.stringify(made.parameters)},
          ${made.tags}, ${made.badge}, ${made.origin?.id}, ${made.origin?.version})
        returning id`,
  );
  await insertVersion(tx, id, authorId);
  return id;
}

/** Only what was made on the version there is: somebody else's change is never written over. */
export async function updateSnippet(
  tx: Tx,
  actor: Actor,
  change: { snippet: StoredSnippet; version: number; next: NewSnippet },
): Promise<void> {
  const { snippet, version, next } = change;
  const changed = await changeRows(
    tx,
    sql`update snippets set title = ${JSON.stringify(next.title)},
          body = ${JSON.stringify(next.text)}, sql = ${next.sql},
          parameters = ${JSON.stringify(next.parameters)}, tags = ${next.tags},
          badge = ${next.badge}, visibility = ${next.visibility}, project_id = ${next.projectId},
          version = version + 1, updated_at = now()
        where id = ${snippet.id} and version = ${version}`,
  );
  if (changed === 0) {
    throw new Failure('E_VERSION_CONFLICT', undefined, { version: snippet.version });
  }
  await insertVersion(tx, snippet.id, actor.user.id);
}

async function insertVersion(tx: Tx, id: string, authorId: string): Promise<void> {
  await changeRows(
    tx,
    sql`insert into snippet_versions (snippet_id, version, visibility, title, body, sql,
          parameters, tags, author_id)
        select id, version, visibility, title, body, sql, parameters, tags, ${authorId}
        from snippets where id = ${id}`,
  );
}

export async function markDeleted(tx: Tx, { id }: StoredSnippet, isDeleted: boolean) {
  await changeRows(
    tx,
    isDeleted
      ? sql`update snippets set deleted_at = now() where id = ${id}`
      : sql`update snippets set deleted_at = null where id = ${id}`,
  );
}

/** Whether a member may put something before the whole team; a foreign project is not there. */
export async function checkMayShare(
  db: Db,
  { user, onlyProjectId }: Actor,
  projectId: string,
): Promise<void> {
  if ((onlyProjectId ?? projectId) !== projectId) throw new Failure('E_PROJECT_NOT_FOUND');
  const member = await findRow<{ role: Role }>(
    db,
    sql`select role from project_members
        where project_id = ${projectId} and user_id = ${user.id}`,
  );
  if (!member) throw new Failure('E_PROJECT_NOT_FOUND');
  if (!can(member.role, 'snippets.share')) throw new Failure('E_FORBIDDEN');
}

export async function listVersions(
  db: Db,
  snippet: StoredSnippet,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [before] = readCursor(cursor, ['bigint']);
  const rows = await listRows<SnippetVersion>(
    db,
    sql`select version.version, account.name as author, version.created_at as "createdAt"
        from snippet_versions version left join users account on account.id = version.author_id
        where version.snippet_id = ${snippet.id} and ${wasSharedWith(snippet)}
          and (${before ?? null}::bigint is null or version.version < ${before ?? null}::bigint)
        order by version.version desc limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [String(row.version)]);
}

/** All but its author see only the versions that were shared as widely as it is now. */
function wasSharedWith(snippet: StoredSnippet): Sql {
  if (snippet.isMine) return sql`true`;
  return snippet.visibility === 'team'
    ? sql`version.visibility <> 'private'`
    : sql`version.visibility = 'public'`;
}

export async function readVersion(
  db: Db,
  snippet: StoredSnippet,
  version: number,
): Promise<SnippetVersionContent> {
  const found = await findRow<SnippetVersionContent>(
    db,
    sql`select version.version, account.name as author, version.created_at as "createdAt",
          version.title, version.body as text, version.sql, version.parameters, version.tags
        from snippet_versions version left join users account on account.id = version.author_id
        where version.snippet_id = ${snippet.id} and version.version = ${version}
          and ${wasSharedWith(snippet)}`,
  );
  if (!found) throw new Failure('E_SNIPPET_NOT_FOUND');
  return found;
}

const KEPT_DAYS = 30;

/** What was deleted is kept for a while, then it is gone. */
export async function forgetDeleted(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from snippets where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
  await changeRows(
    db,
    sql`delete from snippet_comments where deleted_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
