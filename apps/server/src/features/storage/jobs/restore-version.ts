import { Failure } from '@causeway/contract/errors.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { deleteTrash } from '#platform/connectors/storage/trash/entries.ts';
import { isVersion, uncoverVersion } from '#platform/connectors/storage/versions.ts';
import { nextName } from './free-name.ts';
import { type Arrival, copyIntoRoom, type Work } from './make-room.ts';
import { type JobItem, saveItem } from './queries.ts';
import { forgetVersion } from './trash.ts';
import type { Outcome } from './work-on-object.ts';

type KeptItem = JobItem & { versionId: string };

/**
 * Brings a version back that the bucket kept. Where nothing was written at its path since, taking the
 * deletion away is enough: no byte is copied. Otherwise it is copied to where there is room.
 */
export async function restoreKept(work: Work, item: KeptItem, target: string): Promise<Outcome> {
  const { db, bucket, job, index } = work;
  const { source: path, versionId } = item;
  const uncovered = await findUncovered(work, item, target);
  const arrival: Arrival = uncovered
    ? { kind: 'arrived', head: uncovered, item }
    : await copyBack(work, item, target);
  if (arrival.kind === 'taken') return { elsewhere: nextName(target) };
  if (arrival.kind === 'skipped') {
    await saveItem(db, job.id, { ...item, state: 'skipped' });
    return {};
  }
  const head = arrival.kind === 'covered' ? undefined : arrival.head;
  await db.transaction(async (tx) => {
    const place = { target: head?.path ?? target, targetEtag: head?.etag ?? null };
    await saveItem(tx, job.id, { ...arrival.item, ...place, state: 'done' });
    if (item.trashId) await deleteTrash(tx, [item.trashId]);
    await forgetVersion(tx, bucket.connectorId, { path, versionId });
    if (head) await index(tx, { written: [head] });
  });
  return head ? { written: head } : {};
}

/** The version, current again; undefined where something else is in its place. */
async function findUncovered(
  { bucket, signal }: Work,
  { source: path, versionId, markerId }: KeptItem,
  target: string,
): Promise<ObjectHead | undefined> {
  let current = await findHead(bucket, path, { signal });
  const mayUncover = !current && target === path && markerId !== null;
  if (mayUncover && (await uncoverVersion(bucket, path, markerId))) {
    current = await findHead(bucket, path, { signal });
  }
  return isVersion(current, versionId) ? current : undefined;
}

async function copyBack(work: Work, item: KeptItem, target: string): Promise<Arrival> {
  const { bucket, signal } = work;
  const { source: path, versionId } = item;
  const version = await findHead(bucket, path, { versionId, signal });
  if (!version) {
    throw new Failure('E_OBJECT_NOT_FOUND', 'The bucket does not keep this version any more.');
  }
  return copyIntoRoom(work, version, { item, target, versionId });
}
