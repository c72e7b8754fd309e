import type { Actor } from '#platform/access/actor.ts';
import { changeRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { StoredSnippet } from './snippets.ts';

/** What readers do with a snippet. Counts are kept beside it, since every list is ordered by them. */
export async function starSnippet(
  tx: Tx,
  { user }: Actor,
  { id }: StoredSnippet,
): Promise<{ stars: number }> {
  const added = await changeRows(
    tx,
    sql`insert into snippet_stars (snippet_id, user_id) values (${id}, ${user.id})
        on conflict do nothing`,
  );
  return changeStars(tx, id, added);
}

export async function unstarSnippet(
  tx: Tx,
  { user }: Actor,
  { id }: StoredSnippet,
): Promise<{ stars: number }> {
  const removed = await changeRows(
    tx,
    sql`delete from snippet_stars where snippet_id = ${id} and user_id = ${user.id}`,
  );
  return changeStars(tx, id, -removed);
}

function changeStars(tx: Tx, id: string, by: number): Promise<{ stars: number }> {
  return readRow(
    tx,
    sql`update snippets set stars = stars + ${by} where id = ${id} returning stars`,
  );
}

/** People are counted, not clicks; an author's own use says nothing. */
export async function noteUse(tx: Tx, { user }: Actor, snippet: StoredSnippet): Promise<void> {
  if (snippet.isMine) return;
  await changeRows(
    tx,
    sql`with added as (
          insert into snippet_uses (snippet_id, user_id) values (${snippet.id}, ${user.id})
          on conflict do nothing returning snippet_id)
        update snippets set uses = uses + 1 where id in (select snippet_id from added)`,
  );
}

export async function noteFork(tx: Tx, { id }: StoredSnippet): Promise<void> {
  await changeRows(tx, sql`update snippets set forks = forks + 1 where id = ${id}`);
}

/** Said twice by the same reader, the later words count. */
export async function reportSnippet(
  tx: Tx,
  { user }: Actor,
  { id }: StoredSnippet,
  { reason, text }: { reason: string; text: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into snippet_reports (snippet_id, reporter_id, reason, text)
        values (${id}, ${user.id}, ${reason}, ${text})
        on conflict (snippet_id, reporter_id) where decided_at is null
        do update set reason = excluded.reason, text = excluded.text`,
  );
}
