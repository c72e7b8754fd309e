import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { deleteObjects, readRefused } from './write.ts';

const LANES = 8;
const MOST_AT_ONCE = 1000;

/** Whether a bucket keeps, or once kept, what objects were before. */
export async function keepsVersions(bucket: Bucket, signal?: AbortSignal): Promise<boolean> {
  const command = new GetBucketVersioningCommand({ Bucket: bucket.name });
  try {
    const answer = await asked(
      's3:GetBucketVersioning',
      bucket.client.send(command, { abortSignal: signal }),
    );
    return answer.Status !== undefined;
  } catch (error) {
    // Keys that may not ask can still list versions; stores without the question have none.
    if (error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN') return true;
    if (error instanceof Failure && error.code !== 'E_UPSTREAM_FAILED') throw error;
    return false;
  }
}

/**
 * Deletes objects with all of their versions, where the bucket keeps any and the keys may: for what
 * lay in the trash, which would otherwise be kept a second time. Answers as deleteObjects does.
 */
export async function deleteWithVersions(
  bucket: Bucket,
  paths: string[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  if (!(await keepsVersions(bucket, signal))) return deleteObjects(bucket, paths, signal);
  try {
    const versions = await listAllVersions(bucket, paths, signal);
    const refused = new Map<string, string>();
    for (let start = 0; start < versions.length; start += MOST_AT_ONCE) {
      const some = versions.slice(start, start + MOST_AT_ONCE);
      for (const refusal of await deleteVersions(bucket, some, signal)) refused.set(...refusal);
    }
    return refused;
  } catch (error) {
    const isForbidden = error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN';
    if (!isForbidden) throw error;
    return deleteObjects(bucket, paths, signal);
  }
}

async function listAllVersions(
  bucket: Bucket,
  paths: string[],
  signal: AbortSignal | undefined,
): Promise<ObjectIdentifier[]> {
  const found: ObjectIdentifier[] = [];
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) found.push(...(await listVersionIds(bucket, path, signal)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

async function listVersionIds(
  bucket: Bucket,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ObjectIdentifier[]> {
  const { Bucket, Key } = at(bucket, path);
  const found: ObjectIdentifier[] = [];
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const command = new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...marker });
    const page = await asked(
      's3:ListBucketVersions',
      bucket.client.send(command, { abortSignal: signal }),
    );
    const entries = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    for (const entry of entries) {
      if (entry.Key === Key) found.push({ Key, VersionId: entry.VersionId });
    }
    if (!page.IsTruncated || page.NextKeyMarker !== Key) return found;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

async function deleteVersions(
  bucket: Bucket,
  versions: ObjectIdentifier[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map();
  const command = new DeleteObjectsCommand({
    Bucket: bucket.name,
    Delete: { Quiet: true, Objects: versions },
  });
  const answer = await asked(
    's3:DeleteObjectVersion',
    bucket.client.send(command, { abortSignal: signal }),
  );
  return readRefused(bucket, answer);
}
