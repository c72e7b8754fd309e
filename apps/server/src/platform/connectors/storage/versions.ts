import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  ListObjectVersionsCommand,
  type ObjectIdentifier,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { createPageCount } from './endless-listing.ts';
import { findHead, type ObjectHead } from './read.ts';
import { deleteObjects, readRefused, type Refusal } from './write.ts';

const LANES = 8;
/** Of one object. */
const MOST_VERSIONS = 50_000;
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
): Promise<Map<string, Refusal>> {
  if (paths.length === 0) return new Map();
  if (!(await keepsVersions(bucket, signal)))
    return deleteObjects(
      bucket,
      paths.map((path) => ({ path })),
      signal,
    );
  try {
    return await deleteAllVersions(bucket, paths, signal);
  } catch (error) {
    const isForbidden = error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN';
    if (!isForbidden) throw error;
    return deleteObjects(
      bucket,
      paths.map((path) => ({ path })),
      signal,
    );
  }
}

export type VersionPlace = { path: string; versionId: string };

/**
 * Deletes single versions for good. One that is current again, because somebody brought it back past
 * us, stays. Answers as deleteObjects does.
 */
export async function deleteOldVersions(
  bucket: Bucket,
  places: VersionPlace[],
  signal?: AbortSignal,
): Promise<Map<string, Refusal>> {
  const old: ObjectIdentifier[] = [];
  const waiting = places.values();
  const lane = async () => {
    for (const { path, versionId } of waiting) {
      const current = await findHead(bucket, path, { signal });
      if (!isVersion(current, versionId)) {
        old.push({ Key: at(bucket, path).Key, VersionId: versionId });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return deleteVersions(bucket, old, signal);
}

/** What was written before a bucket kept versions is its version 'null'. */
export function isVersion(head: ObjectHead | undefined, versionId: string): head is ObjectHead {
  return head !== undefined && (head.versionId ?? 'null') === versionId;
}

/** Takes away what hides a version, so that it is current again; false where the keys may not. */
export async function uncoverVersion(
  bucket: Bucket,
  path: string,
  markerId: string,
): Promise<boolean> {
  const command = new DeleteObjectCommand({ ...at(bucket, path), VersionId: markerId });
  try {
    await asked('s3:DeleteObjectVersion', bucket.client.send(command));
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'E_BUCKET_FORBIDDEN') return false;
    throw error;
  }
}

/** As many at once as a bucket takes, so that no more than that waits for it. */
async function deleteAllVersions(
  bucket: Bucket,
  paths: string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  let found: ObjectIdentifier[] = [];
  const deleteFound = async () => {
    const versions = found;
    found = [];
    for (let start = 0; start < versions.length; start += MOST_AT_ONCE) {
      const some = versions.slice(start, start + MOST_AT_ONCE);
      for (const refusal of await deleteVersions(bucket, some, signal)) refused.set(...refusal);
    }
  };
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) {
      const versions = await listVersionIds(bucket, path, signal);
      // Without its newest ones an older one would be current again, so all of them stay.
      if (versions === 'too many') refused.set(path, tooManyVersions());
      else found = found.concat(versions);
      if (found.length >= MOST_AT_ONCE) await deleteFound();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await deleteFound();
  return refused;
}

function tooManyVersions(): Refusal {
  const message = `The bucket tells of more than ${MOST_VERSIONS} versions of it.`;
  return { code: 'E_UPSTREAM_FAILED', message };
}

async function listVersionIds(
  bucket: Bucket,
  path: string,
  signal: AbortSignal | undefined,
): Promise<ObjectIdentifier[] | 'too many'> {
  const { Bucket, Key } = at(bucket, path);
  const found: ObjectIdentifier[] = [];
  const count = createPageCount();
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
    if (found.length > MOST_VERSIONS) return 'too many';
    count(page.NextVersionIdMarker ?? '');
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

async function deleteVersions(
  bucket: Bucket,
  versions: ObjectIdentifier[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Refusal>> {
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
