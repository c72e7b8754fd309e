import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/**
 * Which objects an API key wrote, for who finds them in a bucket and has to tell whose they are. Noted
 * as soon as a path is owned, before anybody can see the object; a later write of ours by somebody else
 * takes the note away, and one that passed us by is told by its time.
 */
export type Writing = { connectorId: string; paths: string[]; keyId: string | undefined };

/** In the statement that takes the paths, where `owned` finds that all of them were taken. */
export function notingWriter({ connectorId, paths, keyId }: Writing, owned: Sql): Sql {
  const areOwned = sql`exists ${owned}`;
  if (keyId === undefined) {
    return sql`delete from storage_writers
      where connector_id = ${connectorId} and path = any(${paths}::text[]) and ${areOwned}`;
  }
  return sql`insert into storage_writers as known (connector_id, path, key_id)
    select connector.id, path, ${keyId}::uuid from connectors connector
    cross join unnest(${paths}::text[]) as path
    where connector.id = ${connectorId} and ${areOwned}
    on conflict (connector_id, path) do update
      set key_id = excluded.key_id, begun_at = now(), ended_at = null`;
}

export async function noteWriterEnded(db: Db, { connectorId, paths, keyId }: Writing) {
  if (keyId === undefined) return;
  await changeRows(
    db,
    sql`update storage_writers set ended_at = now()
        where connector_id = ${connectorId} and path = any(${paths}::text[]) and key_id = ${keyId}`,
  );
}

/** How far the clock of a bucket may be ahead of ours. */
const APART = '1 minute';
/** A write whose process was lost had ended by then. */
const LONGEST = '1 hour';

/** The keys behind objects, by their paths; `updatedAt` is what the bucket says. */
export async function listKeysBehindObjects(
  db: Db,
  connectorId: string,
  objects: readonly { path: string; updatedAt: string | null }[],
): Promise<Map<string, string>> {
  if (objects.length === 0) return new Map();
  const rows = await listRows<{ path: string; keyId: string }>(
    db,
    sql`select known.path, known.key_id as "keyId"
        from unnest(${objects.map(({ path }) => path)}::text[],
          ${objects.map(({ updatedAt }) => updatedAt)}::timestamptz[]) as found (path, updated_at)
        join storage_writers known on known.connector_id = ${connectorId}
          and known.path = found.path
        where coalesce(found.updated_at, now()) <=
          coalesce(known.ended_at, known.begun_at + ${LONGEST}::interval) + ${APART}::interval`,
  );
  return new Map(rows.map(({ path, keyId }) => [path, keyId]));
}

/** Whoever looks into a bucket has long found them. */
export async function forgetWriters(db: Db): Promise<void> {
  await changeRows(db, sql`delete from storage_writers where begun_at < now() - interval '7 days'`);
}
