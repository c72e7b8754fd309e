import { randomBytes } from 'node:crypto';
import type { Content } from '../blobs/blobs.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { StoreError } from '../http/errors.ts';
import type { Bucket, KeptVersion, NewObject, StoredObject } from '../catalog/stored.ts';

// How the versions of a key change. A bucket keeps none → Enabled ⇄ Suspended; never back to none.
//
// The versions of a key are a pile. On top lies what a reader gets: an object, or the mark of a
// deletion, which reads as 'not there'. The object on top is the row of 'objects'; everything else,
// a mark on top included, is in 'versions'. So for a key either the row of 'objects' is the newest,
// or there is none and the newest of 'versions' is a mark.
//
// Enabled: a write lays an object on top, a delete lays a mark on top, nothing goes. Suspended: the
// same, but what is laid on top is always the version 'null', of which there is one: the earlier one
// goes. Only removing a version by its id, or its age, takes something out of the pile; what then
// lies on top is what a reader gets.
//
// All of it happens inside one change of the catalog. What a function calls 'removed' is content
// that nothing names any more once the change is committed.

export interface Outcome {
  /** As told to the client; undefined where the bucket never kept versions. */
  version: string | undefined;
  /** Whether the version is the mark of a deletion. */
  deletes: boolean;
  removed: Content;
}

export const NULL_VERSION = 'null';

/** Makes this what a reader gets. */
export function putOnTop(catalog: Catalog, bucket: Bucket, object: NewObject): Outcome {
  if (!bucket.versioning) {
    const replaced = catalog.findObject(bucket.name, object.key);
    catalog.putObject(bucket.name, { ...object, version: NULL_VERSION, sequence: 0 });
    return { version: undefined, deletes: false, removed: replaced?.content ?? [] };
  }
  const { version, sequence, removed } = makeRoom(catalog, bucket, object.key);
  catalog.putObject(bucket.name, { ...object, version, sequence });
  return { version, deletes: false, removed };
}

/** Makes the key read as 'not there'. */
export function deleteTop(catalog: Catalog, bucket: Bucket, key: Buffer): Outcome {
  if (!bucket.versioning) {
    const removed = catalog.findObject(bucket.name, key)?.content ?? [];
    catalog.deleteObject(bucket.name, key);
    return { version: undefined, deletes: false, removed };
  }
  const { version, sequence, now, removed } = makeRoom(catalog, bucket, key);
  const nothing = { size: 0, etag: '', headers: {}, checksum: undefined, content: [] };
  const mark = { ...nothing, key, version, sequence, modified: now, aging_since: now };
  catalog.deleteObject(bucket.name, key);
  catalog.insertVersion(bucket.name, { ...mark, deletes: 1 });
  return { version, deletes: true, removed };
}

/** Takes one version out of the pile, for good. One that is not there is as good as removed. */
export function removeVersion(
  catalog: Catalog,
  bucket: Bucket,
  key: Buffer,
  version: string,
): Outcome {
  const current = catalog.findObject(bucket.name, key);
  if (current?.version === version) {
    catalog.deleteObject(bucket.name, key);
    uncover(catalog, bucket, key);
    return { version, deletes: false, removed: current.content };
  }
  const kept = catalog.findVersion(bucket.name, key, version);
  if (!kept) return { version, deletes: false, removed: [] };
  catalog.deleteVersion(bucket.name, kept);
  if (!current) uncover(catalog, bucket, key);
  return { version, deletes: kept.deletes === 1, removed: kept.content };
}

/** At most so many of those that aged since before a moment; none left when fewer come back. */
export function removeAged(catalog: Catalog, before: number, limit: number): KeptVersion[] {
  // A version never aged longer than one below it, so what goes is always the lower end of a pile,
  // and a mark goes only after all that it covers.
  const aged = catalog.listAgedVersions(before, limit);
  for (const version of aged) catalog.deleteVersion(version.bucket, version);
  return aged;
}

/** What a reader asks for: a version by its id, or what lies on top. */
export function findRequested(
  catalog: Catalog,
  bucket: Bucket,
  key: Buffer,
  version: string | undefined,
): StoredObject | KeptVersion | undefined {
  const current = catalog.findObject(bucket.name, key);
  if (version === undefined) {
    return current ?? (bucket.versioning && catalog.findNewestVersion(bucket.name, key));
  }
  if (current?.version === version) return current;
  return catalog.findVersion(bucket.name, key, version);
}

export function isDeletion(found: StoredObject | KeptVersion): boolean {
  return 'deletes' in found && found.deletes === 1;
}

/** Its sequence comes first, so that a listing can go on where a version was that is gone by now. */
const VERSION_ID = /^([0-9a-f]{8})[0-9a-f]{24}$/;

export function findSequence(version: string): number | undefined {
  const digits = VERSION_ID.exec(version)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

export function checkVersionId(version: string): void {
  if (version !== NULL_VERSION && !VERSION_ID.test(version)) {
    throw new StoreError('InvalidArgument', 'Invalid version id specified.');
  }
}

/**
 * Before something is laid on top: the object there is put aside, and while suspended the version
 * 'null' is dropped, wherever it lies. Answers what the new top is to be called.
 */
function makeRoom(catalog: Catalog, bucket: Bucket, key: Buffer) {
  const current = catalog.findObject(bucket.name, key);
  const newestKept = catalog.findNewestVersion(bucket.name, key);
  // A clock that was set back must not make an upper version older than a lower one.
  const now = Math.max(Date.now(), newestKept?.aging_since ?? 0);
  const sequence = ((current ?? newestKept)?.sequence ?? 0) + 1;
  if (current) catalog.insertVersion(bucket.name, { ...current, deletes: 0, aging_since: now });
  if (bucket.versioning === 'Enabled') {
    return { version: newVersionId(sequence), sequence, now, removed: [] };
  }
  const dropped = catalog.findVersion(bucket.name, key, NULL_VERSION);
  if (dropped) catalog.deleteVersion(bucket.name, dropped);
  return { version: NULL_VERSION, sequence, now, removed: dropped?.content ?? [] };
}

function newVersionId(sequence: number): string {
  return sequence.toString(16).padStart(8, '0') + randomBytes(12).toString('hex');
}

/** After the top went: the next object becomes current again. A mark stays where it is. */
function uncover(catalog: Catalog, bucket: Bucket, key: Buffer): void {
  const newest = catalog.findNewestVersion(bucket.name, key);
  if (!newest || newest.deletes === 1) return;
  catalog.deleteVersion(bucket.name, newest);
  catalog.putObject(bucket.name, newest);
}
