import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Bucket } from './bucket.ts';
import { abortUpload, createUpload, listOpenUploads, type PartedUpload } from './multipart.ts';
import type { PutOptions } from './write.ts';

/**
 * Parts of an upload that nobody completes stay in the bucket for ever, unseen and paid for. So an
 * upload is written down before the bucket is asked for it, and crossed out once it was completed or
 * aborted. What is found written down long after has been left behind, and is aborted then.
 *
 * - named, no upload id: the bucket was asked, its answer is not known
 * - open: the bucket knows it by its upload id
 */
export type TrailedUpload = PartedUpload & { trailId: string };

type TrailRow = { id: string; path: string; uploadId: string | null; createdAt: string };

/** Opens an upload that is aborted by the next sweep unless it is closed. */
export async function openTrailedUpload(
  db: Db,
  bucket: Bucket,
  path: string,
  options: PutOptions,
): Promise<TrailedUpload> {
  const trail = await readRow<TrailRow>(
    db,
    sql`insert into storage_upload_trails (connector_id, path)
        values (${bucket.connectorId}, ${path})
        returning id, path, upload_id as "uploadId", created_at as "createdAt"`,
  );
  try {
    const upload = await createUpload(bucket, path, options);
    await changeRows(
      db,
      sql`update storage_upload_trails set upload_id = ${upload.uploadId} where id = ${trail.id}`,
    );
    if (upload.isAmbiguous) await abortStrays(db, bucket, trail, upload.uploadId);
    return { path, uploadId: upload.uploadId, trailId: trail.id };
  } catch (error) {
    // The trail stays for the upkeep; the first error is the one to tell.
    await abortTrail(db, bucket, trail).catch(() => {});
    throw error;
  }
}

/** Completed: nothing is left to abort. */
export async function closeTrail(db: Db, { trailId }: TrailedUpload): Promise<void> {
  await changeRows(db, sql`delete from storage_upload_trails where id = ${trailId}`);
}

/** Where the bucket does not answer, the trail stays for the next sweep. */
export async function abortTrailedUpload(
  db: Db,
  bucket: Bucket,
  upload: TrailedUpload,
): Promise<void> {
  await abortUpload(bucket, upload);
  await closeTrail(db, upload);
}

/** Somebody is still at it. */
export async function touchTrail(db: Db, trailId: string): Promise<void> {
  await changeRows(
    db,
    sql`update storage_upload_trails set touched_at = now() where id = ${trailId}`,
  );
}

/** Aborts what was left behind; answers how many trails ended. */
export async function sweepTrails(
  db: Db,
  bucket: Bucket,
  untouchedFor: string,
  signal?: AbortSignal,
): Promise<{ swept: number; left: number }> {
  const trails = await listRows<TrailRow>(
    db,
    sql`select id, path, upload_id as "uploadId", created_at as "createdAt"
        from storage_upload_trails
        where connector_id = ${bucket.connectorId}
          and touched_at <= now() - ${untouchedFor}::interval`,
  );
  let left = 0;
  for (const [at, trail] of trails.entries()) {
    if (signal?.aborted) return { swept: at - left, left: trails.length - at + left };
    // A bucket that is away is asked again next time.
    await abortTrail(db, bucket, trail).catch(() => {
      left += 1;
    });
  }
  return { swept: trails.length - left, left };
}

async function abortTrail(db: Db, bucket: Bucket, trail: TrailRow): Promise<void> {
  if (trail.uploadId === null) await abortStrays(db, bucket, trail, undefined);
  else await abortUpload(bucket, { path: trail.path, uploadId: trail.uploadId });
  await changeRows(db, sql`delete from storage_upload_trails where id = ${trail.id}`);
}

/**
 * Uploads of the same path, begun since, that no trail knows: what lost answers left behind. A store
 * that does not list open uploads keeps its secret.
 */
async function abortStrays(
  db: Db,
  bucket: Bucket,
  trail: TrailRow,
  own: string | undefined,
): Promise<void> {
  const open = await listOpenUploads(bucket, trail.path).catch((error: unknown) => {
    if (isNotTold(error)) return [];
    throw error;
  });
  const known = await listRows<{ uploadId: string }>(
    db,
    sql`select upload_id as "uploadId" from storage_upload_trails
        where connector_id = ${bucket.connectorId} and path = ${trail.path}
          and upload_id is not null`,
  );
  const knownIds = new Set([own, ...known.map(({ uploadId }) => uploadId)]);
  // Clocks differ a little; uploads begun long before are somebody else's.
  const since = new Date(trail.createdAt).getTime() - 5_000;
  for (const upload of open) {
    const isStray = !knownIds.has(upload.uploadId) && upload.startedAt.getTime() >= since;
    if (isStray) await abortUpload(bucket, upload);
  }
}

function isNotTold(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const name = String(error.details?.bucketError ?? '');
  return error.code === 'E_BUCKET_FORBIDDEN' || /NotImplemented|MethodNotAllowed/.test(name);
}
