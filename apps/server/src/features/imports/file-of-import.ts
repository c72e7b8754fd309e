import { Failure } from '@causeway/contract/errors.ts';
import { actFor } from '#platform/access/act-for.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { requireScope } from '#platform/access/authorize.ts';
import { openBucket } from '#platform/connectors/storage/bucket.ts';
import { objectSource } from '#platform/connectors/storage/object-source.ts';
import { openS3Target, readConnector } from '#platform/connectors/stored.ts';
import type { Run } from '#platform/runs/run.ts';
import type { Services } from '#platform/services.ts';
import { uploadedFile } from './file/source.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { StoredImport } from './queries.ts';

/** Where the bytes of an import lie, for who works in its project. */
export function fileOf(
  services: Services,
  actor: ProjectActor,
  stored: StoredImport,
  signal: AbortSignal,
): Promise<ByteSource> {
  return openFile(services, stored, signal, async (connectorId) => {
    requireScope(actor, 'storage:read', connectorId);
    return actor.project;
  });
}

/** The same for a run, which acts for who asked for it. */
export function fileFor(
  services: Services,
  run: Run,
  stored: StoredImport,
  signal: AbortSignal,
): Promise<ByteSource> {
  return openFile(services, stored, signal, async (connectorId) => {
    return (await actFor(services.db, run, { action: 'storage.read', connectorId })).project;
  });
}

/** An object has to be the one that was first looked at. */
async function openFile(
  { db, buckets, secrets }: Services,
  { id, projectId, source, size, etag }: StoredImport,
  signal: AbortSignal,
  projectOf: (connectorId: string) => Promise<AuthorizedProject>,
): Promise<ByteSource> {
  if (source.kind === 'upload') return uploadedFile(db, id, size ?? 0);
  const project = await projectOf(source.connectorId);
  if (project.id !== projectId) throw new Failure('E_CONNECTOR_NOT_FOUND');
  const storage = await readConnector(db, project, source.connectorId);
  const bucket = openBucket(buckets, openS3Target(secrets, storage));
  return objectSource(bucket, source.key, { size: size ?? 0, etag: etag ?? '', signal });
}

export function fileNameOf({ source }: StoredImport): string {
  return source.kind === 'upload' ? source.fileName : (source.key.split('/').at(-1) ?? '');
}
