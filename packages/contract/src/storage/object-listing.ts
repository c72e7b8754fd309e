export const LISTING_PAGE_SIZE = 1000;

/** Case-insensitive contains. Percent signs, the wildcards of SQL, are ignored on both sides. */
export function nameMatches(name: string, filter: string): boolean {
  return comparable(name.replaceAll('%', '')).includes(comparable(filter.replaceAll('%', '')));
}

/** The last part of a key; a folder keeps its slash. */
export function objectName(key: string): string {
  const withoutFolderSlash = key.endsWith('/') ? key.slice(0, -1) : key;
  return key.slice(withoutFolderSlash.lastIndexOf('/') + 1);
}

/** Files named on a Mac spell an umlaut with two characters; people type one. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
