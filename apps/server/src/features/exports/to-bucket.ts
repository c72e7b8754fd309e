import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { owning } from '#platform/connectors/storage/ownership.ts';
import { putStream } from '#platform/connectors/storage/put-stream.ts';
import { dropIfRefused, keepReplaced } from '#platform/connectors/storage/trash/keep.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Database } from '#platform/db/database.ts';
import type { Run } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { endWhenWritten } from './end-when-written.ts';
import { contentTypeOf } from './files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import type { StoredExport } from './queries.ts';

type Writing = { run: Run; stored: StoredExport; target: SqlTarget; signal: AbortSignal };

/** Into a bucket of the same project, which who asked for it may write to. */
export async function writeToBucket(
  services: Services,
  { run, stored, target, signal }: Writing,
): Promise<OpenedExport> {
  const { db, databases, buckets, openedConnectors } = services;
  const { destination, file, planned } = stored;
  if (destination.kind !== 'bucket') throw new Failure('E_EXPORT_FAILED');
  const { connectorId } = destination;
  const { project } = await actFor(db, run, { action: 'storage.write', connectorId });
  if (project.id !== stored.projectId) throw new Failure('E_CONNECTOR_NOT_FOUND');
  const storage = await openedConnectors.s3(db, project);
  if (storage.connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  const bucket = openBucket(buckets, storage.target);
  const opened = await openExport(databases, target, { source: planned, file, signal });
  const writing = putStream(db, bucket, destination.key, opened.body, {
    contentType: contentTypeOf(file),
    onlyIfNew: !destination.overwrite,
    signal,
    atWriting: (write) => replacing(db, bucket, { stored, signal }, write),
  });
  return endWhenWritten(opened, writing);
}

/** Reading may take hours: what is replaced is what is there when it is replaced. */
function replacing<Answer>(
  db: Database,
  bucket: Bucket,
  { stored, signal }: Pick<Writing, 'stored' | 'signal'>,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const { destination, startedBy } = stored;
  if (destination.kind !== 'bucket') throw new Failure('E_EXPORT_FAILED');
  const { key, overwrite } = destination;
  return owning({ db, bucket, signal }, [key], async () => {
    if (!overwrite) return write();
    const by = { id: startedBy?.id ?? null, name: startedBy?.name ?? null };
    const kept = await keepReplaced(db, bucket, key, { by, signal });
    return kept ? dropIfRefused(db, bucket, kept, write) : write();
  });
}
