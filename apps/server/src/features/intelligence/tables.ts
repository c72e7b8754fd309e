import type { KeptProfile } from '@causeway/contract/intelligence/intelligence.ts';
import { changeRows, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Picture, SeenTable, SeenView } from './catalog/picture.ts';
import type { Kept } from './measures/late.ts';
import type { Rhythm } from './measures/rhythm.ts';

/** What is remembered of a table between two scans. */
export type KnownTable = {
  schema: string;
  name: string;
  oid: number;
  columns: { number: number; name: string; type: string }[];
  changes: number;
  uses: number;
  lookedAt: string | null;
  findings: number;
};

export function listKnownTables(db: Db, connectorId: string): Promise<KnownTable[]> {
  return listRows(
    db,
    sql`select schema_name as schema, table_name as name, oid::float8 as oid, columns,
          changes::float8 as changes, uses::float8 as uses, looked_at as "lookedAt",
          coalesce(open.findings, 0)::int as findings
        from scanned_tables known
        left join (select schema_name, table_name, count(*) as findings from findings
          where connector_id = ${connectorId} and state = 'open' group by 1, 2) open
          using (schema_name, table_name)
        where known.connector_id = ${connectorId}`,
  );
}

const AT_ONCE = 1_000;

type Place = { projectId: string; connectorId: string };
/** The role for readers that rows are looked at as. */
type ReadAs = { readAs: string | null };

/** What a scan saw in the catalogs; tables that are gone are forgotten with it. */
export async function keepTables(
  db: Db,
  { projectId, connectorId }: Place,
  { tables, views }: Pick<Picture, 'tables' | 'views'>,
): Promise<void> {
  await keepRows(db, { projectId, connectorId }, [
    ...tables.map(rowOfTable),
    ...views.map(rowOfView),
  ]);
}

/** Files of a bucket are tables without a schema. */
export async function keepFiles(db: Db, place: Place, paths: readonly string[]): Promise<void> {
  const rows = paths.map((path) => {
    const shape = rowOfView({ schema: '', name: path, oid: 0, columns: [] });
    return { ...shape, is_view: false };
  });
  await keepRows(db, place, rows);
}

async function keepRows(
  db: Db,
  { projectId, connectorId }: Place,
  seen: readonly ReturnType<typeof rowOfView>[],
): Promise<void> {
  for (let start = 0; start < seen.length; start += AT_ONCE) {
    const rows = seen.slice(start, start + AT_ONCE);
    await changeRows(
      db,
      sql`insert into scanned_tables (project_id, connector_id, schema_name, table_name, oid, columns,
            is_readable, is_view, changes, uses)
          select ${projectId}::uuid, ${connectorId}::uuid, schema_name, table_name, oid, columns,
            is_readable, is_view, changes, uses
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen(schema_name text,
            table_name text, oid bigint, columns jsonb, is_readable boolean, is_view boolean,
            changes bigint, uses bigint)
          on conflict (connector_id, schema_name, table_name) do update set oid = excluded.oid,
            columns = excluded.columns, is_readable = excluded.is_readable,
            is_view = excluded.is_view,
            changes = excluded.changes, uses = excluded.uses, seen_at = now()`,
    );
  }
}

function rowOfTable(table: SeenTable) {
  return {
    ...rowOfView(table),
    is_readable: table.isReadable,
    is_view: false,
    changes: table.changes,
    uses: table.scans,
  };
}

function rowOfView({ schema, name, oid, columns }: SeenView) {
  return {
    schema_name: schema,
    table_name: name,
    oid,
    columns: columns.map(({ number, name: column, type }) => ({ number, name: column, type })),
    is_readable: true,
    is_view: true,
    changes: 0,
    uses: 0,
  };
}

export async function forgetTablesBefore(
  db: Db,
  connectorId: string,
  since: string,
): Promise<void> {
  await changeRows(
    db,
    sql`delete from scanned_tables where connector_id = ${connectorId}
          and seen_at < ${since}::timestamptz`,
  );
}

type Look = {
  profile: Omit<KeptProfile, 'takenAt'>;
  rhythm: Rhythm | undefined;
  /** Why it was looked at in part; null: all of it was. */
  partly: 'time' | 'size' | 'columns' | null;
};

export async function keepProfile(
  tx: Tx,
  place: Place & ReadAs & { schema: string; table: string },
  { profile, rhythm, partly }: Look,
): Promise<void> {
  const { projectId, connectorId, schema, table, readAs } = place;
  await changeRows(
    tx,
    sql`insert into table_profiles (project_id, connector_id, schema_name, table_name, week, rows,
          sampled, columns, read_as)
        values (${projectId}, ${connectorId}, ${schema}, ${table}, date_trunc('week', now())::date,
          ${profile.rows}, ${profile.sampled}, ${JSON.stringify(profile.columns)},
          ${readAs})
        on conflict (connector_id, schema_name, table_name, week) do update set taken_at = now(),
          rows = excluded.rows, sampled = excluded.sampled, columns = excluded.columns,
          read_as = excluded.read_as`,
  );
  await changeRows(
    tx,
    sql`delete from table_profiles where connector_id = ${connectorId} and schema_name = ${schema}
          and table_name = ${table} and week < now() - interval '12 weeks'`,
  );
  await changeRows(
    tx,
    sql`update scanned_tables set looked_at = now(), partly = ${partly},
          rhythm = ${rhythm ? JSON.stringify(rhythm) : null}::jsonb
        where connector_id = ${connectorId}
          and schema_name = ${schema} and table_name = ${table}`,
  );
}

/** The latest first; of a role, what that role was shown. */
export function listProfiles(
  db: Db,
  place: ReadAs & { connectorId: string; schema: string; table: string },
  most = 13,
): Promise<KeptProfile[]> {
  const { connectorId, schema, table, readAs } = place;
  return listRows(
    db,
    sql`select taken_at as "takenAt", rows::float8 as rows, sampled::float8 as sampled, columns
        from table_profiles where connector_id = ${connectorId} and schema_name = ${schema}
          and table_name = ${table} and ${isReadAs(readAs)} order by week desc limit ${most}`,
  );
}

/** Of tables that were looked at since then: what was read earlier says nothing of now. */
export function listRhythms(
  db: Db,
  { connectorId, readAs, since }: ReadAs & { connectorId: string; since: string },
): Promise<Kept[]> {
  return listRows(
    db,
    sql`select json_build_object('oid', oid, 'schema', schema_name, 'name', table_name) as "table",
          rhythm
        from scanned_tables known where connector_id = ${connectorId}
          and looked_at >= ${since}::timestamptz and rhythm ? 'limit'
          and exists (select from table_profiles profile
            where profile.connector_id = known.connector_id
              and profile.schema_name = known.schema_name
              and profile.table_name = known.table_name and profile.taken_at >= known.looked_at
              and ${isReadAs(readAs)})`,
  );
}

/** What was seen with all rights is for whoever has them. */
function isReadAs(readAs: string | null): Sql {
  return sql`(${readAs}::text is null or read_as = ${readAs})`;
}
