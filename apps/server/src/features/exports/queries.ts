import { Failure } from '@causeway/contract/errors.ts';
import {
  type ExportDestination,
  type ExportFile,
  type ExportRecord,
  type ExportSource,
  type ExportState,
  KEPT_DAYS,
} from '@causeway/contract/exports.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import type { PlannedSource } from './source.ts';

/** An export as it is stored: what is answered, and what is needed to run it. */
export type StoredExport = ExportRecord & {
  projectId: string;
  connectorId: string;
  sessionId: string | null;
  planned: PlannedSource;
  /** How often a worker has begun it. */
  attempt: number;
};

const columns = sql`export.id, export.state, export.source, export.file, export.destination,
  export.file_name as "fileName", export.rows::float8 as rows, export.bytes::float8 as bytes,
  export.expected_rows::float8 as "expectedRows", export.created_at as "createdAt",
  export.started_at as "startedAt", export.ended_at as "endedAt", export.error,
  export.project_id as "projectId", export.connector_id as "connectorId",
  export.session_id as "sessionId", export.planned, export.attempt,
  case when export.state = 'done' and export.expires_at > now()
    then export.expires_at end as "expiresAt",
  case when account.id is not null
    then json_build_object('id', account.id, 'name', account.name) end as "startedBy"`;

export async function insertExport(
  tx: Tx,
  given: {
    connectorId: string;
    actor: ProjectActor;
    source: ExportSource;
    file: ExportFile;
    destination: ExportDestination;
    planned: PlannedSource;
    fileName: string;
    expectedRows: number | null;
    ticketHash: Buffer | null;
  },
): Promise<StoredExport> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into exports (project_id, connector_id, user_id, session_id, state, source, file,
          destination, planned, file_name, expected_rows, ticket_hash)
        values (${given.actor.project.id}, ${given.connectorId}, ${given.actor.user.id},
          ${given.actor.sessionId}, ${given.ticketHash ? 'ready' : 'queued'},
          ${JSON.stringify(given.source)}, ${JSON.stringify(given.file)},
          ${JSON.stringify(given.destination)}, ${JSON.stringify(given.planned)},
          ${given.fileName}, ${given.expectedRows}, ${given.ticketHash})
        returning id`,
  );
  return readExport(tx, id);
}

export async function readExport(db: Db, id: string): Promise<StoredExport> {
  const row = await findRow<StoredExport>(
    db,
    sql`select ${columns} from exports export left join users account on account.id = export.user_id
        where export.id = ${id}`,
  );
  if (!row) throw new Failure('E_EXPORT_NOT_FOUND');
  return row;
}

/** An export of the connector the caller works with; one of another does not exist. */
export async function readExportOf(
  db: Db,
  project: AuthorizedProject,
  id: string,
): Promise<StoredExport> {
  const found = await readExport(db, id);
  const isOfProject = found.projectId === project.id && found.connectorId === project.connector?.id;
  if (!isOfProject) throw new Failure('E_EXPORT_NOT_FOUND');
  return found;
}

export async function listExports(
  db: Db,
  project: AuthorizedProject,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [at, id] = readCursor(cursor, ['instant', 'uuid']);
  const rows = await listRows<StoredExport>(
    db,
    sql`select ${columns} from exports export left join users account on account.id = export.user_id
        where export.project_id = ${project.id} and export.connector_id = ${project.connector?.id}
          and export.state <> 'ready'
          and (${at}::timestamptz is null or
            (date_trunc('milliseconds', export.created_at), export.id) < (${at}::timestamptz, ${id}::uuid))
        order by date_trunc('milliseconds', export.created_at) desc, export.id desc
        limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.createdAt, row.id]);
}

/** A ticket opens its export once, soon. */
export async function claimDownload(
  db: Db,
  id: string,
  ticketHash: Buffer,
): Promise<StoredExport | undefined> {
  const claimed = await changeRows(
    db,
    sql`update exports set state = 'running', ticket_hash = null, started_at = now(), beat_at = now()
        where id = ${id} and state = 'ready' and ticket_hash = ${ticketHash}
          and created_at > now() - interval '10 minutes' and not is_cancelled`,
  );
  return claimed === 1 ? readExport(db, id) : undefined;
}

/** Undefined when it was cancelled before a worker came to it. */
export async function claimQueued(db: Db, id: string): Promise<StoredExport | undefined> {
  const claimed = await changeRows(
    db,
    sql`update exports set state = 'running', started_at = now(), beat_at = now(),
          attempt = attempt + 1, rows = 0, bytes = 0, kept_bytes = 0
        where id = ${id} and state = 'queued' and not is_cancelled`,
  );
  return claimed === 1 ? readExport(db, id) : undefined;
}

/** Says whether to go on. */
export async function beat(
  db: Db,
  { id, attempt }: StoredExport,
  { rows, bytes }: { rows: number; bytes: number },
): Promise<boolean> {
  const row = await findRow<{ is_cancelled: boolean }>(
    db,
    sql`update exports set rows = ${rows}, bytes = ${bytes}, beat_at = now()
        where id = ${id} and attempt = ${attempt} and state = 'running' returning is_cancelled`,
  );
  return row !== undefined && !row.is_cancelled;
}

export async function endExport(
  db: Db,
  { id, attempt, destination }: StoredExport,
  ending: {
    state: Extract<ExportState, 'done' | 'failed' | 'cancelled'>;
    rows: number;
    bytes: number;
    error?: { code: string; message: string } | undefined;
  },
): Promise<void> {
  const isKept = destination.kind === 'kept' && ending.state === 'done';
  await changeRows(
    db,
    sql`update exports set state = ${ending.state}, rows = ${ending.rows}, bytes = ${ending.bytes},
          error = ${ending.error ? JSON.stringify(ending.error) : null}, ended_at = now(),
          expires_at = case when ${isKept} then now() + make_interval(days => ${KEPT_DAYS}) end
        where id = ${id} and attempt = ${attempt} and state = 'running'`,
  );
}

/** What has not begun is over at once; what runs hears of it with its next beat. */
export async function cancelExport(db: Db, id: string): Promise<void> {
  await changeRows(
    db,
    sql`update exports set is_cancelled = true,
          state = case when state in ('ready', 'queued') then 'cancelled' else state end,
          ended_at = case when state in ('ready', 'queued') then now() else ended_at end
        where id = ${id} and state in ('ready', 'queued', 'running')`,
  );
}

/** A ticket for a kept file: the last one given opens it, for the session that got it. */
export async function giveTicket(
  db: Db,
  { id }: StoredExport,
  { ticketHash, sessionId }: { ticketHash: Buffer; sessionId: string | null },
): Promise<boolean> {
  const given = await changeRows(
    db,
    sql`update exports set ticket_hash = ${ticketHash}, session_id = ${sessionId},
          ticket_until = now() + interval '10 minutes'
        where id = ${id} and state = 'done' and expires_at > now()`,
  );
  return given === 1;
}

/** A ticket opens a kept file once, soon. */
export async function claimKeptFile(
  db: Db,
  id: string,
  ticketHash: Buffer,
): Promise<StoredExport | undefined> {
  const claimed = await changeRows(
    db,
    sql`update exports set ticket_hash = null
        where id = ${id} and state = 'done' and expires_at > now()
          and ticket_hash = ${ticketHash} and ticket_until > now()`,
  );
  return claimed === 1 ? readExport(db, id) : undefined;
}

/** One that ends its server each time must not do so for ever. */
const MOST_ATTEMPTS = 3;

/** A kept file is a copy nobody has seen yet: begun anew, it harms nobody. */
export async function requeueSilentExports(tx: Tx): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    tx,
    sql`update exports set state = 'queued'
        where state = 'running' and beat_at < now() - interval '30 seconds' and not is_cancelled
          and destination->>'kind' = 'kept' and attempt < ${MOST_ATTEMPTS}
        returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Exports whose worker fell silent: it is dead, and so is what it wrote. */
export async function failSilentExports(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`update exports set ended_at = now(),
          state = case when is_cancelled then 'cancelled' else 'failed' end,
          error = case when not is_cancelled then
            '{"code":"E_UNAVAILABLE","message":"The server that wrote it was stopped."}'::json end
        where state = 'running' and beat_at < now() - interval '30 seconds'
          and (is_cancelled or destination->>'kind' <> 'kept' or attempt >= ${MOST_ATTEMPTS})`,
  );
}

/** Kept files that have had their time, and what is left of those that never became whole. */
export async function listSpentFiles(db: Db): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select id from exports where kept_bytes > 0
          and (state in ('failed', 'cancelled') or (state = 'done' and expires_at < now()))
        limit 100`,
  );
  return rows.map(({ id }) => id);
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await changeRows(
    db,
    sql`delete from exports where id = ${id} and state not in ('queued', 'running')`,
  );
}

export async function deleteOldExports(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from exports where created_at < now() - interval '30 days'
          or (state = 'ready' and created_at < now() - interval '1 hour')`,
  );
}
