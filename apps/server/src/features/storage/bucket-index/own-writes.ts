import { changeRows, type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { fileGroupOf, searchedText } from '../file-group.ts';

export type IndexedObject = { path: string; byteSize: number; updatedAt: string; etag: string };

/** By how much an index grew. */
export type Growth = { count: number; bytes: number };

/** What we write ourselves is known at once. Inside of a transaction that holds the index's lock. */
export async function indexWritten(
  db: Db,
  connectorId: string,
  objects: IndexedObject[],
): Promise<Growth> {
  // The last write of a path is what counts: one statement can't touch a row twice.
  const written = [...new Map(objects.map((object) => [object.path, object])).values()];
  if (written.length === 0) return { count: 0, bytes: 0 };
  const paths = written.map(({ path }) => path);
  return readRow<Growth>(
    db,
    sql`with known as (
          select count(*) as count, coalesce(sum(byte_size), 0) as bytes from bucket_objects
          where connector_id = ${connectorId} and path = any(${paths})),
        back as (
          delete from bucket_removals where connector_id = ${connectorId} and path = any(${paths})),
        written as (
          insert into bucket_objects (connector_id, path, searched, file_group, byte_size,
            updated_at, etag)
          select ${connectorId}, path, searched, file_group, byte_size, updated_at, etag
          from unnest(${paths}::text[], ${paths.map(searchedText)}::text[],
            ${paths.map(fileGroupOf)}::text[],
            ${written.map(({ byteSize }) => byteSize)}::bigint[],
            ${written.map(({ updatedAt }) => updatedAt)}::timestamptz[],
            ${written.map(({ etag }) => etag)}::text[])
            as object (path, searched, file_group, byte_size, updated_at, etag)
          on conflict (connector_id, path) do update set byte_size = excluded.byte_size,
            updated_at = excluded.updated_at, etag = excluded.etag, touched_at = now()
          returning byte_size)
        select ((select count(*) from written) - known.count)::float8 as count,
          ((select coalesce(sum(byte_size), 0) from written) - known.bytes)::float8 as bytes
        from known`,
  );
}

/** A crawl under way may have seen them before: it is told, so that it does not bring them back. */
export async function indexRemoved(db: Db, connectorId: string, paths: string[]): Promise<Growth> {
  if (paths.length === 0) return { count: 0, bytes: 0 };
  return readRow<Growth>(
    db,
    sql`with told as (
          insert into bucket_removals (connector_id, path)
          select ${connectorId}, path from unnest(${paths}::text[]) as path
          where exists (select from bucket_indexes
            where connector_id = ${connectorId} and state = 'crawling')
          on conflict (connector_id, path) do update set removed_at = now()),
        removed as (
          delete from bucket_objects where connector_id = ${connectorId} and path = any(${paths})
          returning byte_size)
        select -count(*)::float8 as count, -coalesce(sum(byte_size), 0)::float8 as bytes
        from removed`,
  );
}

/** Sums are kept beside the objects: counting them all takes a while. */
export async function growIndex(db: Db, connectorId: string, growth: Growth): Promise<void> {
  if (growth.count === 0 && growth.bytes === 0) return;
  await changeRows(
    db,
    sql`update bucket_indexes set object_count = object_count + ${growth.count},
          byte_size = byte_size + ${growth.bytes}
        where connector_id = ${connectorId}`,
  );
}

/** Paths at which, since a job was started, something else was put than it found there. */
export async function listTouched(
  db: Db,
  { connectorId, createdAt }: { connectorId: string; createdAt: string },
  found: { source: string; etag: string | null }[],
): Promise<string[]> {
  const rows = await listRows<{ path: string }>(
    db,
    sql`select path from bucket_objects
        join unnest(${found.map(({ source }) => source)}::text[],
          ${found.map(({ etag }) => etag)}::text[]) as found (source, seen) on source = path
        where connector_id = ${connectorId} and touched_at > ${createdAt}::timestamptz
          and etag <> seen`,
  );
  return rows.map(({ path }) => path);
}
