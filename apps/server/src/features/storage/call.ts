import { Failure } from '@causeway/contract/errors.ts';
import type { SentConnector } from '@causeway/contract/sql.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import type { AuthorizedProject, Caller } from '#platform/access/caller.ts';
import { type Bucket, openBucket } from '#platform/connectors/storage/bucket.ts';
import { checkSentConnector, refuseSecretsInUrl } from '#platform/connectors/sent.ts';
import type { StoredConnector } from '#platform/connectors/stored.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';
import type { Services } from '#platform/services.ts';
import { type Addresses, createAddresses } from './view-address.ts';

/** A call about a bucket: who asks, the bucket itself, and addresses its caller may open. */
export type StorageCall = {
  db: Database;
  project: AuthorizedProject;
  caller: Caller;
  request: RequestFacts;
  connector: StoredConnector;
  bucket: Bucket;
  addresses: Addresses;
  signal: AbortSignal;
};

type Given = {
  db: Db;
  project: AuthorizedProject;
  caller: Caller;
  request: RequestFacts;
  signal: AbortSignal;
};

export type OpenStorage = ReturnType<typeof createOpenStorage>;

export function createOpenStorage(services: Services) {
  const { openedConnectors, buckets, secrets } = services;

  async function open(given: Given, sent: SentConnector): Promise<StorageCall> {
    const { connector, target } = await openedConnectors.s3(given.db, given.project);
    checkSentConnector(connector, sent);
    const { sessionId } = given.caller;
    return {
      db: services.db,
      project: given.project,
      caller: given.caller,
      request: given.request,
      connector,
      bucket: openBucket(buckets, target),
      addresses: createAddresses(secrets, { sessionId, connectorId: connector.id }),
      signal: given.signal,
    };
  }

  return {
    /** The connector is named in the address. */
    reading: (given: Given, sent: SentConnector) => {
      refuseSecretsInUrl(sent);
      return open(given, sent);
    },
    /** Something is about to change, at these paths. */
    writing: async (given: Given, sent: SentConnector, paths: string[] = []) => {
      const call = await open(given, sent);
      if (call.connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
      refuseTrash(paths);
      return call;
    },
  };
}

/** The trash has its own calls: whoever wrote into it by hand would lose things to its expiry. */
function refuseTrash(paths: string[]): void {
  if (!paths.some((path) => path.startsWith(TRASH_FOLDER))) return;
  throw new Failure('E_VALIDATION', 'This folder belongs to the trash.');
}
