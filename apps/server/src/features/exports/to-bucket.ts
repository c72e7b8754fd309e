import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { putStream } from '#platform/connectors/storage/put-stream.ts';
import { findConnectorById, openS3Target, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { contentTypeOf } from './files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import { claimQueued, type StoredExport } from './queries.ts';
import { runExport } from './run-export.ts';

/** The job that writes an export into a bucket; it was allowed when it was asked for. */
export const bucketJob = { name: 'exports.to-bucket', data: z.object({ exportId: z.string() }) };

export function defineBucketJob(services: Services): void {
  const { db, jobs, logger } = services;
  jobs.define({
    ...bucketJob,
    // A second try would begin anew behind the user's back; they see that it failed and ask again.
    retries: 0,
    concurrency: 2,
    run: async ({ exportId }, signal) => {
      const stored = await claimQueued(db, exportId);
      if (!stored) return;
      const stopping = new AbortController();
      signal.addEventListener('abort', () => stopping.abort(), { once: true });
      await runExport(services, stored, stopping, () => {
        return writeToBucket(services, stored, stopping.signal);
      }).catch((error: unknown) => logger.info({ err: error, exportId }, 'export ended early'));
    },
  });
}

async function writeToBucket(
  services: Services,
  stored: StoredExport,
  signal: AbortSignal,
): Promise<OpenedExport> {
  const { db, databases, buckets, secrets } = services;
  const { destination, file, planned } = stored;
  if (destination.kind !== 'bucket') throw new Failure('E_EXPORT_FAILED');
  const [database, storage] = await Promise.all([
    findConnectorById(db, stored.connectorId),
    findConnectorById(db, destination.connectorId),
  ]);
  if (!database || !storage || storage.projectId !== stored.projectId) {
    throw new Failure('E_CONNECTOR_NOT_FOUND');
  }
  const bucket = openBucket(buckets, openS3Target(secrets, storage));
  const opened = await openExport(databases, openSqlTarget(secrets, database), {
    source: planned,
    file,
    signal,
  });
  const written = putStream(db, bucket, destination.key, opened.body, {
    contentType: contentTypeOf(file),
    onlyIfNew: !destination.overwrite,
    signal,
  }).catch((error: unknown) => {
    opened.body.destroy();
    throw error;
  });
  // A bucket that refuses ends the reading too, whose own complaint would only be about that.
  const ended = Promise.all([written, opened.ended.catch(() => written)]).then(() => {});
  ended.catch(() => {});
  return { ...opened, ended };
}
