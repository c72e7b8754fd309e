import { Failure } from '@causeway/contract/errors.ts';
import {
  type ExportDestination,
  type ExportFile,
  type ExportRecord,
  type ExportSource,
  KEPT_DAYS,
} from '@causeway/contract/exports.ts';
import type { AuthorizedProject, LinkHolder, ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import type { Ending, Run } from '#platform/runs/run.ts';
import type { PlannedSource } from './source.ts';

/** An export as it is stored: what is answered, and what is needed to run it. */
export type StoredExport = ExportRecord &
  LinkHolder & {
    projectId: string;
    connectorId: string;
    planned: PlannedSource;
    /** How often a worker has begun it. */
    attempt: number;
  };

const columns = sql`export.id, export.state, export.source, export.file, export.destination,
  export.file_name as "fileName", export.rows::float8 as rows, export.bytes::float8 as bytes,
  export.expected_rows::float8 as "expectedRows", export.created_at as "createdAt",
  export.started_at as "startedAt", export.ended_at as "endedAt", export.error,
  export.project_id as "projectId", export.connector_id as "connectorId",
  export.session_id as "sessionId", export.key_id as "keyId", export.planned, export.attempt,
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
    sql`insert into exports (project_id, connector_id, user_id, session_id, key_id, state, source, file,
          destination, planned, file_name, expected_rows, ticket_hash)
        values (${given.actor.project.id}, ${given.connectorId}, ${given.actor.user.id},
          ${given.actor.sessionId}, ${given.actor.keyId}, ${given.ticketHash ? 'ready' : 'queued'},
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
  const claim = sql`update exports set state = 'running', ticket_hash = null, started_at = now()
    where id = ${id} and state = 'ready' and ticket_hash = ${ticketHash}
      and created_at > now() - interval '10 minutes'`;
  return (await changeRows(db, claim)) === 1 ? readExport(db, id) : undefined;
}

/** Its run has begun; how often it was taken is the attempt that its parts are written under. */
export async function beginExport(db: Db, { subjectId, fence }: Run): Promise<StoredExport> {
  await changeRows(
    db,
    sql`update exports set state = 'running', started_at = now(), attempt = ${fence}, rows = 0,
          bytes = 0, kept_bytes = 0
        where id = ${subjectId} and state in ('queued', 'running')`,
  );
  return readExport(db, subjectId);
}

/** They only grow: one that was told late would have the file end early. */
export async function noteCounts(
  db: Db,
  { id, attempt }: StoredExport,
  { rows, bytes }: { rows: number; bytes: number },
): Promise<void> {
  await changeRows(
    db,
    sql`update exports set rows = greatest(rows, ${rows}::bigint),
          bytes = greatest(bytes, ${bytes}::bigint)
        where id = ${id} and attempt = ${attempt} and state = 'running'`,
  );
}

export async function endExport(
  tx: Tx,
  { subjectId }: Run,
  { outcome, failure }: Ending,
): Promise<StoredExport> {
  const error = failure && { code: failure.code, message: failure.message };
  await changeRows(
    tx,
    sql`update exports set state = ${outcome}, ended_at = now(),
          error = ${error ? JSON.stringify(error) : null},
          expires_at = case when destination->>'kind' = 'kept' and ${outcome} = 'done'
            then now() + make_interval(days => ${KEPT_DAYS}) end
        where id = ${subjectId}`,
  );
  return readExport(tx, subjectId);
}

/** One whose ticket nobody used has no run yet. */
export async function cancelUnused(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update exports set state = 'cancelled', ended_at = now() where id = ${id} and state = 'ready'`,
  );
}

/** A ticket for a kept file: the last one given opens it, for the session that got it. */
export async function giveTicket(
  db: Db,
  { id }: StoredExport,
  { ticketHash, sessionId, keyId }: { ticketHash: Buffer } & LinkHolder,
): Promise<boolean> {
  const given = await changeRows(
    db,
    sql`update exports set ticket_hash = ${ticketHash}, session_id = ${sessionId},
          key_id = ${keyId},
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
  const claim = sql`update exports set ticket_hash = null
    where id = ${id} and state = 'done' and expires_at > now()
      and ticket_hash = ${ticketHash} and ticket_until > now()`;
  return (await changeRows(db, claim)) === 1 ? readExport(db, id) : undefined;
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

/** What is kept until it is fetched, for who counts it. */
export function listKeptBytes(db: Db): Promise<{ projectId: string; bytes: string }[]> {
  return listRows(
    db,
    sql`select project_id as "projectId", sum(kept_bytes)::bigint as bytes from exports
        where kept_bytes > 0 group by project_id`,
  );
}

/** How many rows one wrote, for who counts them. */
export async function countExportedRows(db: Db, id: string): Promise<number | undefined> {
  const found = await findRow<{ rows: number }>(
    db,
    sql`select rows::float8 as rows from exports where id = ${id}`,
  );
  return found?.rows;
}
