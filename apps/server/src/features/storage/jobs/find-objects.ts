import { Failure } from '@causeway/contract/errors.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { listedWithoutEnd } from '#platform/connectors/storage/endless-listing.ts';
import { type ListedObject, listPages } from '#platform/connectors/storage/list.ts';
import {
  findDeleted,
  type KeptObject,
  listDeletedPages,
} from '#platform/connectors/storage/list-deleted.ts';
import { findHead } from '#platform/connectors/storage/read.ts';
import type { Db } from '#platform/db/database.ts';
import { appendItems, type JobRow, type NewItem, type Requested } from './queries.ts';

/**
 * Opens what was asked for up into objects, page by page. Where it is cut off, or its time is over, it
 * goes on behind the last path that was written down.
 */
export async function findObjects(
  db: Db,
  bucket: Bucket,
  job: JobRow,
  { hasToStop, isOver }: { hasToStop(): Promise<boolean>; isOver(): boolean },
): Promise<'found' | 'more' | 'stopped'> {
  let { listedRequests: index, listedAfter: after } = job;
  for (; index < job.requested.length; index += 1, after = null) {
    const request = job.requested[index]!;
    if (!isFolder(request.from)) {
      const item = await findObject(bucket, job, request);
      await appendItems(db, job, [item], { listedRequests: index + 1, listedAfter: null });
    } else {
      for await (const { items, last } of listItems(bucket, job, request, after)) {
        const isThrough = last === null;
        await appendItems(db, job, items, {
          listedRequests: isThrough ? index + 1 : index,
          listedAfter: last,
        });
        if (await hasToStop()) return 'stopped';
        if (isThrough || !isOver()) continue;
        // The next slice would begin where this one did.
        if (last === after) throw listedWithoutEnd();
        return 'more';
      }
    }
    if (index % 100 === 99 && (await hasToStop())) return 'stopped';
    if (index + 1 < job.requested.length && isOver()) return 'more';
  }
  return 'found';
}

/** What a folder holds, or held where it is to be brought back; null for `last` at its end. */
async function* listItems(
  bucket: Bucket,
  job: JobRow,
  request: Requested,
  after: string | null,
): AsyncGenerator<{ items: NewItem[]; last: string | null }> {
  const options = { depth: 'all' as const, after: after ?? undefined };
  if (job.kind === 'restore') {
    for await (const { objects, next } of listDeletedPages(bucket, request.from, options)) {
      const last = next?.includes('\0') ? lastNameable(objects, after) : next;
      yield { items: objects.filter(isOfPeople).map(keptItem), last: last ?? null };
    }
    return;
  }
  for await (const { objects, next } of listPages(bucket, request.from, options)) {
    const items = objects.map((object) => itemOf(job, request, object));
    yield { items, last: next === undefined ? null : lastNameable(objects, after) };
  }
}

/** Behind one that can't be written down the search would not know where to go on. */
function lastNameable(objects: readonly { path: string }[], after: string | null): string {
  return objects.findLast(({ path }) => !path.includes('\0'))?.path ?? after ?? '';
}

function keptItem({ path, byteSize, etag, versionId, markerId }: KeptObject): NewItem {
  if (path.includes('\0')) return unnameableItem(path);
  return { source: path, target: path, byteSize, etag, versionId, markerId, trashId: null };
}

function isOfPeople({ path }: KeptObject): boolean {
  return !path.startsWith(TRASH_FOLDER);
}

async function findObject(bucket: Bucket, job: JobRow, request: Requested): Promise<NewItem> {
  if (job.kind === 'restore') {
    const kept = await findDeleted(bucket, request.from);
    return kept ? keptItem(kept) : missingItem(request);
  }
  const head = await findHead(bucket, request.from);
  return head ? itemOf(job, request, head) : missingItem(request);
}

function missingItem({ from, to }: Requested): NewItem {
  return failedItem('E_OBJECT_NOT_FOUND', from, to);
}

/** Postgres can't hold U+0000, so what is in its way is named with the sign for it. */
function unnameableItem(path: string): NewItem {
  return failedItem('E_OBJECT_NAME', path.replaceAll('\0', '\u2400'), null);
}

function failedItem(
  why: 'E_OBJECT_NOT_FOUND' | 'E_OBJECT_NAME',
  source: string,
  target: NewItem['target'],
): NewItem {
  const { code, message } = new Failure(why);
  const object = { byteSize: 0, etag: null, trashId: null };
  return { source, target, ...object, state: 'failed', code, message };
}

/** An object of a folder keeps its place below the folder's new name. */
function itemOf(job: JobRow, { from, to }: Requested, object: ListedObject): NewItem {
  const { path, byteSize, etag } = object;
  if (path.includes('\0')) return unnameableItem(path);
  return {
    source: path,
    target: to === null ? null : to + path.slice(from.length),
    byteSize,
    etag,
    trashId: job.kind === 'delete' && !job.permanent ? crypto.randomUUID() : null,
  };
}
