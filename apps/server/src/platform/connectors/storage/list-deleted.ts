import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  type ObjectVersion,
} from '@aws-sdk/client-s3';
import { asked, at, type Bucket } from './bucket.ts';
import { createPageCount } from './endless-listing.ts';
import { decodeKey, LISTED_AT_ONCE, withoutQuotes } from './list.ts';

/** An object that was deleted, and the last version the bucket keeps of it. */
export type KeptObject = {
  path: string;
  deletedAt: string;
  markerId: string;
  versionId: string;
  byteSize: number;
  updatedAt: string;
  etag: string;
};

export type DeletedPage = {
  objects: KeptObject[];
  /** Folders that hold versions of something, deleted or not. */
  folders: string[];
  /** Where the next page goes on; undefined on the last one. */
  next: string | undefined;
};

type ListOptions = {
  /** Only the folder itself, or everything below it. */
  depth: 'folder' | 'all';
  /** Goes on behind this path. */
  after?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** One page of what was deleted below a folder and can come back, in the bucket's order. */
export async function listDeletedPage(
  bucket: Bucket,
  folder: string,
  { depth, after, signal }: ListOptions,
): Promise<DeletedPage> {
  const page = await listVersionsPage(
    bucket,
    {
      Prefix: at(bucket, folder).Key,
      ...(depth === 'folder' && { Delimiter: '/' }),
      KeyMarker: after === undefined ? undefined : bucket.root + after,
    },
    signal,
  );
  const { versions, markers, lastKey } = page;
  const newest = firstOfEachKey(versions);
  const objects: KeptObject[] = [];
  for (const marker of markers.filter(({ IsLatest }) => IsLatest)) {
    const key = marker.Key ?? '';
    const isCutOff = key === lastKey && !newest.has(key);
    const version = isCutOff ? await findOlder(bucket, page, signal) : newest.get(key);
    if (version) objects.push(describe(bucket, marker, version));
  }
  return {
    objects,
    folders: page.prefixes.map((prefix) => prefix.slice(bucket.root.length)),
    next: lastKey?.slice(bucket.root.length),
  };
}

export async function* listDeletedPages(
  bucket: Bucket,
  folder: string,
  { after, ...options }: ListOptions,
): AsyncGenerator<DeletedPage> {
  let next = after;
  const count = createPageCount();
  do {
    const page = await listDeletedPage(bucket, folder, { ...options, after: next });
    yield page;
    next = page.next;
    if (next !== undefined) count(next);
  } while (next !== undefined);
}

/** Undefined where there is such an object, or none that the bucket kept. */
export async function findDeleted(
  bucket: Bucket,
  path: string,
  signal?: AbortSignal,
): Promise<KeptObject | undefined> {
  // Keys that begin with this one come after all of its own versions.
  const { objects } = await listDeletedPage(bucket, path, { depth: 'all', signal });
  return objects.find((object) => object.path === path);
}

type VersionsPage = {
  versions: ObjectVersion[];
  markers: Omit<ObjectVersion, 'Size'>[];
  prefixes: string[];
  /** The key the page ended at, where there are more: of that key, too. */
  lastKey: string | undefined;
  lastVersion: string | undefined;
};

async function listVersionsPage(
  bucket: Bucket,
  input: Omit<ListObjectVersionsCommandInput, 'Bucket'>,
  abortSignal: AbortSignal | undefined,
): Promise<VersionsPage> {
  const command = new ListObjectVersionsCommand({
    Bucket: bucket.name,
    MaxKeys: LISTED_AT_ONCE,
    // Keys may hold characters XML has no way to write.
    EncodingType: 'url',
    ...input,
  });
  const answer = await asked(
    's3:ListBucketVersions',
    bucket.client.send(command, { ...(abortSignal && { abortSignal }) }),
  );
  const read = answer.EncodingType === 'url' ? decodeKey : (key: string) => key;
  const readable = <Entry extends { Key?: string | undefined }>(entries: Entry[] = []) =>
    entries.map((entry) => ({ ...entry, Key: read(entry.Key ?? '') }));
  return {
    versions: readable(answer.Versions),
    markers: readable(answer.DeleteMarkers),
    prefixes: (answer.CommonPrefixes ?? []).map(({ Prefix = '' }) => read(Prefix)),
    lastKey: answer.IsTruncated ? read(answer.NextKeyMarker ?? '') : undefined,
    lastVersion: answer.NextVersionIdMarker,
  };
}

/** The page ended between a deletion and what it deleted. */
async function findOlder(
  bucket: Bucket,
  { lastKey, lastVersion }: VersionsPage,
  signal: AbortSignal | undefined,
): Promise<ObjectVersion | undefined> {
  const { versions } = await listVersionsPage(
    bucket,
    { Prefix: lastKey, KeyMarker: lastKey, VersionIdMarker: lastVersion },
    signal,
  );
  return versions.find(({ Key }) => Key === lastKey);
}

/** Buckets tell the versions of a key newest first. */
function firstOfEachKey(versions: ObjectVersion[]): Map<string, ObjectVersion> {
  const newest = new Map<string, ObjectVersion>();
  for (const version of versions) {
    if (!newest.has(version.Key ?? '')) newest.set(version.Key ?? '', version);
  }
  return newest;
}

function describe(
  bucket: Bucket,
  marker: Omit<ObjectVersion, 'Size'>,
  { Size = 0, ETag = '', VersionId = 'null', LastModified }: ObjectVersion,
): KeptObject {
  return {
    path: (marker.Key ?? '').slice(bucket.root.length),
    deletedAt: (marker.LastModified ?? new Date(0)).toISOString(),
    markerId: marker.VersionId ?? 'null',
    versionId: VersionId,
    byteSize: Size,
    updatedAt: (LastModified ?? new Date(0)).toISOString(),
    etag: withoutQuotes(ETag),
  };
}
