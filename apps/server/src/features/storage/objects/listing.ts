import { extensionOf } from '@causeway/contract/file-types.ts';
import { nameMatches, objectName } from '@causeway/contract/storage/object-listing.ts';
import type { z } from 'zod';
import type { Listing, listingQuery } from '@causeway/contract/storage/objects.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type ListedObject, listPage } from '#platform/connectors/storage/list.ts';
import type { StorageCall } from '../call.ts';
import { folderItem, objectItem } from '../items.ts';
import { type Whole, type WholeListings, withoutOwn } from './whole-listings.ts';

type Query = z.infer<typeof listingQuery>;

/**
 * A folder, folders first. The plain order is the bucket's own, so a page of it is one list call. Any
 * filter or other order is about all keys of the folder: they are taken from the index where it knows
 * a long folder, or read to the end, kept for a moment for the pages that follow, and cut last.
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
  if (query.depth === 'all') {
    throw new Failure('E_VALIDATION', undefined, {
      fields: [{ path: 'query.depth', message: 'Only in the plain order' }],
    });
  }
  const name = (query.name ?? '').replaceAll('%', '');
  const whole = await wholes.read(call.bucket, query.path, { name, fresh: query.fresh });
  return cutPage(call, whole, { ...query, offset: offset ?? query.offset });
}

async function plainPage({ bucket, addresses, signal }: StorageCall, query: Query) {
  const { path, depth, limit, cursor } = query;
  const page = await listPage(bucket, path, { depth, next: cursor, limit, signal });
  const { folders, objects } = withoutOwn(page, path);
  const items = [
    ...folders.map(folderItem),
    ...objects.map((object) => objectItem(object, addresses)),
  ];
  const isWhole = !cursor && page.next === undefined;
  const total = isWhole ? items.length : null;
  return { items, nextCursor: page.next ?? null, total, indexedAt: null };
}

function cutPage({ addresses }: StorageCall, whole: Whole, query: Query): Listing {
  const { name = '', descending, offset, limit } = query;
  const isWanted = (path: string) => nameMatches(objectName(path), name);
  const folders = whole.folders.filter(isWanted);
  const objects = whole.objects.filter(({ path }) => isWanted(path)).toSorted(orders[query.order]);
  const turn = <Entry>(list: Entry[]) => (descending ? list.toReversed() : list);
  const all = query.foldersFirst
    ? [...turn(folders), ...turn(objects)]
    : turn([...folders, ...objects]);
  const end = offset + limit;
  return {
    items: all
      .slice(offset, end)
      .map((entry) =>
        typeof entry === 'string' ? folderItem(entry) : objectItem(entry, addresses),
      ),
    nextCursor: end < all.length ? `${OFFSET_CURSOR}${end}` : null,
    total: whole.isComplete ? all.length : null,
    indexedAt: whole.indexedAt,
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
