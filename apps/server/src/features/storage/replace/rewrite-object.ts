import { Failure } from '@causeway/contract/errors.ts';
import { LARGEST_TEXT } from '@causeway/contract/storage/replace.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyObject } from '#platform/connectors/storage/copy.ts';
import {
  findHead,
  type ObjectHead,
  readBytes,
  readHead,
} from '#platform/connectors/storage/read.ts';
import { findTags } from '#platform/connectors/storage/tags.ts';
import { deleteWithVersions } from '#platform/connectors/storage/versions.ts';
import { putBytes } from '#platform/connectors/storage/write.ts';
import { dropTrash, isRefusal } from '#platform/connectors/storage/trash/keep.ts';
import { openTrashTrail } from '#platform/connectors/storage/trash/trails.ts';
import type { Work as TurnWork } from '../jobs/make-room.ts';
import { type JobItem, saveItem } from '../jobs/queries.ts';
import {
  deleteTrash,
  insertTrash,
  trashPathOf,
} from '#platform/connectors/storage/trash/entries.ts';
import type { Turn } from '../jobs/work-on-object.ts';
import type { Texts } from './texts.ts';

type Work = TurnWork & { texts: Texts };

/**
 * One file's turn in a find and replace. It is written only while it is what somebody saw, and what
 * it was is in the trash and written down before. Cut off anywhere and run again, it ends the same:
 * what it has to become is always told from what was kept.
 */
export async function rewriteObject(work: Work, item: JobItem): Promise<Turn> {
  return work.job.undoes === null ? replaceIn(work, item) : putBack(work, item);
}

async function replaceIn(work: Work, item: JobItem): Promise<Turn> {
  const { db, bucket, job, index } = work;
  if (item.target === null) {
    const { bytes } = await readAsSeen(work, item);
    if (!(await becomes(work, item.source, bytes))) {
      await saveItem(db, job.id, { ...item, state: 'skipped' });
      return {};
    }
  }
  const kept = item.target === null ? await keep(work, item) : item;
  const before = await readKept(bucket, kept);
  const after = await becomes(work, item.source, before.bytes);
  if (!after) throw new Failure('E_INTERNAL');
  const head = await write(work, kept, { bytes: after, like: before.head }).catch(
    async (error: unknown) => {
      // A turn that was cut off may have written: then what it kept is not to be had elsewhere.
      if (item.target === null && isRefusal(error)) await forgetKept(work, kept);
      throw error;
    },
  );
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...kept, targetEtag: head.etag, state: 'done' });
    await index(tx, { written: [head] });
  });
  return { written: head };
}

/** What was kept takes the place of what a replace wrote, and leaves the trash. */
async function putBack(work: Work, item: JobItem): Promise<Turn> {
  const { db, bucket, job, index } = work;
  const before = await readKept(bucket, item);
  const head = await write(work, item, { bytes: before.bytes, like: before.head });
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, { ...item, targetEtag: head.etag, state: 'done' });
    if (item.trashId) await deleteTrash(tx, [item.trashId]);
    await index(tx, { written: [head] });
  });
  if (item.target) await deleteWithVersions(bucket, [item.target]);
  return { written: head };
}

async function readAsSeen({ bucket, signal }: Work, { source, etag }: JobItem) {
  const read = await readBytes(bucket, source, { most: LARGEST_TEXT, signal });
  if (read.head.etag !== etag) throw changedSince();
  return read;
}

/** Undefined where nothing is to be replaced. */
async function becomes(
  { job, texts }: Work,
  path: string,
  bytes: Buffer,
): Promise<Buffer | undefined> {
  if (!job.replacement) throw new Failure('E_INTERNAL');
  const { replacement } = job;
  const rewritten = await texts.rewrite({ bytes, path, replacement, isWriting: true });
  if (rewritten.kind !== 'changed') return undefined;
  if (rewritten.conflict === 'json') {
    throw new Failure('E_OBJECT_NOT_JSON', 'It would be no JSON any more, so it stays as it is.');
  }
  if (rewritten.conflict === 'size') throw new Failure('E_FILE_TOO_LARGE');
  const { after } = rewritten;
  return after && Buffer.from(after.buffer, after.byteOffset, after.byteLength);
}

/** The trash knows of what the file was before it is written to. */
async function keep({ db, bucket, job, signal }: Work, item: JobItem): Promise<JobItem> {
  const trashId = item.trashId ?? crypto.randomUUID();
  const trashPath = trashPathOf(bucket, trashId, item.source);
  await openTrashTrail(db, bucket, { id: trashId, trashPath });
  const copy = await copyObject(
    db,
    bucket,
    { from: item.source, to: trashPath },
    { sourceEtag: item.etag ?? undefined, signal },
  );
  const kept: JobItem = { ...item, target: trashPath, trashId, byteSize: copy.byteSize };
  await db.transaction(async (tx) => {
    await saveItem(tx, job.id, kept);
    await insertTrash(tx, {
      id: trashId,
      path: item.source,
      trashPath,
      versionId: null,
      isReplaced: true,
      byteSize: copy.byteSize,
      etag: copy.etag,
      connectorId: bucket.connectorId,
      jobId: job.id,
      by: { id: job.startedById, name: job.startedBy },
    });
  });
  return kept;
}

async function readKept(bucket: Bucket, { target }: JobItem) {
  if (target === null) throw new Failure('E_INTERNAL');
  return readBytes(bucket, target, { most: LARGEST_TEXT });
}

/** Writes unless that happened already, in a turn that was cut off before it could say so. */
async function write(
  { bucket, signal }: Work,
  { source, etag }: JobItem,
  { bytes, like }: { bytes: Buffer; like: ObjectHead },
): Promise<ObjectHead> {
  const there = await findHead(bucket, source, { signal });
  if (!there) throw new Failure('E_OBJECT_NOT_FOUND');
  if (there.etag !== etag) {
    const now = await readBytes(bucket, source, { most: bytes.length + 1, signal });
    if (!now.bytes.equals(bytes)) throw changedSince();
    return there;
  }
  const tags = (await findTags(bucket, source, { signal })) ?? {};
  const hasTags = Object.keys(tags).length > 0;
  await putBytes(bucket, source, bytes, {
    like,
    ifMatch: etag,
    signal,
    ...(hasTags && { tags }),
  });
  return readHead(bucket, source);
}

async function forgetKept({ db, bucket, job }: Work, kept: JobItem): Promise<void> {
  if (kept.target === null || kept.trashId === null) return;
  await saveItem(db, job.id, { ...kept, target: null });
  await dropTrash(db, bucket, { id: kept.trashId, trashPath: kept.target });
}

function changedSince(): Failure {
  return new Failure('E_VERSION_CONFLICT', 'It was changed since, so it stays as it is.');
}
