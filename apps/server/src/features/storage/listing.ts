import { extensionOf } from '@causeway/contract/file-types.ts';
import { nameMatches, objectName } from '@causeway/contract/object-listing.ts';
import type { z } from 'zod';
import type { Listing, listingQuery } from '@causeway/contract/storage/objects.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/jobs.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import {
  type ListedObject,
  type ListedPage,
  listPage,
  listPages,
} from '#platform/connectors/storage/list.ts';
import type { StorageCall } from './call.ts';
import { folderItem, objectItem } from './items.ts';

type Query = z.infer<typeof listingQuery>;
type Whole = { folders: string[]; objects: ListedObject[]; isComplete: boolean };

/** Whoever has more than this in one folder searches the index instead. */
const MOST_LISTED = 250_000;

/**
 * A folder, folders first. The plain order is the bucket's own, so a page of it is one list call. Any
 * filter or other order is about all keys of the folder: they are read to the end, kept for a moment
 * for the pages that follow, and cut last.
 */
export async function listFolder(
  call: StorageCall,
  wholes: WholeListings,
  query: Query,
): Promise<Listing> {
  const offset = offsetOf(query);
  const isPlain =
    query.order === 'name' && !query.descending && !query.name && offset === undefined;
  if (isPlain && query.offset === 0) return plainPage(call, query);
  const whole = await wholes.read(call.bucket, query.path);
  return cutPage(call, whole, { ...query, offset: offset ?? query.offset });
}

async function plainPage({ bucket, addresses, signal }: StorageCall, query: Query) {
  const { path, limit, cursor } = query;
  const page = await listPage(bucket, path, { depth: 'folder', next: cursor, limit, signal });
  const { folders, objects } = withoutOwn(page, path);
  const items = [
    ...folders.map(folderItem),
    ...objects.map((object) => objectItem(object, addresses)),
  ];
  const isWhole = !cursor && page.next === undefined;
  return { items, nextCursor: page.next ?? null, total: isWhole ? items.length : null };
}

function cutPage({ addresses }: StorageCall, whole: Whole, query: Query): Listing {
  const { name = '', descending, offset, limit } = query;
  const isWanted = (path: string) => nameMatches(objectName(path), name);
  const folders = whole.folders.filter(isWanted);
  const objects = whole.objects.filter(({ path }) => isWanted(path)).toSorted(orders[query.order]);
  const turn = <Entry>(list: Entry[]) => (descending ? list.toReversed() : list);
  const all = [...turn(folders), ...turn(objects)];
  const end = offset + limit;
  return {
    items: all
      .slice(offset, end)
      .map((entry) =>
        typeof entry === 'string' ? folderItem(entry) : objectItem(entry, addresses),
      ),
    nextCursor: end < all.length ? `${OFFSET_CURSOR}${end}` : null,
    total: whole.isComplete ? all.length : null,
  };
}

type Compare = (one: ListedObject, other: ListedObject) => number;

/** Sorting keeps the bucket's order among equals. */
const orders: Record<Query['order'], Compare> = {
  name: () => 0,
  date: (one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt),
  size: (one, other) => one.byteSize - other.byteSize,
  type: (one, other) => compareTexts(extensionOf(one.path), extensionOf(other.path)),
};

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

const OFFSET_CURSOR = 'offset:';

function offsetOf({ cursor }: Query): number | undefined {
  if (!cursor?.startsWith(OFFSET_CURSOR)) return undefined;
  const offset = Number(cursor.slice(OFFSET_CURSOR.length));
  if (Number.isSafeInteger(offset) && offset >= 0) return offset;
  throw new Failure('E_VALIDATION', undefined, {
    fields: [{ path: 'query.cursor', message: 'Not a cursor of this list' }],
  });
}

/** A folder's marker is the folder itself, and the trash is not part of what people keep. */
function withoutOwn<Page extends Pick<ListedPage, 'folders' | 'objects'>>(
  page: Page,
  path: string,
) {
  return {
    folders: path === '' ? page.folders.filter((folder) => folder !== TRASH_FOLDER) : page.folders,
    objects: page.objects.filter((object) => object.path !== path),
  };
}

/** Listings read to the end, kept for as long as somebody pages through one. */
export type WholeListings = {
  read(bucket: Bucket, path: string): Promise<Whole>;
  forget(connectorId: string): void;
};

const KEPT_MS = 10_000;
const MOST_KEPT = 20;

export function createWholeListings(): WholeListings {
  const kept = new Map<string, { connectorId: string; whole: Promise<Whole> }>();
  return {
    read: (bucket, path) => {
      const key = JSON.stringify([bucket.connectorId, bucket.name, bucket.root, path]);
      const known = kept.get(key);
      if (known) return known.whole;
      const whole = readWhole(bucket, path);
      if (kept.size >= MOST_KEPT) kept.clear();
      const entry = { connectorId: bucket.connectorId, whole };
      kept.set(key, entry);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      whole.then(() => setTimeout(drop, KEPT_MS).unref(), drop);
      return whole;
    },
    forget: (connectorId) => {
      for (const [key, entry] of kept) if (entry.connectorId === connectorId) kept.delete(key);
    },
  };
}

/** Several callers may wait for it, so it does not end with the first of them. */
async function readWhole(bucket: Bucket, path: string): Promise<Whole> {
  const whole: Whole = { folders: [], objects: [], isComplete: true };
  for await (const page of listPages(bucket, path, { depth: 'folder' })) {
    const own = withoutOwn(page, path);
    whole.folders.push(...own.folders);
    whole.objects.push(...own.objects);
    if (whole.folders.length + whole.objects.length >= MOST_LISTED && page.next !== undefined) {
      return { ...whole, isComplete: false };
    }
  }
  return whole;
}
