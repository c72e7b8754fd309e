import type { storageJobStates } from '@causeway/contract/storage/job-states.ts';
import type { ClashRule, StorageJob } from '@causeway/contract/storage/jobs.ts';
import type { TextReplacement } from '@causeway/contract/storage/replace.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type JobState = (typeof storageJobStates)[number];
export type Requested = { from: string; to: string | null };

/** A job as it is stored. */
export type JobRow = Omit<
  StorageJob,
  'paths' | 'pathCount' | 'to' | 'failures' | 'canUndo' | 'replaced'
> & {
  projectId: string;
  onClash: ClashRule;
  permanent: boolean;
  requested: Requested[];
  listedRequests: number;
  listedAfter: string | null;
  startedById: string | null;
  stoppedBy: string | null;
  /** What a find and replace is about. */
  replacement: TextReplacement | null;
  isUndone: boolean;
};

/** One object of a job; see the migration for its states. */
export type JobItem = {
  number: number;
  source: string;
  target: string | null;
  byteSize: number;
  etag: string | null;
  targetEtag: string | null;
  trashId: string | null;
  /** The version of the source that the bucket keeps, and what covers it there. */
  versionId: string | null;
  markerId: string | null;
  /** Where a copy was begun, and the etag of what it was to replace there. */
  tried: string | null;
  triedOver: string | null;
  state: 'waiting' | 'copied' | 'done' | 'skipped' | 'failed';
};

const columns = sql`id, project_id as "projectId", connector_id as "connectorId", kind, state,
  on_clash as "onClash", permanent, requested, listed_requests as "listedRequests",
  listed_after as "listedAfter", undoes, started_by as "startedById",
  started_by_name as "startedBy", total::float8 as total, bytes_total::float8 as "bytesTotal",
  done::float8 as done, skipped::float8 as skipped, failed::float8 as failed,
  bytes_done::float8 as "bytesDone", stopped_by as "stoppedBy", replacement, created_at as "createdAt",
  ended_at as "endedAt",
  exists (select from storage_jobs other where other.undoes = storage_jobs.id) as "isUndone"`;

export function findJob(db: Db, connectorId: string, id: string): Promise<JobRow | undefined> {
  return findRow(
    db,
    sql`select ${columns} from storage_jobs where connector_id = ${connectorId} and id = ${id}`,
  );
}

export function findJobById(db: Db, id: string): Promise<JobRow | undefined> {
  return findRow(db, sql`select ${columns} from storage_jobs where id = ${id}`);
}

export function listJobs(db: Db, connectorId: string, limit: number): Promise<JobRow[]> {
  return listRows(
    db,
    sql`select ${columns} from storage_jobs where connector_id = ${connectorId}
        order by created_at desc, id limit ${limit}`,
  );
}

export type NewJob = Pick<JobRow, 'projectId' | 'connectorId' | 'kind' | 'requested'> & {
  onClash?: ClashRule;
  permanent?: boolean;
  undoes?: string;
  by: { id: string; name: string };
  replacement?: TextReplacement | null;
  /** Its objects are known already. */
  isListed?: boolean;
};

export function insertJob(db: Db, job: NewJob): Promise<JobRow> {
  return readRow(
    db,
    sql`insert into storage_jobs (project_id, connector_id, kind, state, on_clash, permanent,
          requested, listed_requests, undoes, started_by, started_by_name, replacement)
        values (${job.projectId}, ${job.connectorId}, ${job.kind},
          ${job.isListed ? 'running' : 'listing'}, ${job.onClash ?? 'fail'},
          ${job.permanent ?? false}, ${JSON.stringify(job.requested)},
          ${job.isListed ? job.requested.length : 0}, ${job.undoes}, ${job.by.id}, ${job.by.name},
          ${job.replacement ? JSON.stringify(job.replacement) : null})
        returning ${columns}`,
  );
}

/** Ended jobs stay as they ended; answers whether the job moved. */
export async function moveJob(
  db: Db,
  id: string,
  from: JobState[],
  to: JobState,
  stoppedBy: string | null = null,
): Promise<boolean> {
  const ended = to === 'done' || to === 'failed' || to === 'cancelled';
  const moved = await changeRows(
    db,
    sql`update storage_jobs set state = ${to}, stopped_by = ${stoppedBy},
          ended_at = case when ${ended} then now() end
        where id = ${id} and state = any(${from})`,
  );
  return moved > 0;
}

export async function changeClashRule(db: Db, id: string, onClash: ClashRule): Promise<void> {
  await changeRows(db, sql`update storage_jobs set on_clash = ${onClash} where id = ${id}`);
}

export type NewItem = Omit<
  JobItem,
  'number' | 'targetEtag' | 'versionId' | 'markerId' | 'tried' | 'triedOver' | 'state'
> & {
  versionId?: string;
  markerId?: string;
  state?: 'waiting' | 'failed';
  code?: string;
  message?: string;
};

/** Objects found, and how far the search came, in one step: a search that is cut off goes on there. */
export async function appendItems(
  db: Db,
  job: Pick<JobRow, 'id'>,
  items: NewItem[],
  reached: { listedRequests: number; listedAfter: string | null },
): Promise<void> {
  await db.query(
    sql`with found as (
          select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (source text,
            target text, "byteSize" bigint, etag text, "trashId" uuid, "versionId" text,
            "markerId" text, state text, code text, message text)),
        job as (
          update storage_jobs set listed_requests = ${reached.listedRequests},
            listed_after = ${reached.listedAfter}, total = total + ${items.length},
            bytes_total = bytes_total + (select coalesce(sum("byteSize"), 0) from found)
          where id = ${job.id} returning id, total)
        insert into storage_job_items (job_id, number, source, target, byte_size, etag, trash_id,
          version_id, marker_id, state, code, message)
        select job.id, job.total - ${items.length} + row_number() over (), source, target,
          "byteSize", etag, "trashId", "versionId", "markerId", coalesce(found.state, 'waiting'), code, message
        from found, job`,
  );
}

const itemColumns = sql`number::float8 as number, source, target, byte_size::float8 as "byteSize", etag,
  target_etag as "targetEtag", trash_id as "trashId", version_id as "versionId",
  marker_id as "markerId", tried, tried_over as "triedOver", state`;

/** As it is now, unless somebody has brought it to its end. */
export function findOpenItem(db: Db, jobId: string, number: number): Promise<JobItem | undefined> {
  return findRow(
    db,
    sql`select ${itemColumns} from storage_job_items
        where job_id = ${jobId} and number = ${number} and state in ('waiting', 'copied')`,
  );
}

export function listOpenItems(
  db: Db,
  jobId: string,
  after: number,
  limit: number,
): Promise<JobItem[]> {
  return listRows(
    db,
    sql`select ${itemColumns} from storage_job_items
        where job_id = ${jobId} and state in ('waiting', 'copied') and number > ${after}
        order by number limit ${limit}`,
  );
}

/**
 * Those a turn may have been at when it was cut off: begun ones, and as many of the next as are taken
 * at once.
 */
export function listBegunItems(db: Db, jobId: string): Promise<JobItem[]> {
  return listRows(
    db,
    sql`select ${itemColumns} from storage_job_items
        where job_id = ${jobId} and state in ('waiting', 'copied')
        order by (state = 'copied' or tried is not null) desc, number
        limit (select case when permanent then 500 else 32 end from storage_jobs where id = ${jobId})`,
  );
}

/**
 * What was brought to its end stays so, whatever one still writes down who was thought dead; answers
 * whether it was open.
 */
export async function saveItem(
  db: Db,
  jobId: string,
  item: JobItem,
  problem?: { code: string; message: string },
): Promise<boolean> {
  const saved = await changeRows(
    db,
    sql`update storage_job_items set state = ${item.state}, target = ${item.target},
          etag = ${item.etag}, target_etag = ${item.targetEtag}, byte_size = ${item.byteSize},
          trash_id = ${item.trashId}, version_id = ${item.versionId},
          marker_id = ${item.markerId}, tried = ${item.tried}, tried_over = ${item.triedOver}, code = ${problem?.code ?? null},
          message = ${problem?.message ?? null}
        where job_id = ${jobId} and number = ${item.number} and state in ('waiting', 'copied')`,
  );
  return saved > 0;
}

export async function saveItemsDone(db: Db, jobId: string, numbers: number[]): Promise<void> {
  await changeRows(
    db,
    sql`update storage_job_items set state = 'done'
        where job_id = ${jobId} and number = any(${numbers}::bigint[])`,
  );
}

/** Counts the objects by what became of them; answers with the job as it is now. */
export async function countJob(db: Db, id: string): Promise<JobRow> {
  return readRow(
    db,
    sql`update storage_jobs set done = were_done, skipped = were_skipped,
          failed = have_failed, bytes_done = counted.bytes
        from (select count(*) filter (where state = 'done') as were_done,
            count(*) filter (where state = 'skipped') as were_skipped,
            count(*) filter (where state = 'failed') as have_failed,
            coalesce(sum(byte_size) filter (where state = 'done'), 0) as bytes
          from storage_job_items where job_id = ${id}) counted
        where id = ${id} returning ${columns}`,
  );
}

/** Objects that failed wait again; one whose source changed after its copy is copied again. */
export async function reopenItems(db: Db, jobId: string): Promise<void> {
  await changeRows(
    db,
    sql`update storage_job_items set code = null, message = null,
          state = case when code = 'E_VERSION_CONFLICT' then 'waiting'
            when target_etag is null and version_id is null then 'waiting' else 'copied' end
        where job_id = ${jobId} and state = 'failed'`,
  );
}

export function listFailures(db: Db, jobId: string) {
  return listRows<{ path: string; code: string; message: string }>(
    db,
    sql`select source as path, coalesce(code, 'E_INTERNAL') as code, coalesce(message, '') as message
        from storage_job_items where job_id = ${jobId} and state = 'failed'
        order by number limit 20`,
  );
}

/** What a job is about whose objects came from the trash. */
export async function listFirstPaths(db: Db, jobId: string, limit: number): Promise<string[]> {
  const rows = await listRows<{ path: string }>(
    db,
    sql`select coalesce(item.target, trash.path, item.source) as path from storage_job_items item
        left join storage_trash trash on trash.id = item.trash_id
        where item.job_id = ${jobId} order by number limit ${limit}`,
  );
  return rows.map(({ path }) => path);
}

/** What an undone move or copy has to look at: where things are now, and where they were. */
export async function appendReversed(db: Db, job: JobRow, undone: JobRow): Promise<void> {
  const isCopy = undone.kind === 'copy';
  await db.query(
    sql`with items as (
          insert into storage_job_items (job_id, number, source, target, byte_size, etag, trash_id)
          select ${job.id}, number, target, case when ${isCopy} then null else source end,
            byte_size, target_etag, case when ${isCopy} then gen_random_uuid() end
          from storage_job_items where job_id = ${undone.id} and state = 'done'
            and target is not null
          returning byte_size)
        update storage_jobs set total = counted.count, bytes_total = counted.bytes
        from (select count(*) as count, coalesce(sum(byte_size), 0) as bytes from items) counted
        where id = ${job.id}`,
  );
}

/**
 * What an undone replace has to look at: files as it wrote them, beside what was kept of them. Those of
 * which the trash was emptied meanwhile have failed before they begin.
 */
export async function appendKept(db: Db, job: JobRow, undone: JobRow): Promise<void> {
  await db.query(
    sql`with items as (
          insert into storage_job_items (job_id, number, source, target, byte_size, etag, trash_id,
            state, code, message)
          select ${job.id}, item.number, item.source, trash.trash_path, item.byte_size,
            item.target_etag, trash.id, case when trash.id is null then 'failed' else 'waiting' end,
            case when trash.id is null then 'E_OBJECT_NOT_FOUND' end,
            case when trash.id is null then 'What it was is no longer in the trash.' end
          from storage_job_items item left join storage_trash trash on trash.id = item.trash_id
          where item.job_id = ${undone.id} and item.state = 'done'
          returning byte_size)
        update storage_jobs set total = counted.count, bytes_total = counted.bytes
        from (select count(*) as count, coalesce(sum(byte_size), 0) as bytes from items) counted
        where id = ${job.id}`,
  );
}

/**
 * Entries of the trash become the objects of a restore (with a target) or a purge (without). Of those
 * of one path the newest is the one that ends up there: it comes first, or last where each replaces
 * the one before.
 */
export async function appendTrash(
  db: Db,
  job: JobRow,
  wanted: { ids?: string[] | undefined; jobId?: string | undefined },
): Promise<void> {
  const newest = job.onClash === 'replace' ? sql`deleted_at` : sql`deleted_at desc`;
  await db.query(
    sql`with items as (
          insert into storage_job_items (job_id, number, source, target, byte_size, etag, trash_id,
            version_id, marker_id)
          select ${job.id}, row_number() over (order by path, ${newest}, id),
            coalesce(trash_path, path),
            case when ${job.kind === 'restore'} then path end, byte_size, etag, id, version_id,
            marker_id
          from storage_trash where connector_id = ${job.connectorId}
            and (${wanted.ids ?? null}::uuid[] is null or id = any(${wanted.ids ?? null}::uuid[]))
            and (${wanted.jobId ?? null}::uuid is null or job_id = ${wanted.jobId ?? null}::uuid)
          returning byte_size)
        update storage_jobs set total = counted.count, bytes_total = counted.bytes
        from (select count(*) as count, coalesce(sum(byte_size), 0) as bytes from items) counted
        where id = ${job.id}`,
  );
}
