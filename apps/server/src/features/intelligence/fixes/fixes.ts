import type { AppliedFix, FixPreview } from '@causeway/contract/intelligence/intelligence.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { ofAllParts } from './making.ts';

/** What somebody has seen may be applied for so long: then tables have changed, and it is looked at anew. */
const GOOD_FOR = '15 minutes';

/** Kept with it is how long the way back takes. */
type Previewed = Omit<FixPreview, 'id' | 'expiresAt'> & { undoSeconds: number };

export async function insertPreview(
  db: Db,
  { user, project }: ProjectActor,
  { undoSeconds, ...preview }: Previewed,
): Promise<FixPreview> {
  const { findingId, statement, undo } = preview;
  const stored = JSON.stringify({ ...preview, undoSeconds });
  const kept = await readRow<{ id: string; expiresAt: string }>(
    db,
    sql`insert into finding_fixes (finding_id, project_id, user_id, statement, undo, preview, expires_at)
        values (${findingId}, ${project.id}, ${user.id}, ${statement}, ${undo},
          ${stored}, now() + ${GOOD_FOR}::interval)
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

/** Begins a way back that takes long; false where somebody was quicker. */
export async function beginUndo(tx: Tx, id: string): Promise<boolean> {
  const begun = await changeRows(
    tx,
    sql`update finding_fixes set is_running = true,
          preview = preview || '{"isUndoing": true}'
        where id = ${id} and undone_at is null and not is_running`,
  );
  return begun > 0;
}

/** It failed: what was applied is as it was. */
export async function endUndo(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update finding_fixes set is_running = false, preview = preview - 'isUndoing' - 'by'
        where id = ${id}`,
  );
}

export async function markUndone(tx: Tx, id: string): Promise<void> {
  await changeRows(tx, sql`update finding_fixes set undone_at = now() where id = ${id}`);
}

const columns: Sql = sql`fix.id, fix.statement, fix.undo, fix.change_set_id as "changeSetId",
  fix.applied_at as "appliedAt", coalesce(account.name, '') as "appliedBy",
  fix.undone_at as "undoneAt", fix.is_running as "isRunning",
  coalesce((fix.preview->>'isUndoing')::boolean, false) as "isUndoing",
  fix.preview->>'undoLock' as "undoLock"`;

export async function listFixes(db: Db, findingId: string): Promise<AppliedFix[]> {
  const fixes = await listRows<AppliedFix>(
    db,
    sql`select ${columns} from finding_fixes fix left join users account on account.id = fix.user_id
        where fix.finding_id = ${findingId} and fix.applied_at is not null
        order by fix.applied_at desc limit 20`,
  );
  return fixes.map(withWayBack);
}

/** Ways back of before are kept as they were written, and those of partitioned tables never worked. */
function withWayBack<Kept extends AppliedFix>(fix: Kept): Kept {
  const undo = fix.undo === null ? null : ofAllParts(fix.undo);
  return undo === fix.undo ? fix : { ...fix, undo, undoLock: 'writers' };
}

type StoredFix = AppliedFix & { undoSeconds: number };

export async function readFix(db: Db, findingId: string, id: string): Promise<StoredFix> {
  const found = await findRow<StoredFix>(
    db,
    sql`select ${columns}, coalesce((fix.preview->>'undoSeconds')::float8, 0) as "undoSeconds"
        from finding_fixes fix left join users account on account.id = fix.user_id
        where fix.id = ${id} and fix.finding_id = ${findingId} and fix.applied_at is not null`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return withWayBack(found);
}
