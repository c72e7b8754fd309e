import {
  changeRows,
  type Database,
  type Db,
  findRow,
  listRows,
  type Tx,
} from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Bucket } from '../bucket.ts';
import { deleteWithVersions } from '../versions.ts';

/**
 * A copy in the trash that the trash does not know of stays in the bucket for ever, unseen and paid
 * for. So it is written down before it is made, and crossed out together with the trash's own entry.
 * What is found written down long after was cut off in between: nobody gets at it, and its original is
 * still where it was.
 */
export async function openTrashTrail(
  db: Db,
  bucket: Bucket,
  { id, trashPath }: { id: string; trashPath: string },
): Promise<void> {
  await changeRows(
    db,
    sql`insert into storage_trash_trails (id, connector_id, trash_path)
        values (${id}, ${bucket.connectorId}, ${trashPath})
        on conflict (id) do update set trash_path = excluded.trash_path, created_at = now()`,
  );
}

export async function closeTrashTrail(db: Db, id: string): Promise<void> {
  await changeRows(db, sql`delete from storage_trash_trails where id = ${id}`);
}

/** Deletes copies that were cut off before the trash knew of them; answers how many. */
export async function sweepTrashTrails(
  db: Database,
  bucket: Bucket,
  olderThan: string,
  signal?: AbortSignal,
): Promise<number> {
  const trails = await listRows<{ id: string }>(
    db,
    sql`select id from storage_trash_trails
        where connector_id = ${bucket.connectorId}
          and created_at <= now() - ${olderThan}::interval limit 1000`,
  );
  let swept = 0;
  for (const { id } of trails) {
    if (signal?.aborted) return swept;
    // A job that is resumed just now waits with its copy until the old one is gone.
    await db.transaction(async (tx) => {
      const trashPath = await lockLeft(tx, id, olderThan);
      if (trashPath === undefined) return;
      const refused = await deleteWithVersions(bucket, [trashPath], signal);
      if (refused.size > 0) return;
      await closeTrashTrail(tx, id);
      swept += 1;
    });
  }
  return swept;
}

/** A copy that was begun anew for an entry the trash knows already is the entry's own. */
async function lockLeft(db: Tx, id: string, olderThan: string): Promise<string | undefined> {
  const row = await findRow<{ trashPath: string }>(
    db,
    sql`select trash_path as "trashPath" from storage_trash_trails trail where id = ${id}
          and created_at <= now() - ${olderThan}::interval
          and not exists (select from storage_trash where storage_trash.id = trail.id)
        for update`,
  );
  return row?.trashPath;
}
