import { Failure } from '@causeway/contract/errors.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import type { OpenedS3 } from '#platform/connectors/opened.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import type { Database } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { type Addresses, addressesFor } from './views/view-address.ts';

/** A call about a bucket: who asks, the bucket itself, and addresses the actor may open. */
export type StorageCall = {
  db: Database;
  actor: ProjectActor;
  connector: StoredConnector;
  bucket: Bucket;
  addresses: Addresses;
  signal: AbortSignal;
};

type Given = { opened: OpenedS3; actor: ProjectActor; signal: AbortSignal };

export type OpenStorage = ReturnType<typeof createOpenStorage>;

export function createOpenStorage({ db, buckets, secrets }: Services) {
  function open({ opened: { connector, target }, actor, signal }: Given): StorageCall {
    return {
      db,
      actor,
      connector,
      bucket: openBucket(buckets, target),
      addresses: addressesFor(secrets, actor, connector.id),
      signal,
    };
  }

  return {
    reading: open,
    /** Something is about to change, at these paths. */
    writing: (given: Given, paths: string[] = []): StorageCall => {
      refuseTrash(paths);
      return open(given);
    },
  };
}

/** The trash has its own calls: whoever wrote into it by hand would lose things to its expiry. */
function refuseTrash(paths: string[]): void {
  if (!paths.some((path) => path.startsWith(TRASH_FOLDER))) return;
  throw new Failure('E_VALIDATION', 'This folder belongs to the trash.');
}
