import { Readable } from 'node:stream';
import { objectName } from '@causeway/contract/storage/object-listing.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { writeZip, type ZipEntry } from '@causeway/zip';
import type { LinkHolder } from '#platform/access/actor.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { listPages } from '#platform/connectors/storage/list.ts';
import { openObject } from '#platform/connectors/storage/read.ts';
import { findRow, type Db, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { parentOf } from '../items.ts';

export type PreparedZip = {
  id: string;
  name: string;
  connectorId: string;
  paths: string[];
} & LinkHolder;

export async function insertZip(db: Db, zip: Omit<PreparedZip, 'id'>): Promise<PreparedZip> {
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into storage_zips (connector_id, session_id, key_id, name, paths)
        values (${zip.connectorId}, ${zip.sessionId}, ${zip.keyId}, ${zip.name},
          ${JSON.stringify(zip.paths)})
        returning id`,
  );
  return { ...zip, id };
}

export function findZip(db: Db, id: string): Promise<PreparedZip | undefined> {
  return findRow<PreparedZip>(
    db,
    sql`select id, name, session_id as "sessionId", key_id as "keyId", connector_id as "connectorId", paths
        from storage_zips where id = ${id} and expires_at > now()`,
  );
}

/** Named after the one thing in it, or the folder they are in. */
export function zipName(paths: string[], bucketName: string): string {
  const [first = ''] = paths;
  const named = paths.length === 1 ? first : parentOf(first);
  return `${objectName(named).replace(/\/$/, '') || bucketName}.zip`;
}

/**
 * Objects and folders as one zip file, made while it is read: nothing is kept, and folders are listed
 * as their turn comes. Stored, not packed: pictures and films would not get smaller. A bucket that
 * fails midway breaks the stream, so that half a file never looks whole.
 */
export function streamZip(bucket: Bucket, paths: string[], signal: AbortSignal): Readable {
  return Readable.from(writeZip(entriesOf(bucket, paths, signal)), { objectMode: false, signal });
}

async function* entriesOf(
  bucket: Bucket,
  paths: string[],
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const taken: Taken = new Map();
  const base = commonParent(paths);
  const nameOf = (path: string) => freeName(safeName(path.slice(base.length)), taken);
  for (const path of paths) {
    if (path !== '' && !isFolder(path)) {
      yield await openEntry(bucket, path, nameOf(path), signal);
      continue;
    }
    for await (const page of listPages(bucket, path, { depth: 'all', signal })) {
      for (const object of page.objects) {
        if (object.path.startsWith(TRASH_FOLDER)) continue;
        const name = nameOf(object.path);
        const modifiedAt = new Date(object.updatedAt);
        if (isFolder(object.path)) yield { name, content: [], isStored: true, modifiedAt };
        else yield await openEntry(bucket, object.path, name, signal);
      }
    }
  }
}

async function openEntry(
  bucket: Bucket,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<ZipEntry> {
  const { body, head, contentLength } = await openObject(bucket, path, { signal });
  const modifiedAt = new Date(head.updatedAt);
  return { name, content: body, isStored: true, size: contentLength, modifiedAt };
}

/** Paths of a selection lie in one folder; what is above it is left out of the names. */
function commonParent(paths: string[]): string {
  let base = parentOf(paths[0] ?? '');
  while (!paths.every((path) => path.startsWith(base))) base = parentOf(base);
  return base;
}

/**
 * Nothing that unpacks outside of its folder: no leading slash, no `..`, no empty parts, and nothing that
 * Windows takes for a drive or for a slash.
 */
function safeName(name: string): string {
  const harmless = name.replaceAll(/[\\\p{Cc}]/gu, '_').replace(/^\/*([A-Za-z]):/, '$1_');
  const parts = harmless.split('/').map((part) => (/^\.{1,2}$/.test(part) ? '_' : part));
  const isFolderName = name.endsWith('/');
  const kept = parts.filter((part) => part !== '').join('/');
  return (kept === '' ? '_' : kept) + (isFolderName ? '/' : '');
}

/** Names that are taken, with the number that was added last. */
type Taken = Map<string, number>;

/** `a//b` and `a/b` are two objects, and stay two files. */
function freeName(name: string, taken: Taken): string {
  let free = name;
  let count = taken.get(name) ?? 1;
  while (taken.has(free) && !isFolder(free)) {
    count += 1;
    const dot = name.lastIndexOf('.');
    const hasExtension = dot > name.lastIndexOf('/') + 1;
    free = hasExtension
      ? `${name.slice(0, dot)} (${count})${name.slice(dot)}`
      : `${name} (${count})`;
  }
  taken.set(name, count);
  if (free !== name) taken.set(free, 1);
  return free;
}
