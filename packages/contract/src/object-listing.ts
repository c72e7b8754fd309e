/** An object as a bucket lists it. */
export type StoredObject = { Key: string; LastModified: string; Size: number };

/** An object as the explorer shows it. */
export type ListingItem = {
  path: string;
  name: string;
  url: string;
  updated_at: string;
  byte_size: number;
};

export type ListingQuery = {
  name?: string;
  descending?: boolean;
  offset?: number;
  limit?: number;
};

export const LISTING_PAGE_SIZE = 1000;

/**
 * One page of a folder. `objects` is everything the folder holds, in the bucket's order: the filter and
 * the direction hold over all of it, and the page is cut last.
 */
export function listingPage(objects: StoredObject[], query: ListingQuery = {}): StoredObject[] {
  const { name = '', descending = false, offset = 0, limit = LISTING_PAGE_SIZE } = query;
  const matching = objects.filter((object) => nameMatches(objectName(object.Key), name));
  const ordered = descending ? matching.toReversed() : matching;
  return ordered.slice(offset, offset + limit);
}

/** Case-insensitive contains. Percent signs, the wildcards of SQL, are ignored. */
export function nameMatches(name: string, filter: string): boolean {
  return comparable(name).includes(comparable(filter.replaceAll('%', '')));
}

/** The last part of a key; a folder keeps its slash. */
export function objectName(key: string): string {
  const withoutFolderSlash = key.endsWith('/') ? key.slice(0, -1) : key;
  return key.slice(withoutFolderSlash.lastIndexOf('/') + 1);
}

export function toListingItem(object: StoredObject, urlOf: (key: string) => string): ListingItem {
  return {
    path: object.Key,
    name: objectName(object.Key),
    url: urlOf(object.Key),
    updated_at: object.LastModified,
    byte_size: object.Size,
  };
}

/** Files named on a Mac spell an umlaut with two characters; people type one. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
