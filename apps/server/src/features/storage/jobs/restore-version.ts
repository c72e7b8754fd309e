import { Failure } from '@causeway/contract/errors.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { isVersion, uncoverVersion } from '#platform/connectors/storage/versions.ts';
import { makeRoom, type Work } from './make-room.ts';
import { type JobItem, saveItem } from './queries.ts';
import { deleteTrash } from '#platform/connectors/storage/trash/entries.ts';
import { forgetVersion } from './trash.ts';

type KeptItem = JobItem & { versionId: string };

/**
 * Brings a version back that the bucket kept. Where nothing was written at its path since, taking the
 * deletion away is enough: no byte is copied. Otherwise it is copied to where there is room.
 */
export async function restoreKept(work: Work, item: KeptItem): Promise<{ written?: ObjectHead }> {
  const { db, bucket, job } = work;
  const { source: path, versionId } = item;
  const found = (await findUncovered(work, item)) ?? (await copyBack(work, item));
  const state = found ? 'done' : 'skipped';
  const target = found?.path ?? item.target;
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...item, target, targetEtag: found?.etag ?? null, state });
    if (!found) return;
    if (item.trashId) await deleteTrash(tx, [item.trashId]);
    await forgetVersion(tx, bucket.connectorId, { path, versionId });
  });
  return found ? { written: found } : {};
}

/** The version, current again; undefined where something else is in its place. */
async function findUncovered(
  { bucket, signal }: Work,
  { source: path, versionId, markerId }: KeptItem,
): Promise<ObjectHead | undefined> {
  let current = await findHead(bucket, path, { signal });
  if (!current && markerId !== null && (await uncoverVersion(bucket, path, markerId))) {
    current = await findHead(bucket, path, { signal });
  }
  return isVersion(current, versionId) ? current : undefined;
}

async function copyBack(work: Work, item: KeptItem): Promise<ObjectHead | undefined> {
  const { db, bucket, signal } = work;
  const { source: path, versionId } = item;
  const version = await findHead(bucket, path, { versionId, signal });
  if (!version) {
    throw new Failure('E_OBJECT_NOT_FOUND', 'The bucket does not keep this version any more.');
  }
  const planned = { target: item.target ?? path, ownEtag: item.targetEtag };
  const target = await makeRoom(work, version, planned);
  if (target === undefined) return undefined;
  const options = { versionId, sourceEtag: version.etag, signal };
  return copyObject(db, bucket, { from: path, to: target }, options);
}
