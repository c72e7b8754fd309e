import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { sweepTrails } from '#platform/connectors/storage/upload-trail.ts';
import { findConnectorById, openS3Target } from '#platform/connectors/stored.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

/** How long an upload may rest before it counts as left behind. */
const LEFT_AFTER = '7 days';

/** Aborts uploads that were left behind, bucket by bucket; one that fails does not keep the others. */
export async function sweepLeftUploads(services: Services): Promise<void> {
  const { db, logger } = services;
  const connectors = await listRows<{ id: string }>(
    db,
    sql`select distinct connector_id as id from storage_upload_trails
        where touched_at < now() - ${LEFT_AFTER}::interval`,
  );
  for (const { id } of connectors) {
    try {
      const bucket = await openBucketById(services, id);
      if (bucket) await sweepTrails(db, bucket, LEFT_AFTER);
    } catch (error) {
      logger.warn({ err: error, connectorId: id }, 'left uploads');
    }
  }
}

export async function forgetZips({ db }: Services): Promise<void> {
  await changeRows(db, sql`delete from storage_zips where expires_at < now()`);
}

/** For work nobody is waiting for; undefined when the connector is gone. */
export async function openBucketById({ db, secrets, buckets }: Services, connectorId: string) {
  const connector = await findConnectorById(db, connectorId);
  return connector && openBucket(buckets, openS3Target(secrets, connector));
}
