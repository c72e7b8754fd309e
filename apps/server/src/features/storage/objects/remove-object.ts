import { recordAct } from '#platform/audit/audit.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { owning } from '#platform/connectors/storage/ownership.ts';
import { readHead } from '#platform/connectors/storage/read.ts';
import { deleteObject } from '#platform/connectors/storage/write.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { StorageCall } from '../call.ts';
import type { Changes } from '../changes.ts';
import { dropIfRefused, type Kept, keepInTrash } from '#platform/connectors/storage/trash/keep.ts';
import { saveMarker } from '../jobs/trash.ts';

type Removal = { path: string; permanent: boolean; ifMatch?: string | undefined };

/** Deletes one object. Into the trash: it is safe there and written down before it goes. */
export function removeObject(
  call: StorageCall,
  changes: Changes,
  removal: Removal,
): Promise<{ trashId: string | null }> {
  const { db, bucket, signal } = call;
  return owning({ db, bucket, signal }, [removal.path], () => removeOwned(call, changes, removal));
}

async function removeOwned(
  call: StorageCall,
  changes: Changes,
  { path, permanent, ifMatch }: Removal,
): Promise<{ trashId: string | null }> {
  const { db, bucket, signal } = call;
  const kept = permanent ? undefined : await keepDeleted(call, path, ifMatch);
  const versionId = kept?.versionId ?? undefined;
  const remove = () => deleteObject(bucket, path, { ifMatch, versionId, signal });
  const { markerId } = await (kept ? dropIfRefused(db, bucket, kept, remove) : remove());
  const place = { projectId: call.actor.project.id, connectorId: call.connector.id };
  await db.transaction(async (tx) => {
    if (kept?.versionId) await saveMarker(tx, kept.id, markerId);
    await recordAct(tx, call.actor, {
      action: 'storage.object-deleted',
      target: call.connector.id,
      details: { path, permanent },
    });
    await changes.note(tx, place, { removed: [path] });
  });
  return { trashId: kept?.id ?? null };
}

async function keepDeleted(
  { db, bucket, actor, signal }: StorageCall,
  path: string,
  ifMatch: string | undefined,
): Promise<Kept> {
  const head = await readHead(bucket, path, { signal });
  if (ifMatch !== undefined && withoutQuotes(ifMatch) !== head.etag) {
    throw new Failure('E_VERSION_CONFLICT');
  }
  const by = { id: actor.user.id, name: actor.user.name };
  return keepInTrash(db, bucket, head, { by, signal });
}
