import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { TrashEntry } from '@causeway/contract/storage/jobs.ts';
import type { TrashRow } from '#platform/connectors/storage/trash/entries.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import { searchedText } from '../file-group.ts';
import type { Addresses } from '../views/view-address.ts';

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

/** Whether the trash keeps what was at a path, since somebody replaced it there. */
export async function isKeptReplaced(
  db: Db,
  connectorId: string,
  { path, etag, since }: { path: string; etag: string; since: string },
): Promise<boolean> {
  const rows = await listRows(
    db,
    sql`select from storage_trash where connector_id = ${connectorId} and path = ${path}
          and etag = ${etag} and is_replaced and deleted_at >= ${since}::timestamptz limit 1`,
  );
  return rows.length > 0;
}

/** An entry beside which another one keeps the same object. */
export function findKeptTwice(
  db: Db,
  connectorId: string,
  { id, path, etag }: { id: string; path: string; etag: string },
): Promise<{ trashPath: string | null } | undefined> {
  return findRow(
    db,
    sql`select trash_path as "trashPath" from storage_trash where id = ${id}
          and exists (select from storage_trash other where other.connector_id = ${connectorId}
            and other.path = ${path} and other.etag = ${etag} and other.id <> ${id})`,
  );
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
  const [at, id] = readCursor(cursor, ['bigint', 'uuid']);
  const part = search ? `%${searchedText(search).replace(/[\\%_]/g, String.raw`\$&`)}%` : null;
  const rows = await listRows<
    TrashRow & Omit<TrashEntry, 'name' | 'url' | 'byte_size' | 'isVersion'> & { place: string }
  >(
    db,
    sql`select id, path, trash_path as "trashPath", version_id as "versionId",
          byte_size::float8 as "byteSize", etag, is_replaced as "isReplaced",
          deleted_by_name as "deletedBy", deleted_at as "deletedAt", expires_at as "expiresAt",
          job_id as "jobId", (extract(epoch from deleted_at) * 1000000)::int8::text as place
        from storage_trash where connector_id = ${connectorId}
          and (${part}::text is null or lower(path) like ${part})
          and (${at}::int8 is null
            or (deleted_at, id) < (timestamptz 'epoch' + ${at}::int8 * interval '1 microsecond',
              ${id}::uuid))
        order by deleted_at desc, id desc limit ${limit + 1}`,
  );
  const totals = await readRow<{ count: number; byte_size: number }>(
    db,
    sql`select count(*)::float8 as count, coalesce(sum(byte_size), 0)::float8 as byte_size
        from storage_trash where connector_id = ${connectorId}`,
  );
  const page = toPage(rows, limit, (row) => [row.place, row.id]);
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
