import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';
import type { QueryRun, Snapshot } from '@causeway/contract/sql/query-runs.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import type { QueryScope } from './scope.ts';

type ListedRun = QueryRun & { place: string };
type Wanted = { search?: string | undefined; cursor?: string | undefined; limit: number };

export async function listRuns(db: Db, scope: QueryScope, { search, cursor, limit }: Wanted) {
  const [place, id] = readCursor(cursor, ['bigint', 'uuid']);
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await listRows<ListedRun>(
    db,
    sql`select id, sql, parameters, status, command, row_count::float8 as "rowCount", milliseconds, error,
          query_id as "queryId", started_at as "startedAt",
          (extract(epoch from started_at) * 1000000)::int8::text as place
        from query_runs
        where user_id = ${scope.actor.user.id} and connector_id = ${scope.connectorId}
          and in_history and sql ilike ${pattern}
          and (${place}::int8 is null
            or (started_at, id) < (timestamptz 'epoch' + ${place}::int8 * interval '1 microsecond',
              ${id}::uuid))
        order by started_at desc, id desc limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.place, row.id]);
}

export async function clearRuns(tx: Tx, { actor, connectorId }: QueryScope): Promise<void> {
  await changeRows(
    tx,
    sql`delete from query_runs where user_id = ${actor.user.id}
          and connector_id = ${connectorId} and snapshot_name is null`,
  );
  await changeRows(
    tx,
    sql`update query_runs set in_history = false where user_id = ${actor.user.id}
          and connector_id = ${connectorId}`,
  );
}

type StoredSnapshot = Omit<Snapshot, 'isMine'> & { ownerId: string | null };

const columns = sql`run.id, run.snapshot_name as name, run.sql, run.parameters, run.fields,
  run.row_count::float8 as "rowCount", run.loaded_rows as "loadedRows", run.has_more as "hasMore",
  run.source, run.shared as "isShared", run.user_id as "ownerId", account.name as owner,
  run.query_id as "queryId", run.started_at as "takenAt"`;
const source = sql`query_runs run left join users account on account.id = run.user_id`;

/** Only one's own result, and only while its pages are still there. */
export async function keepRun(
  tx: Tx,
  scope: QueryScope,
  { id, name, isShared }: { id: string; name: string; isShared: boolean },
): Promise<void> {
  const { actor, connectorId } = scope;
  await waitForRun(tx, id);
  const kept = await changeRows(
    tx,
    sql`update query_runs set snapshot_name = ${name}, shared = ${isShared}
        where id = ${id} and user_id = ${actor.user.id} and connector_id = ${connectorId}
          and status = 'done'
          and (loaded_rows = 0 or exists (select from query_run_pages where run_id = ${id}))`,
  );
  if (kept === 0) throw new Failure('E_RESULT_GONE');
}

const RECORDED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 50;

/** A small result is written down after its answer was sent: who is quick is here before it. */
async function waitForRun(tx: Tx, id: string): Promise<void> {
  for (let waited = 0; waited < RECORDED_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (await findRow(tx, sql`select 1 from query_runs where id = ${id}`)) return;
    await wait(LOOK_EVERY_MS);
  }
}

export async function listSnapshots(db: Db, scope: QueryScope): Promise<Snapshot[]> {
  const rows = await listRows<StoredSnapshot>(
    db,
    sql`select ${columns} from ${source}
        where run.connector_id = ${scope.connectorId} and run.snapshot_name is not null
          and (run.shared or run.user_id = ${scope.actor.user.id})
        order by run.started_at desc, run.id limit 500`,
  );
  return rows.map((row) => describe(row, scope));
}

export async function readSnapshot(db: Db, scope: QueryScope, id: string): Promise<Snapshot> {
  const row = await findRow<StoredSnapshot>(
    db,
    sql`select ${columns} from ${source}
        where run.id = ${id} and run.connector_id = ${scope.connectorId}
          and run.snapshot_name is not null
          and (run.shared or run.user_id = ${scope.actor.user.id})`,
  );
  if (!row) throw new Failure('E_NOT_FOUND');
  return describe(row, scope);
}

export async function forgetSnapshot(tx: Tx, snapshot: Snapshot): Promise<void> {
  await changeRows(
    tx,
    sql`update query_runs set snapshot_name = null, shared = false where id = ${snapshot.id}`,
  );
}

/** Snapshots that were taken of a query. */
export async function listSnapshotsOf(db: Db, scope: QueryScope, queryId: string) {
  return listRows<{ id: string; name: string }>(
    db,
    sql`select id, snapshot_name as name from query_runs
        where query_id = ${queryId} and connector_id = ${scope.connectorId}
          and snapshot_name is not null and (shared or user_id = ${scope.actor.user.id})
        order by started_at desc limit 100`,
  );
}

function describe(row: StoredSnapshot, { actor }: QueryScope): Snapshot {
  return { ...row, isMine: row.ownerId === actor.user.id };
}

const RESULT_LIFETIME = '2 hours';
const HISTORY_LIFETIME = '180 days';
const DELETED_LIFETIME = '30 days';

/** Results are kept for a while, what was run for long, what was deleted until it is surely not missed. */
export async function forgetOldRuns(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from query_run_pages page using query_runs run
        where run.id = page.run_id and run.snapshot_name is null
          and page.created_at < now() - ${RESULT_LIFETIME}::interval`,
  );
  await changeRows(
    db,
    sql`delete from query_runs where snapshot_name is null
          and started_at < now() - ${HISTORY_LIFETIME}::interval`,
  );
  await changeRows(
    db,
    sql`delete from editor_tabs where closed_at < now() - ${DELETED_LIFETIME}::interval`,
  );
  await changeRows(
    db,
    sql`delete from queries where deleted_at < now() - ${DELETED_LIFETIME}::interval`,
  );
}
