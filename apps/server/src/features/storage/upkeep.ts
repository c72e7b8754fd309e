import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { sweepLeases } from '#platform/connectors/storage/ownership.ts';
import { sweepTrashTrails } from '#platform/connectors/storage/trash/trails.ts';
import { sweepTrails } from '#platform/connectors/storage/upload-trail.ts';
import { deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { forgetWriters } from '#platform/connectors/storage/writers.ts';
import { findForUpkeep, openS3Target, type UpkeepTask } from '#platform/connectors/stored.ts';
import { inTime } from '#platform/limits/in-time.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { deleteTrash } from '#platform/connectors/storage/trash/entries.ts';
import { eraseIndexesOfRemoved } from './bucket-index/erase-removed.ts';
import { listExpiredTrash } from './jobs/trash.ts';
import type { Thumbnails } from './views/thumbnails.ts';

/** How long an upload may rest before it counts as left behind. */
const LEFT_AFTER = '7 days';
/** How long a copy into the trash takes at most. */
const CUT_AFTER = '1 day';
/** Of one bucket each time; the next sweep goes on with it. */
const TURN_MS = 5 * 60_000;

export function defineStorageUpkeep(services: Services, thumbnails: Thumbnails): void {
  eraseIndexesOfRemoved(services);
  services.jobs.define({
    name: 'storage.sweep',
    data: z.object({}),
    schedule: '41 * * * *',
    run: async () => {
      await sweepLeftUploads(services);
      await emptyExpiredTrash(services);
      await sweepCutTrash(services);
      await sweepLeases(services.db);
      await forgetWriters(services.db);
      await forgetOldWork(services);
      await thumbnails.sweep();
    },
  });
}

/** Aborts uploads that were left behind, bucket by bucket. */
export async function sweepLeftUploads(services: Services): Promise<void> {
  const connectors = await listRows<{ id: string }>(
    services.db,
    sql`select distinct connector_id as id from storage_upload_trails
        where touched_at < now() - ${LEFT_AFTER}::interval`,
  );
  await inEachBucket(services, connectors, async (bucket, signal) => {
    await sweepTrails(services.db, bucket, LEFT_AFTER, signal);
  });
}

/** What stayed in the trash for its time goes for good. */
export async function emptyExpiredTrash(services: Services, turnMs = TURN_MS): Promise<void> {
  const { db } = services;
  const connectors = await listRows<{ id: string }>(
    db,
    sql`select distinct connector_id as id from storage_trash where expires_at < now()`,
  );
  const empty = async (bucket: Bucket, signal: AbortSignal) => {
    while (!signal.aborted) {
      const expired = await listExpiredTrash(db, bucket.connectorId);
      if (expired.length === 0) return;
      // A version is the bucket's own: how long it stays is for the bucket to say.
      const copies = expired.flatMap(({ trashPath }) => trashPath ?? []);
      const refused = await deleteWithVersions(bucket, copies, signal);
      const gone = expired.filter(({ trashPath }) => !trashPath || !refused.has(trashPath));
      await deleteTrash(
        db,
        gone.map(({ id }) => id),
      );
      if (gone.length === 0) return;
    }
  };
  await inEachBucket(services, connectors, empty, turnMs);
}

/** Copies in the trash that were cut off before the trash knew of them. */
export async function sweepCutTrash(services: Services, olderThan = CUT_AFTER): Promise<void> {
  const connectors = await listRows<{ id: string }>(
    services.db,
    sql`select distinct connector_id as id from storage_trash_trails
        where created_at <= now() - ${olderThan}::interval`,
  );
  await inEachBucket(services, connectors, async (bucket, signal) => {
    await sweepTrashTrails(services.db, bucket, olderThan, signal);
  });
}

async function forgetOldWork({ db }: Services): Promise<void> {
  await changeRows(db, sql`delete from storage_zips where expires_at < now()`);
  await changeRows(db, sql`delete from storage_jobs where ended_at < now() - interval '60 days'`);
}

/** One bucket that fails does not keep the others, nor one that takes long. */
async function inEachBucket(
  services: Services,
  connectors: { id: string }[],
  work: (bucket: Bucket, signal: AbortSignal) => Promise<void>,
  turnMs = TURN_MS,
): Promise<void> {
  for (const { id } of connectors) {
    try {
      const bucket = await openForUpkeep(services, 'storage-sweep', id);
      if (bucket) await inTime(turnMs, (signal) => work(bucket, signal), tookTooLong);
    } catch (error) {
      services.logger.warn({ err: error, connectorId: id }, 'storage sweep');
    }
  }
}

function tookTooLong(): Failure {
  return new Failure('E_UPSTREAM_FAILED', 'There is more to sweep than fits into one turn.');
}

/** For work nobody is waiting for; undefined when the connector is gone. */
export async function openForUpkeep(
  { db, secrets, buckets }: Services,
  task: UpkeepTask,
  connectorId: string,
) {
  const connector = await findForUpkeep(db, task, connectorId);
  return connector && openBucket(buckets, openS3Target(secrets, connector));
}
