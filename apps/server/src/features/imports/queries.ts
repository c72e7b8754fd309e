import { Failure } from '@causeway/contract/errors.ts';
import type { ImportPlan } from '@causeway/contract/imports/plan.ts';
import {
  type ImportAnalysis,
  type ImportRecord,
  type ImportResult,
  type ImportSource,
  type ImportState,
  PART_SIZE,
} from '@causeway/contract/imports/records.ts';
import type { Actor, AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { isRunCancelled } from '#platform/runs/queries.ts';
import type { Run } from '#platform/runs/run.ts';

/** An import as it is stored: what is answered, and what a run needs. */
export type StoredImport = ImportRecord & {
  projectId: string;
  connectorId: string;
  etag: string | null;
  run: number;
  /** Who asked for the run, as the ledger tells it. */
  actor: Pick<Actor, 'user' | 'impersonator'> | null;
  transactionId: string | null;
};

const columns: Sql = sql`import.id, import.state, import.source, import.size::float8 as size,
  coalesce((select json_agg(part order by part) from import_parts
    where import_id = import.id and import.state = 'uploading'), '[]') as "partsReceived",
  import.plan, import.dry_run as "dryRun", import.progress, import.analysis, import.result,
  import.error, import.created_at as "createdAt", import.started_at as "startedAt",
  import.ended_at as "endedAt", import.project_id as "projectId",
  import.connector_id as "connectorId", import.etag, import.run,
  import.started_by as actor, import.transaction_id::text as "transactionId",
  case when account.id is not null
    then json_build_object('id', account.id, 'name', account.name) end as "startedBy"`;
const from: Sql = sql`from imports import left join users account on account.id = import.user_id`;

export async function insertImport(
  tx: Tx,
  given: {
    connectorId: string;
    actor: ProjectActor;
    source: ImportSource;
    size: number;
    etag: string | null;
  },
): Promise<StoredImport> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into imports (project_id, connector_id, user_id, state, source, size, etag)
        values (${given.actor.project.id}, ${given.connectorId}, ${given.actor.user.id},
          ${given.source.kind === 'upload' ? 'uploading' : 'ready'},
          ${JSON.stringify(given.source)}, ${given.size}, ${given.etag})
        returning id`,
  );
  return readImport(tx, id);
}

export async function readImport(db: Db, id: string): Promise<StoredImport> {
  const row = await findRow<StoredImport>(
    db,
    sql`select ${columns} ${from} where import.id = ${id}`,
  );
  if (!row) throw new Failure('E_IMPORT_NOT_FOUND');
  return row;
}

/** An import of the connector the caller works with; one of another does not exist. */
export async function readImportOf(
  db: Db,
  project: AuthorizedProject,
  id: string,
): Promise<StoredImport> {
  const found = await readImport(db, id);
  const isOfProject = found.projectId === project.id && found.connectorId === project.connector?.id;
  if (!isOfProject) throw new Failure('E_IMPORT_NOT_FOUND');
  return found;
}

export async function listImports(
  db: Db,
  project: AuthorizedProject,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [at, id] = readCursor(cursor, ['instant', 'uuid']);
  const rows = await listRows<StoredImport>(
    db,
    sql`select ${columns} ${from}
        where import.project_id = ${project.id} and import.connector_id = ${project.connector?.id}
          and (${at}::timestamptz is null or
            (date_trunc('milliseconds', import.created_at), import.id) < (${at}::timestamptz, ${id}::uuid))
        order by date_trunc('milliseconds', import.created_at) desc, import.id desc
        limit ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => [row.createdAt, row.id]);
}

/** Keeps a part, and says how many are missing; with the last one the import is ready. */
export async function savePart(
  tx: Tx,
  { id, size }: StoredImport,
  part: number,
  content: Buffer,
): Promise<{ state: ImportState; missing: number }> {
  await changeRows(
    tx,
    sql`insert into import_parts (import_id, part, content) values (${id}, ${part}, ${content})
        on conflict (import_id, part) do update set content = excluded.content`,
  );
  // Whoever brings one of the last two parts waits here for the other. The parts themselves hold the
  // import's key by their reference, so a full lock would make two of them wait for each other.
  await readRow(tx, sql`select id from imports where id = ${id} for no key update`);
  const parts = Math.ceil((size ?? 0) / PART_SIZE);
  return readRow(
    tx,
    sql`update imports set state = case when state = 'uploading' and received = ${parts}
            then 'ready' else state end
        from (select count(*)::int as received from import_parts where import_id = ${id}) counted
        where id = ${id} returning state, ${parts}::int - received as missing`,
  );
}

/** A new run of an import that may have one; undefined where it may not. */
export async function queueRun(
  tx: Tx,
  id: string,
  { plan, dryRun, actor }: { plan: ImportPlan; dryRun: boolean; actor: Actor },
): Promise<number | undefined> {
  const { user, impersonator } = actor;
  const row = await findRow<{ run: number }>(
    tx,
    sql`update imports set state = 'queued', plan = ${JSON.stringify(plan)}, dry_run = ${dryRun},
          run = run + 1, started_by = ${JSON.stringify({ user, impersonator })}, progress = null,
          result = null, error = null, transaction_id = null,
          started_at = null, ended_at = null
        where id = ${id} and state in ('ready', 'checked', 'refused', 'failed', 'cancelled')
        returning run`,
  );
  if (row) await changeRows(tx, sql`delete from import_rejects where import_id = ${id}`);
  return row?.run;
}

/** Its run has begun. */
export async function beginImport(db: Db, { subjectId }: Run): Promise<StoredImport> {
  await changeRows(
    db,
    sql`update imports set state = 'running', started_at = now()
        where id = ${subjectId} and state = 'queued'`,
  );
  return readImport(db, subjectId);
}

export async function noteProgress(
  db: Db,
  { id, run }: StoredImport,
  progress: ImportRecord['progress'],
): Promise<void> {
  await changeRows(
    db,
    sql`update imports set progress = ${JSON.stringify(progress)}
        where id = ${id} and run = ${run} and state = 'running'`,
  );
}

/** The last word before the commit; false when it was cancelled, and the commit must not be. */
export async function notePending(
  db: Db,
  { id, run }: StoredImport,
  { transactionId, result }: { transactionId: string; result: ImportResult },
): Promise<boolean> {
  const noted = await changeRows(
    db,
    sql`update imports set transaction_id = ${transactionId}, result = ${JSON.stringify(result)}
        where id = ${id} and run = ${run} and state = 'running'
          and not ${isRunCancelled('import', id)}`,
  );
  return noted === 1;
}

export type Ending = {
  state: Exclude<ImportState, 'uploading' | 'ready' | 'queued' | 'running'>;
  result: ImportResult | null;
  error?: ImportRecord['error'];
};

export async function endImport(
  db: Db,
  { id, run }: Pick<StoredImport, 'id' | 'run'>,
  { state, result, error }: Ending,
): Promise<boolean> {
  const ended = await changeRows(
    db,
    sql`update imports set state = ${state}, ended_at = now(),
          result = ${result ? JSON.stringify(result) : null},
          error = ${error ? JSON.stringify(error) : null}
        where id = ${id} and run = ${run} and state in ('running', 'queued')`,
  );
  return ended === 1;
}

/** One that is still being sent has no run yet. */
export async function cancelUpload(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update imports set state = 'cancelled', ended_at = now()
        where id = ${id} and state = 'uploading'`,
  );
}

/** The file first: of a large one the parts go some at a time. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await deleteFile(db, id);
  await changeRows(
    db,
    sql`delete from imports where id = ${id} and state not in ('queued', 'running')`,
  );
}

const PARTS_AT_ONCE = 25;

async function deleteFile(db: Db, id: string): Promise<void> {
  let deleted: number;
  do {
    deleted = await changeRows(
      db,
      sql`delete from import_parts where import_id = ${id} and part in (
            select part from import_parts where import_id = ${id} limit ${PARTS_AT_ONCE})`,
    );
  } while (deleted === PARTS_AT_ONCE);
}

export async function noteDroppedTable(tx: Tx, id: string): Promise<void> {
  await changeRows(
    tx,
    sql`update imports set result = (result::jsonb || '{"droppedTable": true}')::json
        where id = ${id}`,
  );
}

export async function saveAnalysis(db: Db, id: string, analysis: ImportAnalysis): Promise<void> {
  await changeRows(
    db,
    sql`update imports set analysis = ${JSON.stringify(analysis)} where id = ${id}`,
  );
}

/**
 * A file goes an hour after its rows are written. Other imports can be run again, so theirs stay for
 * a day. What became of an import is told for 90 days.
 */
export async function deleteOldImports(db: Db): Promise<void> {
  const over = await listRows<{ id: string }>(
    db,
    sql`select id from imports import
        where state not in ('queued', 'running')
          and coalesce(ended_at, created_at) < now()
            - case state when 'done' then interval '1 hour' else interval '1 day' end
          and exists (select from import_parts where import_id = import.id) limit 100`,
  );
  for (const { id } of over) await deleteFile(db, id);
  await changeRows(db, sql`delete from imports where created_at < now() - interval '90 days'`);
}

/** Where an import that was no trial wrote its rows, for who looks at them afterwards. */
export async function findImportedTable(
  db: Db,
  id: string,
): Promise<[schema: string, table: string] | undefined> {
  const found = await findRow<{ schema: string; table: string }>(
    db,
    sql`select plan->'target'->>'schema' as schema, plan->'target'->>'table' as "table"
        from imports where id = ${id} and state = 'done' and not coalesce(dry_run, false)`,
  );
  return found?.table ? [found.schema, found.table] : undefined;
}

/** The files that were uploaded and are still here, for who counts them. */
export function listUploadedBytes(db: Db): Promise<{ projectId: string; bytes: string }[]> {
  return listRows(
    db,
    sql`select imports.project_id as "projectId", sum(octet_length(part.content))::bigint as bytes
        from import_parts part join imports on imports.id = part.import_id
        group by imports.project_id`,
  );
}
