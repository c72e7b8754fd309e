import { recordAct } from '#platform/audit/audit.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { deleteObject } from '#platform/connectors/storage/write.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { StorageCall } from './call.ts';
import type { Changes } from './changes.ts';
import { insertTrash, trashPathOf } from './jobs/trash.ts';

type Removal = { path: string; permanent: boolean; ifMatch?: string | undefined };

/** Deletes one object. Into the trash: its copy is verified and written down before it goes. */
export async function removeObject(
  call: StorageCall,
  changes: Changes,
  { path, permanent, ifMatch }: Removal,
): Promise<{ trashId: string | null }> {
  const { db, bucket, signal } = call;
  const trashId = permanent ? null : await keepInTrash(call, path, ifMatch);
  await deleteObject(bucket, path, { ifMatch, signal });
  const place = { projectId: call.project.id, connectorId: call.connector.id };
  await db.transaction(async (tx) => {
    await recordAct(tx, call, {
      action: 'storage.object-deleted',
      projectId: call.project.id,
      target: call.connector.id,
      details: { path, permanent },
    });
    await changes.note(tx, place, { removed: [path] });
  });
  return { trashId };
}

async function keepInTrash(
  { db, bucket, connector, caller, signal }: StorageCall,
  path: string,
  ifMatch: string | undefined,
): Promise<string> {
  const head = await readHead(bucket, path, { signal });
  if (ifMatch !== undefined && withoutQuotes(ifMatch) !== head.etag) {
    throw new Failure('E_VERSION_CONFLICT');
  }
  const id = crypto.randomUUID();
  const trashPath = trashPathOf(bucket, id, path);
  const copy = await copyObject(
    db,
    bucket,
    { from: path, to: trashPath },
    { sourceEtag: head.etag, signal },
  );
  await insertTrash(db, {
    id,
    path,
    trashPath,
    byteSize: copy.byteSize,
    etag: copy.etag,
    connectorId: connector.id,
    by: { id: caller.user.id, name: caller.user.name },
  });
  return id;
}
