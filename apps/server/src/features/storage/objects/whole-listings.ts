import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import {
  type ListedObject,
  type ListedPage,
  listPages,
} from '#platform/connectors/storage/list.ts';
import type { Services } from '#platform/services.ts';
import { findInIndex } from '../bucket-index/folder.ts';

/** All there is in a folder. */
export type Whole = {
  folders: string[];
  objects: ListedObject[];
  isComplete: boolean;
  /** Null where the bucket itself was asked. */
  indexedAt: string | null;
};

type ReadOptions = { name: string; fresh: boolean };

/** Folders known to the end, kept for as long as somebody pages through one. */
export type WholeListings = {
  /** At least all that the name is in; with an empty one, everything. */
  read(bucket: Bucket, path: string, options: ReadOptions): Promise<Whole>;
  forget(connectorId: string): void;
};

const KEPT_MS = 10_000;
const MOST_KEPT = 20;
/** Whoever has more than this in one folder searches the index instead. */
const MOST_LISTED = 250_000;

export function createWholeListings(services: Services): WholeListings {
  const kept = new Map<string, { connectorId: string; whole: Promise<Whole> }>();

  function keep(key: string, connectorId: string, whole: Promise<Whole>): Promise<Whole> {
    if (kept.size >= MOST_KEPT) kept.clear();
    const entry = { connectorId, whole };
    kept.set(key, entry);
    const drop = () => {
      if (kept.get(key) === entry) kept.delete(key);
    };
    whole.then(() => setTimeout(drop, KEPT_MS).unref(), drop);
    return whole;
  }

  return {
    read: async (bucket, path, { name, fresh }) => {
      const { connectorId } = bucket;
      const key = JSON.stringify([connectorId, bucket.name, bucket.root, path]);
      const known = fresh ? undefined : kept.get(key);
      if (known) return known.whole;
      const query = { path, name, most: MOST_LISTED };
      const indexed = fresh ? undefined : await findInIndex(services, connectorId, query);
      // Somebody else may have begun to read it while the index was asked.
      const begun = fresh ? undefined : kept.get(key);
      if (begun) return begun.whole;
      if (!indexed) return keep(key, connectorId, readWhole(bucket, path));
      const whole = Promise.resolve({ ...indexed, isComplete: true });
      // What was found for one name says nothing about another.
      return name === '' ? keep(key, connectorId, whole) : whole;
    },
    forget: (connectorId) => {
      for (const [key, entry] of kept) if (entry.connectorId === connectorId) kept.delete(key);
    },
  };
}

/** Several callers may wait for it, so it does not end with the first of them. */
async function readWhole(bucket: Bucket, path: string): Promise<Whole> {
  const whole: Whole = { folders: [], objects: [], isComplete: true, indexedAt: null };
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

/** A folder's marker is the folder itself, and the trash is not part of what people keep. */
export function withoutOwn<Page extends Pick<ListedPage, 'folders' | 'objects'>>(
  page: Page,
  path: string,
) {
  return {
    folders: path === '' ? page.folders.filter((folder) => folder !== TRASH_FOLDER) : page.folders,
    objects: page.objects.filter(
      (object) => object.path !== path && (path !== '' || !object.path.startsWith(TRASH_FOLDER)),
    ),
  };
}
