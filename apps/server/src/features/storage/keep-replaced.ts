import { dropIfRefused, keepReplaced } from '#platform/connectors/storage/trash/keep.ts';
import type { Expectation } from '#platform/connectors/storage/write.ts';
import type { StorageCall } from './call.ts';
import { withCurrent } from './objects.ts';

/**
 * A write that may replace an object. Where the bucket keeps no version of what is replaced, the trash
 * does. A refused write tells what stands in its way.
 */
export async function keepingReplaced<Answer>(
  call: StorageCall,
  path: string,
  { ifMatch, onlyIfNew }: Expectation,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const { db, bucket, signal } = call;
  const { id, name } = call.caller.user;
  return withCurrent(call, path, async () => {
    const kept = onlyIfNew
      ? undefined
      : await keepReplaced(db, bucket, path, { ifMatch, by: { id, name }, signal });
    return kept ? dropIfRefused(db, bucket, kept, write) : write();
  });
}
