import type { OpenUpload } from '@causeway/contract/storage/uploads.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** An upload somebody began, with the bucket's name for it. */
export type StoredUpload = Omit<OpenUpload, 'byte_size' | 'partCount'> & {
  trailId: string;
  uploadId: string;
  byteSize: number;
  overwrite: boolean;
};

const columns = sql`upload.id, upload.trail_id as "trailId", trail.upload_id as "uploadId",
  upload.path, upload.byte_size::float8 as "byteSize", upload.content_type as "contentType",
  upload.fingerprint, upload.overwrite, upload.part_size::float8 as "partSize",
  upload.created_at as "createdAt", trail.touched_at as "touchedAt",
  coalesce((select json_agg(json_build_object('number', number, 'byte_size', byte_size, 'etag', etag)
      order by number) from storage_upload_parts where upload_id = upload.id), '[]') as parts`;

const source = sql`storage_uploads upload join storage_upload_trails trail
  on trail.id = upload.trail_id and trail.upload_id is not null`;

type Owner = { connectorId: string; userId: string };

function ownedBy({ connectorId, userId }: Owner): Sql {
  return sql`upload.connector_id = ${connectorId} and upload.user_id = ${userId}`;
}

export function listUploads(db: Db, owner: Owner): Promise<StoredUpload[]> {
  return listRows(
    db,
    sql`select ${columns} from ${source} where ${ownedBy(owner)}
        order by upload.created_at desc limit 1000`,
  );
}

export function findUpload(db: Db, owner: Owner, id: string): Promise<StoredUpload | undefined> {
  return findRow(
    db,
    sql`select ${columns} from ${source} where ${ownedBy(owner)} and upload.id = ${id}`,
  );
}

type File = { path: string; byteSize: number; fingerprint: string };

/** The open upload of the same file to the same place. */
export function findSameUpload(
  db: Db,
  owner: Owner,
  { path, byteSize, fingerprint }: File,
): Promise<StoredUpload | undefined> {
  return findRow(
    db,
    sql`select ${columns} from ${source} where ${ownedBy(owner)} and upload.path = ${path}
          and upload.byte_size = ${byteSize} and upload.fingerprint = ${fingerprint}
        order by upload.created_at desc limit 1`,
  );
}

export async function insertUpload(
  db: Db,
  owner: Owner,
  upload: File & { trailId: string; contentType: string; overwrite: boolean; partSize: number },
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into storage_uploads (trail_id, connector_id, user_id, path, byte_size, content_type,
          fingerprint, overwrite, part_size)
        values (${upload.trailId}, ${owner.connectorId}, ${owner.userId}, ${upload.path},
          ${upload.byteSize}, ${upload.contentType}, ${upload.fingerprint}, ${upload.overwrite},
          ${upload.partSize}) returning id`,
  );
  return id;
}

/** A part that is sent again replaces the one before; the upload counts as touched. */
export async function savePart(
  db: Db,
  upload: StoredUpload,
  part: { number: number; byteSize: number; etag: string },
): Promise<void> {
  await changeRows(
    db,
    sql`with touched as (
          update storage_upload_trails set touched_at = now() where id = ${upload.trailId})
        insert into storage_upload_parts (upload_id, number, byte_size, etag)
        values (${upload.id}, ${part.number}, ${part.byteSize}, ${part.etag})
        on conflict (upload_id, number) do update
          set byte_size = excluded.byte_size, etag = excluded.etag`,
  );
}
