import { Failure } from '@causeway/contract/errors.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { findConnectorById, openS3Target } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { bucketFile, uploadedFile } from './file/source.ts';
import type { StoredImport } from './queries.ts';

/** Where the bytes of an import lie. An object has to be the one that was first looked at. */
export async function fileOf(
  { db, buckets, secrets }: Services,
  stored: StoredImport,
  signal: AbortSignal,
): Promise<ByteSource> {
  const { id, source, size, etag } = stored;
  if (source.kind === 'upload') return uploadedFile(db, id, size ?? 0);
  const storage = await findConnectorById(db, source.connectorId);
  if (!storage || storage.projectId !== stored.projectId)
    throw new Failure('E_CONNECTOR_NOT_FOUND');
  const bucket = openBucket(buckets, openS3Target(secrets, storage));
  return bucketFile(bucket, source.key, { size: size ?? 0, etag: etag ?? '', signal });
}

export function fileNameOf({ source }: StoredImport): string {
  return source.kind === 'upload' ? source.fileName : (source.key.split('/').at(-1) ?? '');
}
