import type { Coverage, Scan } from '@causeway/contract/intelligence/intelligence.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

/** A table by its name, as the queue of a scan has it. */
export type QueuedTable = [schema: string, table: string];

export type StoredScan = {
  id: string;
  projectId: string;
  connectorId: string;
  cause: Scan['cause'];
  onlyTables: QueuedTable[] | null;
  queue: QueuedTable[] | null;
  position: number;
  spentMs: number;
  queuedAt: string;
};

const columns: Sql = sql`scan.id, scan.connector_id as "connectorId", scan.state, scan.cause,
  scan.queued_at as "queuedAt", scan.ended_at as "endedAt", scan.tables, scan.looked,
  scan.unreadable, scan.left_out as "left", scan.found, scan.error,
  case when account.id is not null
    then json_build_object('id', account.id, 'name', account.name) end as "startedBy"`;
const from: Sql = sql`from scans scan left join users account on account.id = scan.started_by`;

type NewScan = {
  projectId: string;
  connectorId: string;
  userId: string;
  cause: Scan['cause'];
  onlyTables?: QueuedTable[];
};

/** One at a time a database: who asks while one goes on is told of that one. */
export async function insertScan(tx: Tx, scan: NewScan): Promise<{ scan: Scan; isNew: boolean }> {
  const only = scan.onlyTables ? JSON.stringify(scan.onlyTables) : null;
  const made = await findRow<{ id: string }>(
    tx,
    sql`insert into scans (project_id, connector_id, started_by, cause, only_tables)
        values (${scan.projectId}, ${scan.connectorId}, ${scan.userId}, ${scan.cause}, ${only}::jsonb)
        on conflict (connector_id) where state in ('queued', 'running') do nothing
        returning id`,
  );
  const shown = await readRow<Scan>(
    tx,
    sql`select ${columns} ${from} where scan.connector_id = ${scan.connectorId}
        order by scan.queued_at desc limit 1`,
  );
  return { scan: shown, isNew: made !== undefined };
}

export async function readScanOf(db: Db, project: AuthorizedProject, id: string): Promise<Scan> {
  const found = await findRow<Scan>(
    db,
    sql`select ${columns} ${from} where scan.id = ${id} and scan.project_id = ${project.id}`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return found;
}

export function beginScan(db: Db, id: string): Promise<StoredScan> {
  return readRow(
    db,
    sql`update scans set state = 'running' where id = ${id} returning id,
          project_id as "projectId", connector_id as "connectorId", cause,
          only_tables as "onlyTables", queue, position, spent_ms::float8 as "spentMs",
          queued_at as "queuedAt"`,
  );
}

export async function keepQueue(
  db: Db,
  id: string,
  { queue, tables, unreadable }: { queue: QueuedTable[]; tables: number; unreadable: number },
): Promise<void> {
  await changeRows(
    db,
    sql`update scans set queue = ${JSON.stringify(queue)}, tables = ${tables},
          unreadable = ${unreadable}, position = 0 where id = ${id}`,
  );
}

/** After each table: what comes next, and whether this one was looked at. */
export async function movePosition(
  tx: Db,
  id: string,
  moved: { position: number; looked: number; left: number; found: number; spentMs: number },
): Promise<void> {
  await changeRows(
    tx,
    sql`update scans set position = ${moved.position}, looked = looked + ${moved.looked},
          left_out = left_out + ${moved.left}, found = found + ${moved.found},
          spent_ms = spent_ms + ${Math.round(moved.spentMs)} where id = ${id}`,
  );
}

export async function endScan(
  tx: Tx,
  id: string,
  { state, error }: { state: Scan['state']; error: Scan['error'] },
): Promise<void> {
  await changeRows(
    tx,
    sql`update scans set state = ${state}, error = ${error && JSON.stringify(error)}::jsonb,
          ended_at = now(), queue = null where id = ${id}`,
  );
  await changeRows(
    tx,
    sql`delete from scans old using scans known where known.id = ${id}
          and old.connector_id = known.connector_id and old.ended_at < now() - interval '30 days'`,
  );
}

/** Of each database of the project: how much of it was looked at, when, and what goes on. */
export function listCoverage(db: Db, project: AuthorizedProject): Promise<Coverage[]> {
  return listRows(
    db,
    sql`select connector.id as "connectorId", connector.implementation = 's3' as "isBucket",
          coalesce(seen.tables, 0)::int as tables,
          coalesce(seen.looked, 0)::int as looked, coalesce(seen.unreadable, 0)::int as unreadable,
          json_build_object('size', coalesce(seen.large, 0), 'time', coalesce(seen.slow, 0),
            'columns', coalesce(seen.wide, 0)) as partly,
          seen.looked_at as "lookedAt", schedule.user_id is not null as "isDaily",
          account.name as "dailyFor", (select to_jsonb(last) from (
            select ${columns} ${from} where scan.connector_id = connector.id
            order by scan.queued_at desc limit 1) last) as scan
        from connectors connector
        left join lateral (select count(*) as tables, count(looked_at) as looked,
            count(*) filter (where not is_readable) as unreadable, max(looked_at) as looked_at,
            count(*) filter (where partly = 'size') as large,
            count(*) filter (where partly = 'time') as slow,
            count(*) filter (where partly = 'columns') as wide
          from scanned_tables where connector_id = connector.id and not is_view) seen on true
        left join scan_schedules schedule on schedule.connector_id = connector.id
        left join users account on account.id = schedule.user_id
        where connector.project_id = ${project.id} and connector.implementation in ('sql', 's3')
        order by connector.implementation desc, connector.created_at, connector.id`,
  );
}
