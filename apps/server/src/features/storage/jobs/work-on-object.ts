import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyFound } from '#platform/connectors/storage/copy.ts';
import { owning } from '#platform/connectors/storage/ownership.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import {
  deleteTrash,
  insertTrash,
  trashPathOf,
} from '#platform/connectors/storage/trash/entries.ts';
import { isRefusal, staysAsVersion } from '#platform/connectors/storage/trash/keep.ts';
import { openTrashTrail } from '#platform/connectors/storage/trash/trails.ts';
import { deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { type DeletedObject, deleteObject } from '#platform/connectors/storage/write.ts';
import { nextName } from './free-name.ts';
import { copyIntoRoom, isOwnCopy, type Work } from './make-room.ts';
import { findOpenItem, type JobItem, type JobRow, saveItem } from './queries.ts';
import { restoreKept } from './restore-version.ts';
import { isKeptReplaced, saveMarker } from './trash.ts';

/** What one object's turn changed in the bucket. */
export type Turn = { written?: ObjectHead; removed?: string };
/** The turn is over, or has to be taken at another target. */
export type Outcome = Turn | { elsewhere: string };

/**
 * Copies an object to its target and, unless that is all, deletes its source; what the bucket keeps as
 * a version when it is deleted needs no copy. Source and target are owned meanwhile. Each step is
 * written down before the next, and each looks at what is there first: cut off anywhere and run again,
 * it ends the same. The source goes only while it is what was copied.
 */
export async function workOnObject(work: Work, listed: JobItem): Promise<Turn> {
  const { db, bucket, job } = work;
  let target = listed.tried ?? targetOf(bucket, job, listed);
  for (;;) {
    const keys = job.kind === 'copy' ? [target] : [listed.source, target];
    const outcome = await owning(work, keys, async (signal) => {
      // Somebody else may have come further with it meanwhile.
      const item = await findOpenItem(db, job.id, listed.number);
      if (!item) return {};
      const begun = item.state === 'copied' ? item.target : item.tried;
      if (begun !== null && begun !== target) return { elsewhere: begun };
      return takeTurn({ ...work, signal }, item, target);
    });
    if (!('elsewhere' in outcome)) return outcome;
    target = outcome.elsewhere;
  }
}

async function takeTurn(work: Work, item: JobItem, target: string): Promise<Outcome> {
  const { job } = work;
  const { versionId } = item;
  try {
    if (job.kind === 'restore' && versionId !== null) {
      return await restoreKept(work, { ...item, versionId }, target);
    }
    const copied = item.state === 'copied' ? { item } : await copyToTarget(work, item, target);
    if ('elsewhere' in copied) return copied;
    if (copied.item.state !== 'copied') return copied.head ? { written: copied.head } : {};
    return await finishMove(work, copied.item, copied.head);
  } catch (error) {
    // The index is read again anyway; the first error is the one to tell.
    await lookAgain(work, [item.source, target]).catch(() => {});
    throw error;
  }
}

/** What a turn that failed left in the bucket is what the index has to know. */
export async function lookAgain(
  { db, bucket, index }: Pick<Work, 'db' | 'bucket' | 'index'>,
  paths: string[],
): Promise<void> {
  const heads = await Promise.all(paths.map((path) => findHead(bucket, path)));
  const written = heads.filter((head) => head !== undefined);
  const removed = paths.filter((_, place) => heads[place] === undefined);
  await db.transaction((tx) => index(tx, { written, removed }));
}

async function finishMove(
  work: Work,
  item: JobItem,
  written: ObjectHead | undefined,
): Promise<Turn> {
  const { db, bucket, job, index } = work;
  const copy = item.versionId === null ? await checkCopy(work, item) : undefined;
  const markerId = await removeSource(bucket, item).catch((error: unknown) =>
    takeBack(work, item, error),
  );
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...item, markerId, state: 'done' });
    if (item.versionId && item.trashId) await saveMarker(tx, item.trashId, markerId);
    if (job.kind === 'restore' && item.trashId) await deleteTrash(tx, [item.trashId]);
    await index(tx, { written: copy && !written ? [copy] : [], removed: [item.source] });
  });
  return { ...(copy && { written: copy }), removed: item.source };
}

type Copied = { item: JobItem; head?: ObjectHead } | { elsewhere: string };

async function copyToTarget(work: Work, item: JobItem, target: string): Promise<Copied> {
  const { bucket, job, signal } = work;
  const source = await findHead(bucket, item.source, { signal });
  if (!source) return settleMissing(work, item, target);
  if (job.undoes !== null && item.etag !== null && source.etag !== item.etag) {
    throw new Failure('E_VERSION_CONFLICT', 'It was changed since, so it stays as it is.');
  }
  if (job.kind === 'delete') {
    if (await staysAsVersion(bucket, source)) return keepAsVersion(work, item, source);
    return copyToTrash(work, item, { source, target });
  }
  const arrival = await copyIntoRoom(work, source, { item, target });
  if (arrival.kind === 'taken') return { elsewhere: nextName(target) };
  if (arrival.kind === 'skipped') {
    const skipped: JobItem = { ...item, tried: null, state: 'skipped' };
    await saveItem(work.db, job.id, skipped);
    return { item: skipped };
  }
  const head = arrival.kind === 'arrived' ? arrival.head : undefined;
  const copy = head ?? { path: target, etag: source.etag };
  return noteCopied(work, asCopied(job, arrival.item, { source, head: copy }), head);
}

/** The trash has a place of its own for each: nobody else is there. */
async function copyToTrash(
  work: Work,
  item: JobItem,
  { source, target }: { source: ObjectHead; target: string },
): Promise<Copied> {
  const { db, bucket, job, signal } = work;
  if (item.trashId === null) throw new Failure('E_INTERNAL');
  await openTrashTrail(db, bucket, { id: item.trashId, trashPath: target });
  const head = await copyFound(db, bucket, source, { to: target, signal });
  return noteCopied(work, asCopied(job, item, { source, head }), head);
}

function asCopied(
  job: JobRow,
  item: JobItem,
  { source, head }: { source: ObjectHead; head: Pick<ObjectHead, 'path' | 'etag'> },
): JobItem {
  return {
    ...item,
    target: head.path,
    byteSize: source.byteSize,
    etag: source.etag,
    targetEtag: head.etag,
    versionId: null,
    state: job.kind === 'copy' ? 'done' : 'copied',
  };
}

async function keepAsVersion(
  work: Work,
  item: JobItem,
  { byteSize, etag, versionId }: ObjectHead,
): Promise<Copied> {
  const found = { byteSize, etag, versionId, target: null, targetEtag: null };
  return noteCopied(work, { ...item, ...found, state: 'copied' });
}

/** The trash knows of an object before its source goes. */
async function noteCopied(work: Work, item: JobItem, head?: ObjectHead): Promise<Copied> {
  const { db, bucket, job, index } = work;
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, item);
    if (job.kind === 'delete' && item.trashId !== null) {
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
    } else if (head) await index(tx, { written: [head] });
  });
  return { item, ...(head && { head }) };
}

function targetOf(bucket: Bucket, job: JobRow, { source, target, trashId }: JobItem): string {
  if (target !== null) return target;
  if (job.kind !== 'delete' || trashId === null) throw new Failure('E_INTERNAL');
  return trashPathOf(bucket, trashId, source);
}

/** Gone since: either an earlier turn, cut off after its last step, or somebody else. */
async function settleMissing(work: Work, item: JobItem, target: string): Promise<Copied> {
  const { db, bucket, job, index } = work;
  const there = await findHead(bucket, target);
  const { byteSize, etag } = item;
  if (there && etag !== null && isOwnCopy(item, { byteSize, etag }, there)) {
    const settled: JobItem = { ...item, target, targetEtag: there.etag, state: 'done' };
    await db.transaction(async (tx) => {
      await saveItem(tx, job.id, settled);
      await index(tx, { written: [there], removed: [item.source] });
    });
    return { item: settled, head: there };
  }
  throw new Failure('E_OBJECT_NOT_FOUND');
}

/** Answers with the mark the bucket put over a version. */
async function removeSource(bucket: Bucket, item: JobItem): Promise<string | null> {
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

/** Undefined where somebody replaced the copy after the turn was cut off: then the trash keeps it. */
async function checkCopy(
  { db, bucket, job }: Work,
  { target: path, targetEtag: etag, byteSize }: JobItem,
): Promise<ObjectHead | undefined> {
  const target = path === null ? undefined : await findHead(bucket, path);
  if (target?.etag === etag && target.byteSize === byteSize) return target;
  const kept = { path: path ?? '', etag: etag ?? '', since: job.createdAt };
  if (await isKeptReplaced(db, bucket.connectorId, kept)) return undefined;
  throw new Failure('E_VERSION_CONFLICT', 'The copy was changed since, so the source stays.');
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
