import { objectName } from '@causeway/contract/storage/object-listing.ts';
import { TRASH_DAYS } from '@causeway/contract/storage/jobs.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Bucket } from '../bucket.ts';

/** Where an object waits: below an id of its own, so that no two ever meet. */
export function trashPathOf(bucket: Bucket, trashId: string, path: string): string {
  const whole = `${TRASH_FOLDER}${trashId}/${path}`;
  const isTooLong = Buffer.byteLength(bucket.root + whole) > 1024;
  return isTooLong
    ? `${TRASH_FOLDER}${trashId}/${objectName(path).slice(-100).toWellFormed()}`
    : whole;
}

/** Its bytes are a copy below the trash, or a version that the bucket keeps at its path. */
export type TrashRow = {
  id: string;
  path: string;
  trashPath: string | null;
  versionId: string | null;
  byteSize: number;
  etag: string;
};

export type NewTrash = TrashRow & {
  connectorId: string;
  jobId?: string | undefined;
  isReplaced?: boolean;
  by: { id: string | null; name: string | null };
};

/** Told again of the same entry, it is what was found last. Its copy is no longer underway. */
export async function insertTrash(db: Db, trash: NewTrash): Promise<void> {
  await changeRows(
    db,
    sql`with arrived as (delete from storage_trash_trails where id = ${trash.id})
        insert into storage_trash (id, connector_id, job_id, path, trash_path, version_id,
          byte_size, etag, is_replaced, deleted_by, deleted_by_name, expires_at)
        values (${trash.id}, ${trash.connectorId}, ${trash.jobId}, ${trash.path},
          ${trash.trashPath}, ${trash.versionId}, ${trash.byteSize}, ${trash.etag},
          ${trash.isReplaced ?? false}, ${trash.by.id}, ${trash.by.name},
          now() + make_interval(days => ${TRASH_DAYS}))
        on conflict (id) do update set trash_path = excluded.trash_path,
          version_id = excluded.version_id, byte_size = excluded.byte_size, etag = excluded.etag`,
  );
}

export function findTrash(db: Db, connectorId: string, id: string): Promise<TrashRow | undefined> {
  return findRow(
    db,
    sql`select id, path, trash_path as "trashPath", version_id as "versionId",
          byte_size::float8 as "byteSize", etag
        from storage_trash where connector_id = ${connectorId} and id = ${id}`,
  );
}

export async function deleteTrash(db: Db, ids: string[]): Promise<void> {
  await changeRows(db, sql`delete from storage_trash where id = any(${ids}::uuid[])`);
}
