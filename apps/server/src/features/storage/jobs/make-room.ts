import { Failure } from '@causeway/contract/errors.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import type { Database } from '#platform/db/database.ts';
import { findFreePath } from './free-name.ts';
import { keepInTrash } from '#platform/connectors/storage/trash/keep.ts';
import type { JobRow } from './queries.ts';

export type Work = { db: Database; bucket: Bucket; job: JobRow; signal: AbortSignal };

/** Where a copy may go; undefined when it is to be left out. */
export async function makeRoom(
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
  const by = { id: job.startedById, name: job.startedBy };
  await keepInTrash(db, bucket, there, { by, isReplaced: true });
  return target;
}

/** The same bytes at the target are no clash. Etags of parts tell nothing about the bytes. */
export function isSame(one: string, other: string): boolean {
  return one === other && /^[0-9a-f]{32}$/i.test(one);
}
