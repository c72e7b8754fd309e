import type { AppliedFix, FixPreview } from '@causeway/contract/intelligence/intelligence.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** What somebody has seen may be applied for so long: then tables have changed, and it is looked at anew. */
const GOOD_FOR = '15 minutes';

type Previewed = Omit<FixPreview, 'id' | 'expiresAt'>;

export async function insertPreview(
  db: Db,
  { user, project }: ProjectActor,
  preview: Previewed,
): Promise<FixPreview> {
  const { findingId, statement, undo } = preview;
  const kept = await readRow<{ id: string; expiresAt: string }>(
    db,
    sql`insert into finding_fixes (finding_id, project_id, user_id, statement, undo, preview, expires_at)
        values (${findingId}, ${project.id}, ${user.id}, ${statement}, ${undo},
          ${JSON.stringify(preview)}, now() + ${GOOD_FOR}::interval)
        returning id, expires_at as "expiresAt"`,
  );
  return { ...preview, ...kept };
}

type TakenFix = { id: string; statement: string; undo: string | null; seconds: number };

/**
 * Takes a preview for good: its own, of this finding, not old and not taken before. Two who press at
 * once get one of it.
 */
export async function takePreview(
  db: Db,
  { user, project }: ProjectActor,
  { findingId, previewId }: { findingId: string; previewId: string },
): Promise<TakenFix> {
  const taken = await findRow<TakenFix>(
    db,
    sql`update finding_fixes set applied_at = now()
        where id = ${previewId} and finding_id = ${findingId} and project_id = ${project.id}
          and user_id = ${user.id} and applied_at is null and expires_at > now()
        returning id, statement, undo, (preview->>'seconds')::float8 as seconds`,
  );
  if (!taken) throw new Failure('E_PREVIEW_NEEDED');
  return taken;
}

/** It failed, so nothing was applied; who wants to try again looks again. */
export async function forgetFix(db: Db, id: string): Promise<void> {
  await changeRows(db, sql`delete from finding_fixes where id = ${id}`);
}

export async function noteChangeSet(tx: Tx, id: string, changeSetId: string | null): Promise<void> {
  await changeRows(
    tx,
    sql`update finding_fixes set change_set_id = ${changeSetId} where id = ${id}`,
  );
}

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await changeRows(tx, sql`update finding_fixes set undone_at = now() where id = ${id}`);
}

const columns: Sql = sql`fix.id, fix.statement, fix.undo, fix.change_set_id as "changeSetId",
  fix.applied_at as "appliedAt", coalesce(account.name, '') as "appliedBy",
  fix.undone_at as "undoneAt", fix.is_running as "isRunning"`;

export function listFixes(db: Db, findingId: string): Promise<AppliedFix[]> {
  return listRows(
    db,
    sql`select ${columns} from finding_fixes fix left join users account on account.id = fix.user_id
        where fix.finding_id = ${findingId} and fix.applied_at is not null
        order by fix.applied_at desc limit 20`,
  );
}

export async function readFix(db: Db, findingId: string, id: string): Promise<AppliedFix> {
  const found = await findRow<AppliedFix>(
    db,
    sql`select ${columns} from finding_fixes fix left join users account on account.id = fix.user_id
        where fix.id = ${id} and fix.finding_id = ${findingId} and fix.applied_at is not null`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return found;
}
