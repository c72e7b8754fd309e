import { Failure } from '@causeway/contract/errors.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { findHead } from '#platform/connectors/storage/read.ts';
import type { Expectation } from '#platform/connectors/storage/write.ts';
import type { StorageCall } from './call.ts';
import { dropIfRefused, keepInTrash } from './jobs/keep.ts';
import type { TrashRow } from './jobs/trash.ts';
import { withCurrent } from './objects.ts';

/**
 * A write that may replace an object. Where the bucket keeps no version of what is replaced, the trash
 * does. A refused write tells what stands in its way.
 */
export async function keepingReplaced<Answer>(
  call: StorageCall,
  path: string,
  wanted: Expectation,
  write: () => Promise<Answer>,
): Promise<Answer> {
  return withCurrent(call, path, async () => {
    const kept = wanted.onlyIfNew ? undefined : await keepReplaced(call, path, wanted.ifMatch);
    return kept ? dropIfRefused(call.db, call.bucket, kept, write) : write();
  });
}

async function keepReplaced(
  { db, bucket, caller, signal }: StorageCall,
  path: string,
  ifMatch: string | undefined,
): Promise<TrashRow | undefined> {
  const there = await findHead(bucket, path, { signal }).catch(noneToSee);
  if (!there || there.byteSize === 0 || there.versionId !== null) return undefined;
  // The write itself finds out that this is not what it expects.
  if (ifMatch !== undefined && withoutQuotes(ifMatch) !== there.etag) return undefined;
  const by = { id: caller.user.id, name: caller.user.name };
  return keepInTrash(db, bucket, there, { by, isReplaced: true, signal });
}

/** Keys that may write but not look can't copy either: for them there is nothing to keep. */
function noneToSee(error: unknown): undefined {
  if (error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN') return undefined;
  throw error;
}
