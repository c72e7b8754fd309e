import { objectName } from '@causeway/contract/object-listing.ts';
import { TRASH_DAYS, TRASH_FOLDER, type TrashEntry } from '@causeway/contract/storage/jobs.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { changeRows, type Db, listRows, readRow } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import { searchedText } from '../file-group.ts';
import type { Addresses } from '../view-address.ts';

/** Where an object waits: below an id of its own, so that no two ever meet. */
export function trashPathOf(bucket: Bucket, trashId: string, path: string): string {
  const whole = `${TRASH_FOLDER}${trashId}/${path}`;
  const isTooLong = Buffer.byteLength(bucket.root + whole) > 1024;
  return isTooLong ? `${TRASH_FOLDER}${trashId}/${objectName(path).slice(-100)}` : whole;
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

/** Told again of the same entry, it is what was found last. */
export async function insertTrash(db: Db, trash: NewTrash): Promise<void> {
  await changeRows(
    db,
    sql`insert into storage_trash (id, connector_id, job_id, path, trash_path, version_id,
          byte_size, etag, is_replaced, deleted_by, deleted_by_name, expires_at)
        values (${trash.id}, ${trash.connectorId}, ${trash.jobId}, ${trash.path},
          ${trash.trashPath}, ${trash.versionId}, ${trash.byteSize}, ${trash.etag},
          ${trash.isReplaced ?? false}, ${trash.by.id}, ${trash.by.name},
          now() + make_interval(days => ${TRASH_DAYS}))
        on conflict (id) do update set trash_path = excluded.trash_path,
          version_id = excluded.version_id, byte_size = excluded.byte_size, etag = excluded.etag`,
  );
}

/** What the bucket put over a version when it was deleted. */
export async function saveMarker(db: Db, id: string, markerId: string | null): Promise<void> {
  await changeRows(db, sql`update storage_trash set marker_id = ${markerId} where id = ${id}`);
}

/** A version that is current again is in no trash any more, however it came back. */
export async function forgetVersion(
  db: Db,
  connectorId: string,
  { path, versionId }: { path: string; versionId: string },
): Promise<void> {
  await changeRows(
    db,
    sql`delete from storage_trash where connector_id = ${connectorId} and path = ${path}
          and version_id = ${versionId}`,
  );
}

export async function deleteTrash(db: Db, ids: string[]): Promise<void> {
  await changeRows(db, sql`delete from storage_trash where id = any(${ids}::uuid[])`);
}

export function listExpiredTrash(db: Db, connectorId: string): Promise<TrashRow[]> {
  return listRows<TrashRow>(
    db,
    sql`select id, path, trash_path as "trashPath", version_id as "versionId",
          byte_size::float8 as "byteSize", etag
        from storage_trash where connector_id = ${connectorId} and expires_at < now() limit 1000`,
  );
}

type TrashQuery = { cursor?: string | undefined; limit: number; search?: string | undefined };

export async function pageOfTrash(
  db: Db,
  connectorId: string,
  { cursor, limit, search }: TrashQuery,
  addresses: Addresses,
) {
  const [at, id] = readCursor(cursor, ['instant', 'uuid']);
  const part = search ? `%${searchedText(search).replace(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const rows = await listRows<
    TrashRow & Omit<TrashEntry, 'name' | 'url' | 'byte_size' | 'isVersion'>
  >(
    db,
    sql`select id, path, trash_path as "trashPath", version_id as "versionId",
          byte_size::float8 as "byteSize", etag, is_replaced as "isReplaced",
          deleted_by_name as "deletedBy", deleted_at as "deletedAt", expires_at as "expiresAt",
          job_id as "jobId"
        from storage_trash where connector_id = ${connectorId}
          and (${part}::text is null or lower(path) like ${part})
          and (${at}::timestamptz is null or (deleted_at, id) < (${at}::timestamptz, ${id}::uuid))
        order by deleted_at desc, id desc limit ${limit + 1}`,
  );
  const totals = await readRow<{ count: number; byte_size: number }>(
    db,
    sql`select count(*)::float8 as count, coalesce(sum(byte_size), 0)::float8 as byte_size
        from storage_trash where connector_id = ${connectorId}`,
  );
  const page = toPage(rows, limit, (row) => [row.deletedAt, row.id]);
  return {
    ...page,
    totals,
    items: page.items.map(({ trashPath, versionId, byteSize, ...entry }) => ({
      ...entry,
      name: objectName(entry.path),
      byte_size: byteSize,
      isVersion: versionId !== null,
      url: addresses.of({
        path: trashPath ?? entry.path,
        etag: entry.etag,
        ...(versionId !== null && { versionId }),
      }),
    })),
  };
}
