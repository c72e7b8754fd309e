import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import type { WrittenObject } from '@causeway/contract/storage/objects.ts';
import { owning } from '#platform/connectors/storage/ownership.ts';
import { dropIfRefused, keepReplaced } from '#platform/connectors/storage/trash/keep.ts';
import type { Expectation, Written } from '#platform/connectors/storage/write.ts';
import type { StorageCall } from '../call.ts';
import type { Changes } from '../changes.ts';
import { describeWritten, withCurrent } from './objects.ts';

type Wish = Expectation & {
  path: string;
  act: AuditAction;
  /** Asked once the path is owned: throws where there is nothing to write any more. */
  ready?: () => Promise<unknown>;
};
type Sent = Written & { byteSize: number };

/** Around the one call by which what was there is replaced. */
type Replacing = <Answer>(write: () => Promise<Answer>) => Promise<Answer>;

/**
 * A write that may replace an object, and what is known of it after. Where the bucket keeps no version
 * of what is replaced, the trash does. The path is owned meanwhile: what a job puts there at the same
 * time is neither lost nor told in the wrong order. A refused write tells what stands in its way.
 */
export function writeObject(
  call: StorageCall,
  changes: Changes,
  wish: Wish,
  write: () => Promise<Sent>,
): Promise<WrittenObject> {
  return writeSlowly(call, changes, wish, (replacing) => replacing(write));
}

/** The same of what takes long to arrive: what is replaced is what is there when it is replaced. */
export async function writeSlowly(
  call: StorageCall,
  changes: Changes,
  { path, act, ifMatch, onlyIfNew, ready }: Wish,
  write: (replacing: Replacing) => Promise<Sent>,
): Promise<WrittenObject> {
  const { db, bucket, signal } = call;
  const { id, name } = call.actor.user;
  const replacing: Replacing = async (replace) => {
    const kept = onlyIfNew
      ? undefined
      : await keepReplaced(db, bucket, path, { ifMatch, by: { id, name }, signal });
    return kept ? dropIfRefused(db, bucket, kept, replace) : replace();
  };
  return owning({ db, bucket, signal }, [path], async () => {
    const written = await withCurrent(call, path, async () => {
      await ready?.();
      return write(replacing);
    });
    return describeWritten(call, changes, { path, byteSize: written.byteSize, written, act });
  });
}
