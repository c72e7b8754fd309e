import { Failure } from '@causeway/contract/errors.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { putStream } from '#platform/connectors/storage/put-stream.ts';
import { keepReplaced } from '#platform/connectors/storage/trash/keep.ts';
import { findConnectorById, openS3Target } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { defineExportJob, endWhenWritten, exportJob } from './export-job.ts';
import { contentTypeOf } from './files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import type { StoredExport } from './queries.ts';
import { openPlanned } from './source.ts';

export const bucketJob = exportJob('exports.to-bucket');

export function defineBucketJob(services: Services): void {
  defineExportJob(services, {
    job: bucketJob,
    open: (stored, signal) => writeToBucket(services, stored, signal),
    isHandedOn: false,
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
  if (destination.overwrite) {
    const { id = null, name = null } = stored.startedBy ?? {};
    await keepReplaced(db, bucket, destination.key, { by: { id, name }, signal });
  }
  const opened = await openExport(databases, openPlanned(secrets, database, planned), {
    source: planned,
    file,
    signal,
  });
  const writing = putStream(db, bucket, destination.key, opened.body, {
    contentType: contentTypeOf(file),
    onlyIfNew: !destination.overwrite,
    signal,
  });
  return endWhenWritten(opened, writing);
}
