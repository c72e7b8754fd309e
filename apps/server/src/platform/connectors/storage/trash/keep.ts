import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_DAYS } from '@causeway/contract/storage/jobs.ts';
import type { Bucket } from '../bucket.ts';
import { copyFound } from '../copy.ts';
import { keepsDeleted } from '../keeps-deleted.ts';
import { withoutQuotes } from '../list.ts';
import { findHead, type ObjectHead } from '../read.ts';
import { deleteWithVersions } from '../versions.ts';
import type { Database } from '#platform/db/database.ts';
import {
  deleteTrash,
  findTrash,
  insertTrash,
  type NewTrash,
  type TrashRow,
  trashPathOf,
} from './entries.ts';
import { closeTrashTrail, openTrashTrail } from './trails.ts';

/** Whether what was found stays in the bucket, as a version, when it is deleted or replaced. */
export async function staysAsVersion(bucket: Bucket, source: ObjectHead): Promise<boolean> {
  return source.versionId !== null && keepsDeleted(bucket, TRASH_DAYS);
}

type Entry = Pick<NewTrash, 'jobId' | 'isReplaced' | 'by'> & {
  signal?: AbortSignal;
  /** The entry's own; kept again under the same id, it is there once. */
  id?: string;
};

/** What the trash holds of an object, and the etag it has where it was found. */
export type Kept = TrashRow & { foundEtag: string };

/** Puts an object that is about to go into the trash: it is safe there before it goes. */
export async function keepInTrash(
  db: Database,
  bucket: Bucket,
  source: ObjectHead,
  { signal, id: own, ...entry }: Entry,
): Promise<Kept> {
  const id = own ?? crypto.randomUUID();
  const { path, byteSize, etag, versionId } = source;
  // A turn that was cut off has kept it. To copy once more could replace it by what is there by now.
  const known = own && (await findReadableTrash(db, bucket, own));
  if (known) return { ...known, foundEtag: etag };
  const isVersion = await staysAsVersion(bucket, source);
  const row: TrashRow = isVersion
    ? { id, path, byteSize, etag, versionId, trashPath: null }
    : await copyToTrash(db, bucket, source, { id, signal });
  await insertTrash(db, { ...row, ...entry, connectorId: bucket.connectorId });
  return { ...row, foundEtag: etag };
}

async function findReadableTrash(
  db: Database,
  bucket: Bucket,
  id: string,
): Promise<TrashRow | undefined> {
  const row = await findTrash(db, bucket.connectorId, id);
  if (!row) return undefined;
  const { path, trashPath, versionId } = row;
  const place = trashPath ?? path;
  const head = await findHead(bucket, place, versionId === null ? {} : { versionId });
  return head?.etag === row.etag ? row : undefined;
}

/**
 * The same for what a write is about to replace; undefined where the bucket keeps it as a version, or
 * there is nothing to keep. A write that expects something else finds that out by itself.
 */
export async function keepReplaced(
  db: Database,
  bucket: Bucket,
  path: string,
  { ifMatch, ...entry }: Omit<Entry, 'isReplaced'> & { ifMatch?: string | undefined },
): Promise<Kept | undefined> {
  const there = await findHead(bucket, path, { signal: entry.signal }).catch(noneToSee);
  if (!there || there.byteSize === 0) return undefined;
  if (ifMatch !== undefined && withoutQuotes(ifMatch) !== there.etag) return undefined;
  if (await staysAsVersion(bucket, there)) return undefined;
  return keepInTrash(db, bucket, there, { ...entry, isReplaced: true });
}

/** Keys that may write but not look can't copy either: for them there is nothing to keep. */
function noneToSee(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN') return undefined;
  throw error;
}

async function copyToTrash(
  db: Database,
  bucket: Bucket,
  source: ObjectHead,
  { id, signal }: { id: string; signal: AbortSignal | undefined },
): Promise<TrashRow> {
  const { path } = source;
  const trashPath = trashPathOf(bucket, id, path);
  await openTrashTrail(db, bucket, { id, trashPath });
  const copy = await copyFound(db, bucket, source, { to: trashPath, signal });
  return { id, path, trashPath, versionId: null, byteSize: copy.byteSize, etag: copy.etag };
}

/** Whether it is certain that nothing was deleted or written; of repeated calls the first may have. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Failure) || Number(error.details?.attempts ?? 1) > 1) return false;
  return /^E_(VERSION_CONFLICT|BUCKET_FORBIDDEN)$/.test(error.code);
}

/**
 * Nothing went after all: then the trash has nothing to keep either. Only while it is still there: a
 * write that was thought dead may have come through meanwhile.
 */
export async function dropIfRefused<Answer>(
  db: Database,
  bucket: Bucket,
  kept: Kept,
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const there = await findHead(bucket, kept.path).catch(() => undefined);
    // What can't be dropped now goes when its time is over.
    if (there?.etag === kept.foundEtag) await dropTrash(db, bucket, kept).catch(() => {});
    throw error;
  }
}

/**
 * Takes an entry out of the trash, and then its copy: cut off in between, no entry is left that keeps
 * nothing, and the copy is swept.
 */
export async function dropTrash(
  db: Database,
  bucket: Bucket,
  { id, trashPath }: Pick<TrashRow, 'id' | 'trashPath'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (trashPath !== null) await openTrashTrail(tx, bucket, { id, trashPath });
    await deleteTrash(tx, [id]);
  });
  if (trashPath === null) return;
  const refused = await deleteWithVersions(bucket, [trashPath]);
  if (refused.size === 0) await closeTrashTrail(db, id);
}
