import { extensionOf } from '@causeway/contract/file-types.ts';
import { nameMatches, objectName } from '@causeway/contract/storage/object-listing.ts';
import type { FolderOrder, ObjectItem } from '../storage-query.ts';

export type DeletedObjects = { items: ObjectItem[]; folders: string[] };

type Compare = (one: ObjectItem, other: ObjectItem) => number;

/** As the server orders objects: by path among equals. */
const orders: Record<FolderOrder['order'], Compare> = {
  name: () => 0,
  date: (one, other) => timeOf(one) - timeOf(other),
  size: (one, other) => one.byte_size - other.byte_size,
  type: (one, other) => compareTexts(extensionOf(one.path), extensionOf(other.path)),
};

/**
 * Deleted objects among those that are there, in the order of the folder. While there is more of the
 * folder to load, what belongs further down waits for it.
 */
export function mergeDeleted(
  listed: ObjectItem[],
  deleted: DeletedObjects,
  { view, isComplete }: { view: FolderOrder; isComplete: boolean },
): ObjectItem[] {
  const isWanted = ({ path }: { path: string }) => nameMatches(objectName(path), view.name);
  const there = new Set(listed.map(({ path }) => path));
  const folders = deleted.folders
    .filter((path) => isComplete && !there.has(path))
    .map(deletedFolder)
    .filter(isWanted);
  const direction = view.descending ? -1 : 1;
  const byOrder: Compare = (one, other) =>
    direction * (orders[view.order](one, other) || compareTexts(one.path, other.path));
  const waiting = deleted.items.filter(isWanted).toSorted(byOrder);

  const merged: ObjectItem[] = [];
  let next = 0;
  for (const item of listed) {
    const isObject = !item.path.endsWith('/');
    while (isObject && next < waiting.length && byOrder(waiting[next]!, item) < 0) {
      merged.push(waiting[next++]!);
    }
    merged.push(item);
  }
  if (isComplete) merged.push(...waiting.slice(next));
  const firstObject = merged.findIndex(({ path }) => !path.endsWith('/'));
  merged.splice(firstObject < 0 ? merged.length : firstObject, 0, ...folders);
  return merged;
}

function deletedFolder(path: string): ObjectItem {
  const nothing = { url: '', updated_at: null, byte_size: 0, etag: null };
  return { ...nothing, path, name: objectName(path), isDeleted: true };
}

function timeOf({ updated_at }: ObjectItem): number {
  return updated_at === null ? 0 : Date.parse(updated_at);
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
