import { createHash } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { copyFound } from '#platform/connectors/storage/copy.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { dropIfRefused, dropTrash, keepInTrash } from '#platform/connectors/storage/trash/keep.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Change } from '../changes.ts';
import { type JobItem, type JobRow, saveItem } from './queries.ts';
import { findKeptTwice, isKeptReplaced } from './trash.ts';

/** What one object's turn works with. Its keys are owned until the turn is over. */
export type Work = {
  db: Database;
  bucket: Bucket;
  job: JobRow;
  signal: AbortSignal;
  /** Writes down in the index what changed, in the transaction that says so. */
  index(tx: Tx, change: Change): Promise<void>;
};

export type Arrival =
  | { kind: 'arrived'; head: ObjectHead; item: JobItem }
  | { kind: 'skipped' }
  /** A turn that was cut off had copied it, and somebody has replaced it since: it is in the trash. */
  | { kind: 'covered'; item: JobItem }
  /** The place is somebody else's, and this object may go beside it. */
  | { kind: 'taken' };

/** Somebody past us keeps writing there. */
const MOST_LOOKS = 4;

/**
 * Copies to a target that is owned: looks what is there, follows the job's rule, and copies on the
 * condition that it is still there. Stores without conditions copy anyway; those of our own who could
 * come in between wait for the target.
 */
export async function copyIntoRoom(
  work: Work,
  source: ObjectHead,
  { item, target, versionId }: { item: JobItem; target: string; versionId?: string },
): Promise<Arrival> {
  const { db, bucket, job, signal } = work;
  let current = item;
  for (let look = 1; ; look += 1) {
    const there = await findHead(bucket, target, { signal });
    if (there && isArrived(current, source, there)) {
      return { kind: 'arrived', head: there, item: current };
    }
    if (current.tried === target) {
      await forgetKeptTwice(work, current, there);
      if (await isCovered(work, current, { source, there })) {
        return { kind: 'covered', item: current };
      }
    }
    const isStale = there !== undefined && there.etag === current.targetEtag;
    const verdict = there && !isStale ? judge(job, target) : 'free';
    if (verdict !== 'free') {
      if (current.tried !== null) await saveItem(db, job.id, { ...current, tried: null });
      return { kind: verdict };
    }
    current = asTried(current, source, { target, there });
    await saveItem(db, job.id, current);
    const place = { to: target, versionId, signal };
    try {
      const copy = () =>
        copyFound(db, bucket, source, {
          ...place,
          ...(there ? { ifMatch: there.etag } : { onlyIfNew: true }),
        });
      const head = there && !isStale ? await replace(work, there, current, copy) : await copy();
      return { kind: 'arrived', head, item: current };
    } catch (error) {
      if (!isOvertaken(error) || look === MOST_LOOKS) throw error;
    }
  }
}

function asTried(
  item: JobItem,
  { etag }: ObjectHead,
  { target, there }: { target: string; there: ObjectHead | undefined },
): JobItem {
  return { ...item, etag, tried: target, triedOver: there?.etag ?? null };
}

function judge({ onClash }: JobRow, target: string): 'free' | 'skipped' | 'taken' {
  if (onClash === 'skip') return 'skipped';
  if (onClash === 'keep-both') return 'taken';
  if (onClash === 'replace') return 'free';
  throw new Failure('E_OBJECT_EXISTS', `There is an object at '${target}' already.`);
}

/** What is replaced is in the trash before, once, however often this is tried. */
async function replace(
  { db, bucket, job, signal }: Work,
  there: ObjectHead,
  { number }: JobItem,
  copy: () => Promise<ObjectHead>,
): Promise<ObjectHead> {
  const by = { id: job.startedById, name: job.startedBy };
  const id = keptId(job, number, there.etag);
  const kept = await keepInTrash(db, bucket, there, { id, by, isReplaced: true, signal });
  return dropIfRefused(db, bucket, kept, copy);
}

/**
 * A turn that was cut off had put what it was to replace into the trash; somebody else has replaced it
 * since, and kept it as well.
 */
async function forgetKeptTwice(
  { db, bucket, job }: Work,
  { number, tried, triedOver }: JobItem,
  there: ObjectHead | undefined,
): Promise<void> {
  if (tried === null || triedOver === null || there?.etag === triedOver) return;
  const id = keptId(job, number, triedOver);
  const kept = await findKeptTwice(db, bucket.connectorId, { id, path: tried, etag: triedOver });
  if (!kept) return;
  await dropTrash(db, bucket, { id, ...kept });
}

async function isCovered(
  { db, bucket, job }: Work,
  { tried, triedOver, etag }: JobItem,
  { source, there }: { source: ObjectHead; there: ObjectHead | undefined },
): Promise<boolean> {
  const wasCopied = there?.etag !== triedOver && triedOver !== source.etag && etag === source.etag;
  if (tried === null || !wasCopied) return false;
  const kept = { path: tried, etag: source.etag, since: job.createdAt };
  return isKeptReplaced(db, bucket.connectorId, kept);
}

/** The same entry of the trash for the same replacement: a uuid of version 8. */
function keptId(job: JobRow, number: number, etag: string): string {
  const hex = createHash('sha256').update(`${job.id} ${number} ${etag}`).digest('hex');
  return hex.slice(0, 30).replace(/(.{8})(.{4})(.{3})(.{3})(.{12})/, '$1-$2-8$3-a$4-$5');
}

/** The copy of a turn that was cut off, or the mark of a folder, of which there is one. */
function isArrived(item: JobItem, source: ObjectHead, there: ObjectHead): boolean {
  if (there.path.endsWith('/') && there.byteSize === 0 && source.byteSize === 0) return true;
  return isOwnCopy(item, source, there);
}

/** It was not there when the copy of this very source began, and nothing speaks against it. */
export function isOwnCopy(
  { etag, tried, triedOver, targetEtag }: JobItem,
  source: Pick<ObjectHead, 'byteSize' | 'etag'>,
  there: ObjectHead,
): boolean {
  if (etag !== source.etag) return false;
  if (there.etag === targetEtag) return true;
  if (tried !== there.path || there.etag === triedOver) return false;
  const isComparable = isMd5(there.etag) && isMd5(source.etag);
  return there.byteSize === source.byteSize && (!isComparable || there.etag === source.etag);
}

/** Etags of parts tell nothing about the bytes. */
function isMd5(etag: string): boolean {
  return /^[0-9a-f]{32}$/i.test(etag);
}

function isOvertaken(error: unknown): boolean {
  const codes = /^E_(VERSION_CONFLICT|OBJECT_EXISTS|OBJECT_NOT_FOUND)$/;
  return error instanceof Failure && codes.test(error.code);
}
