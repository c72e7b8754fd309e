import type { ChangeSet } from '@causeway/contract/ledger.ts';
import { type Db, findRow, listRows } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** A set as it is told; `place` is where it stands in the list, to the microsecond. */
type SetRow = ChangeSet & { place: string };
export type StoredSet = ChangeSet & { transactionId: string | null };

/** Of which tables, in which shape, the caller may be told; undefined is of all. */
export type Seen = readonly number[] | undefined;

type ListOptions = {
  connectorId: string;
  /** Only sets that touched it. */
  table?: { schema: string; table: string } | undefined;
  seen: Seen;
  cursor?: string | undefined;
  limit: number;
};

/** Newest first. */
export async function listSets(db: Db, { connectorId, table, seen, cursor, limit }: ListOptions) {
  const [place, id] = readCursor(cursor, ['instant', 'uuid']);
  const ofTable = table
    ? sql`and exists (select from change_set_tables touched
            join table_shapes shape on shape.id = touched.shape_id
          where touched.set_id = set.id and shape.schema_name = ${table.schema}
            and shape.table_name = ${table.table})`
    : sql``;
  const rows = await listRows<SetRow>(
    db,
    sql`select ${columns} from change_sets set
        where set.connector_id = ${connectorId} ${ofTable} ${onlySeen(seen)}
          and (${place}::timestamptz is null
            or (set.at, set.id) < (${place}::timestamptz, ${id}::uuid))
        order by set.at desc, set.id desc limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.place, row.id]);
}

export function findSet(
  db: Db,
  { connectorId, id, seen }: { connectorId: string; id: string; seen: Seen },
): Promise<StoredSet | undefined> {
  return findRow(
    db,
    sql`select ${columns}, set.transaction_id as "transactionId" from change_sets set
        where set.connector_id = ${connectorId} and set.id = ${id} ${onlySeen(seen)}`,
  );
}

/** A set of which no table is known may be about any: its statement says what was written. */
function onlySeen(seen: Seen): Sql {
  if (!seen) return sql``;
  return sql`and coalesce((select bool_and(touched.shape_id = any(${seen}::int[]))
    from change_set_tables touched where touched.set_id = set.id), false)`;
}

const who: Sql = sql`json_build_object('id', set.user_id, 'name', set.user_name,
  'impersonator', set.impersonator_name)`;

const tables: Sql = sql`coalesce((
  select json_agg(distinct jsonb_build_object('schema', shape.schema_name,
    'table', shape.table_name))
  from change_set_tables touched join table_shapes shape on shape.id = touched.shape_id
  where touched.set_id = set.id), '[]')`;

const revertedById: Sql = sql`(
  select later.id from change_sets later
  where later.reverts_id = set.id and later.status = 'done' order by later.at desc limit 1)`;

/** What history tells of the set a change was part of. */
export const setSummary: Sql = sql`json_build_object('id', set.id, 'at', set.at, 'who', ${who},
  'screen', set.screen, 'kind', set.kind, 'status', set.status, 'revertsId', set.reverts_id,
  'revertedById', ${revertedById})`;

const columns: Sql = sql`set.id, set.connector_id as "connectorId", set.at, ${who} as who, set.screen,
  set.kind, set.status, set.inserted::float8, set.updated::float8, set.deleted::float8,
  ${tables} as tables, set.statement as sql, set.not_revertible as "notRevertible",
  set.reverts_id as "revertsId", ${revertedById} as "revertedById",
  to_char(set.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place`;
