import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { deleteObject } from '#platform/connectors/storage/write.ts';
import type { Database } from '#platform/db/database.ts';
import { findFreePath } from './free-name.ts';
import { type JobItem, type JobRow, saveItem } from './queries.ts';
import { deleteTrash, insertTrash, trashPathOf } from './trash.ts';

/** What one object's turn changed in the bucket. */
export type Turn = { written?: ObjectHead; removed?: string };

type Work = { db: Database; bucket: Bucket; job: JobRow; signal: AbortSignal };

/**
 * Copies an object to its target and, unless that is all, deletes its source. Each step is written
 * down before the next, and each looks at what is there first: cut off anywhere and run again, it
 * ends the same. The source goes only while it is what was copied.
 */
export async function workOnObject(work: Work, item: JobItem): Promise<Turn> {
  const { db, bucket, job } = work;
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
  await removeSource(bucket, current);
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...current, state: 'done' });
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
    state: job.kind === 'copy' ? 'done' : 'copied',
  };
  if (job.kind !== 'copy') await noteCopied(db, bucket, job, copied);
  return { item: copied, head };
}

/** The trash knows of an object before its source goes. */
async function noteCopied(db: Database, bucket: Bucket, job: JobRow, item: JobItem): Promise<void> {
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, item);
    if (job.kind !== 'delete' || !item.trashId || !item.target) return;
    await insertTrash(tx, {
      id: item.trashId,
      path: item.source,
      trashPath: item.target,
      byteSize: item.byteSize,
      etag: item.targetEtag ?? '',
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

/** Where the copy may go; undefined when it is to be left out. */
async function makeRoom(
  { db, bucket, job }: Work,
  source: ObjectHead,
  { target, ownEtag }: { target: string; ownEtag: string | null },
): Promise<string | undefined> {
  const there = await findHead(bucket, target);
  const isFree = !there || there.etag === ownEtag || isSame(there.etag, source.etag);
  if (isFree) return target;
  if (job.onClash === 'skip') return undefined;
  if (job.onClash === 'keep-both') return findFreePath(bucket, target);
  if (job.onClash === 'fail') {
    throw new Failure('E_OBJECT_EXISTS', `There is an object at '${target}' already.`);
  }
  const id = crypto.randomUUID();
  const trashPath = trashPathOf(bucket, id, target);
  const kept = await copyObject(
    db,
    bucket,
    { from: target, to: trashPath },
    { sourceEtag: there.etag },
  );
  await insertTrash(db, {
    id,
    path: target,
    trashPath,
    byteSize: kept.byteSize,
    etag: kept.etag,
    connectorId: bucket.connectorId,
    by: { id: job.startedById, name: job.startedBy },
  });
  return target;
}

/** The same bytes at the target are no clash. Etags of parts tell nothing about the bytes. */
function isSame(one: string, other: string): boolean {
  return one === other && /^[0-9a-f]{32}$/i.test(one);
}

async function removeSource(bucket: Bucket, item: JobItem): Promise<void> {
  const target = item.target === null ? undefined : await findHead(bucket, item.target);
  if (!target || target.etag !== item.targetEtag || target.byteSize !== item.byteSize) {
    throw new Failure('E_VERSION_CONFLICT', 'The copy was changed since, so the source stays.');
  }
  const deleted = await deleteIfThere(bucket, item);
  // What came out of the trash is not to stay there as a version.
  const leavesVersion = item.source.startsWith(TRASH_FOLDER) && deleted?.versionId !== null;
  if (leavesVersion) await deleteWithVersions(bucket, [item.source]);
}

async function deleteIfThere(bucket: Bucket, item: JobItem): Promise<ObjectHead | undefined> {
  try {
    return await deleteObject(bucket, item.source, { ifMatch: item.etag ?? undefined });
  } catch (error) {
    const isGone = error instanceof Failure && error.code === 'E_OBJECT_NOT_FOUND';
    if (!isGone) throw error;
    return undefined;
  }
}
