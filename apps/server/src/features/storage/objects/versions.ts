import {
  type DeleteMarkerEntry,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion as BucketVersion,
} from '@aws-sdk/client-s3';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { asked, at } from '#platform/connectors/storage/bucket.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { keepsVersions } from '#platform/connectors/storage/versions.ts';
import type { StorageCall } from '../call.ts';
import type { Addresses } from '../views/view-address.ts';

type Versions = { isVersioned: boolean; versions: ObjectVersion[]; hasOlder: boolean };

/** Newest first. A bucket that keeps no versions, or is of a kind that never does, has none. */
export async function listVersions(
  { bucket, addresses, signal }: StorageCall,
  path: string,
): Promise<Versions> {
  if (!(await keepsVersions(bucket, signal))) {
    return { isVersioned: false, versions: [], hasOlder: false };
  }
  const { Bucket, Key } = at(bucket, path);
  const command = new ListObjectVersionsCommand({ Bucket, Prefix: Key, MaxKeys: 1000 });
  const answer = await asked(
    's3:ListBucketVersions',
    bucket.client.send(command, { abortSignal: signal }),
  );
  return {
    isVersioned: true,
    versions: describeVersions(answer, Key, path, addresses),
    // Keys that begin with this one come after all of its own versions.
    hasOlder: answer.IsTruncated === true && answer.NextKeyMarker === Key,
  };
}

function describeVersions(
  { Versions = [], DeleteMarkers = [] }: ListObjectVersionsCommandOutput,
  key: string,
  path: string,
  addresses: Addresses,
): ObjectVersion[] {
  const kept = Versions.filter(({ Key }) => Key === key).map((version) =>
    describeVersion(version, path, addresses),
  );
  const deleted = DeleteMarkers.filter(({ Key }) => Key === key).map(describeDeletion);
  // Many buckets count whole seconds, and a file is often saved and deleted within one.
  return [...kept, ...deleted].toSorted(
    (one, other) =>
      Date.parse(other.updated_at) - Date.parse(one.updated_at) ||
      Number(other.isLatest) - Number(one.isLatest),
  );
}

function describeVersion(version: BucketVersion, path: string, addresses: Addresses) {
  const { VersionId: versionId = 'null', ETag = '', Size = 0 } = version;
  const etag = withoutQuotes(ETag);
  return {
    versionId,
    isLatest: version.IsLatest ?? false,
    isDeletion: false,
    updated_at: timeOf(version),
    byte_size: Size,
    etag,
    url: addresses.of({ path, etag, versionId }),
  };
}

function describeDeletion(marker: DeleteMarkerEntry): ObjectVersion {
  return {
    versionId: marker.VersionId ?? 'null',
    isLatest: marker.IsLatest ?? false,
    isDeletion: true,
    updated_at: timeOf(marker),
    byte_size: 0,
    etag: null,
    url: null,
  };
}

function timeOf({ LastModified }: { LastModified?: Date | undefined }): string {
  return (LastModified ?? new Date(0)).toISOString();
}
