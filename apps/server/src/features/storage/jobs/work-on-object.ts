import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { type DeletedObject, deleteObject } from '#platform/connectors/storage/write.ts';
import type { Database } from '#platform/db/database.ts';
import { isRefusal, staysAsVersion } from '#platform/connectors/storage/trash/keep.ts';
import { isSame, makeRoom, type Work } from './make-room.ts';
import { type JobItem, type JobRow, saveItem } from './queries.ts';
import { restoreKept } from './restore-version.ts';
import {
  deleteTrash,
  insertTrash,
  trashPathOf,
} from '#platform/connectors/storage/trash/entries.ts';
import { saveMarker } from './trash.ts';

/** What one object's turn changed in the bucket. */
export type Turn = { written?: ObjectHead; removed?: string };

/**
 * Copies an object to its target and, unless that is all, deletes its source; what the bucket keeps as
 * a version when it is deleted needs no copy. Each step is written down before the next, and each looks
 * at what is there first: cut off anywhere and run again, it ends the same. The source goes only while
 * it is what was copied.
 */
export async function workOnObject(work: Work, item: JobItem): Promise<Turn> {
  const { db, bucket, job } = work;
  const { versionId } = item;
  if (job.kind === 'restore' && versionId !== null) {
    return restoreKept(work, { ...item, versionId });
  }
  let current = item;
  let written: ObjectHead | undefined;
  if (current.state === 'waiting') {
    const copied = await copyToTarget(work, current);
    if (copied.item.state === 'skipped' || copied.item.state === 'done') {
      await saveItem(db, job.id, copied.item);
      return copied.head ? { written: copied.head } : {};
    }
    current = copied.item;
    written = copied.head;
  }
  const markerId = await removeSource(bucket, current).catch((error: unknown) =>
    takeBack(work, current, error),
  );
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...current, markerId, state: 'done' });
    if (current.versionId && current.trashId) await saveMarker(tx, current.trashId, markerId);
    if (job.kind === 'restore' && current.trashId) await deleteTrash(tx, [current.trashId]);
  });
  return { ...(written && { written }), removed: current.source };
}

type Copied = { item: JobItem; head?: ObjectHead };

async function copyToTarget(work: Work, item: JobItem): Promise<Copied> {
  const { db, bucket, job, signal } = work;
  const source = await findHead(bucket, item.source, { signal });
  const planned = targetOf(bucket, job, item);
  if (!source) return settleMissing(bucket, item, planned);
  if (job.undoes !== null && item.etag !== null && source.etag !== item.etag) {
    throw new Failure('E_VERSION_CONFLICT', 'It was changed since, so it stays as it is.');
  }
  if (job.kind === 'delete' && (await staysAsVersion(bucket, source))) {
    return keepAsVersion(work, item, source);
  }
  const target = await makeRoom(work, source, { target: planned, ownEtag: item.targetEtag });
  if (target === undefined) return { item: { ...item, state: 'skipped' } };
  const head = await copyObject(
    db,
    bucket,
    { from: item.source, to: target },
    { sourceEtag: source.etag, signal },
  );
  const copied: JobItem = {
    ...item,
    target,
    byteSize: source.byteSize,
    etag: source.etag,
    targetEtag: head.etag,
    versionId: null,
    state: job.kind === 'copy' ? 'done' : 'copied',
  };
  if (job.kind !== 'copy') await noteCopied(db, bucket, job, copied);
  return { item: copied, head };
}

async function keepAsVersion(
  { db, bucket, job }: Work,
  item: JobItem,
  { byteSize, etag, versionId }: ObjectHead,
): Promise<Copied> {
  const found = { byteSize, etag, versionId, target: null, targetEtag: null };
  const kept: JobItem = { ...item, ...found, state: 'copied' };
  await noteCopied(db, bucket, job, kept);
  return { item: kept };
}

/** The trash knows of an object before its source goes. */
async function noteCopied(db: Database, bucket: Bucket, job: JobRow, item: JobItem): Promise<void> {
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, item);
    if (job.kind !== 'delete' || !item.trashId) return;
    await insertTrash(tx, {
      id: item.trashId,
      path: item.source,
      trashPath: item.target,
      versionId: item.versionId,
      byteSize: item.byteSize,
      etag: item.targetEtag ?? item.etag ?? '',
      connectorId: bucket.connectorId,
      jobId: job.id,
      by: { id: job.startedById, name: job.startedBy },
    });
  });
}

function targetOf(bucket: Bucket, job: JobRow, { source, target, trashId }: JobItem): string {
  if (target !== null) return target;
  if (job.kind !== 'delete' || trashId === null) throw new Failure('E_INTERNAL');
  return trashPathOf(bucket, trashId, source);
}

/** Gone since: either an earlier turn, cut off after its last step, or somebody else. */
async function settleMissing(bucket: Bucket, item: JobItem, target: string): Promise<Copied> {
  const there = await findHead(bucket, target);
  if (there && there.byteSize === item.byteSize && isSame(there.etag, item.etag ?? '')) {
    return { item: { ...item, target, targetEtag: there.etag, state: 'done' }, head: there };
  }
  throw new Failure('E_OBJECT_NOT_FOUND');
}

/** Answers with the mark the bucket put over a version. */
async function removeSource(bucket: Bucket, item: JobItem): Promise<string | null> {
  if (item.versionId === null) await checkCopy(bucket, item);
  const deleted = await deleteIfThere(bucket, item);
  // What came out of the trash is not to stay there as a version.
  const leavesVersion = item.source.startsWith(TRASH_FOLDER) && deleted?.versionId !== null;
  if (leavesVersion) await deleteWithVersions(bucket, [item.source]);
  return deleted?.markerId ?? null;
}

/** A version that was not deleted after all is not in the trash either. */
async function takeBack({ db, job }: Work, item: JobItem, error: unknown): Promise<never> {
  const { trashId, versionId } = item;
  if (trashId !== null && versionId !== null && isRefusal(error)) {
    await db.transaction(async (tx) => {
      await deleteTrash(tx, [trashId]);
      await saveItem(tx, job.id, { ...item, versionId: null, state: 'waiting' });
    });
  }
  throw error;
}

async function checkCopy(bucket: Bucket, item: JobItem): Promise<void> {
  const target = item.target === null ? undefined : await findHead(bucket, item.target);
  if (!target || target.etag !== item.targetEtag || target.byteSize !== item.byteSize) {
    throw new Failure('E_VERSION_CONFLICT', 'The copy was changed since, so the source stays.');
  }
}

async function deleteIfThere(bucket: Bucket, item: JobItem): Promise<DeletedObject | undefined> {
  const { source, etag, versionId } = item;
  try {
    return await deleteObject(bucket, source, {
      ifMatch: etag ?? undefined,
      versionId: versionId ?? undefined,
    });
  } catch (error) {
    const isGone = error instanceof Failure && error.code === 'E_OBJECT_NOT_FOUND';
    if (!isGone) throw error;
    return undefined;
  }
}
