import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { S3Target } from '../stored.ts';
import type { Buckets } from './buckets.ts';
import { asBucketFailure } from './failures.ts';

/** A user's bucket, seen from its connector: paths begin at the connector's prefix. */
export type Bucket = {
  connectorId: string;
  client: S3Client;
  name: string;
  /** Where it is, whichever connector leads there. */
  place: string;
  /** What every key begins with. */
  root: string;
  /** For how many days a store of our own keeps old versions; others tell by their rules. */
  versionDays?: number | undefined;
};

/** The longest key S3 takes. */
const KEY_BYTES = 1024;

export function openBucket(buckets: Buckets, target: S3Target): Bucket {
  const { bucket, endpoint, region } = target.config;
  return {
    connectorId: target.id,
    client: buckets.clientFor(target),
    name: bucket,
    place: `${endpoint ?? region}/${bucket}`,
    root: rootOf(target.config),
    versionDays: buckets.versionDaysOf(target),
  };
}

/** A prefix is a folder: `media` does not reach `media-private/`. */
export function rootOf({ prefix }: Pick<S3Config, 'prefix'>): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
}

/** Bucket and key of a path, for a command. */
export function at(bucket: Bucket, path: string): { Bucket: string; Key: string } {
  const Key = bucket.root + path;
  if (Buffer.byteLength(Key) > KEY_BYTES) {
    throw new Failure('E_VALIDATION', 'The path is longer than a bucket allows.', {
      fields: [{ path: 'path', message: `At most ${KEY_BYTES - bucket.root.length} bytes` }],
    });
  }
  return { Bucket: bucket.name, Key };
}

/** What the bucket answers, its refusals as ours. The permission is the one the call needs. */
export async function asked<Answer>(permission: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw asBucketFailure(error, permission);
  }
}
