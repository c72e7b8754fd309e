import { changeRows, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { fileGroupOf, searchedText } from '../file-group.ts';

export type IndexedObject = { path: string; byteSize: number; updatedAt: string; etag: string };

/** What we write ourselves is known at once; only where there is an index at all. */
export async function indexWritten(
  db: Db,
  connectorId: string,
  objects: IndexedObject[],
): Promise<void> {
  if (objects.length === 0) return;
  await changeRows(
    db,
    sql`insert into bucket_objects (connector_id, path, searched, file_group, byte_size, updated_at, etag)
        select ${connectorId}, path, searched, file_group, byte_size, updated_at, etag
        from unnest(${objects.map(({ path }) => path)}::text[],
          ${objects.map(({ path }) => searchedText(path))}::text[],
          ${objects.map(({ path }) => fileGroupOf(path))}::text[],
          ${objects.map(({ byteSize }) => byteSize)}::bigint[],
          ${objects.map(({ updatedAt }) => updatedAt)}::timestamptz[],
          ${objects.map(({ etag }) => etag)}::text[])
          as written (path, searched, file_group, byte_size, updated_at, etag)
        where exists (select from bucket_indexes where connector_id = ${connectorId})
        on conflict (connector_id, path) do update set byte_size = excluded.byte_size,
          updated_at = excluded.updated_at, etag = excluded.etag, touched_at = now()`,
  );
}

export async function indexRemoved(db: Db, connectorId: string, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await changeRows(
    db,
    sql`delete from bucket_objects where connector_id = ${connectorId} and path = any(${paths})`,
  );
}
