/**
 * The path of a table or an object in an address, below /explore/ and /edit/. Each part is
 * percent-encoded, so names hold any character and `a//b` keeps its empty part. Three names can not
 * stand as they are and get a `~` in front: `.` and `..`, which browsers resolve away, and `import`
 * alone, which is a page. So does a name that starts with `~` itself.
 *
 *   ['50% off', 'a/b'] → 50%25%20off/a%2Fb       ['..'] → ~..       ['photos', ''] → photos/
 *
 * No path at all is the root; a name is never empty.
 */
export function pathToAddress(path: readonly string[]): string {
  const address = path.map((part) => writePart(part)).join('/');
  return address === 'import' ? '~import' : address;
}

/** Reads what stands after /explore/ or /edit/ in the address bar. */
export function addressToPath(address: string): string[] {
  return address === '' ? [] : address.split('/').map((part) => readPart(part));
}

/** Keys of objects are paths written with slashes; a folder ends in one. */
export function keyToAddress(key: string): string {
  return pathToAddress(key.split('/'));
}

export function addressToKey(address: string): string {
  return addressToPath(address).join('/');
}

function writePart(part: string): string {
  const needsMark = part === '.' || part === '..' || part.startsWith('~');
  return encodeURIComponent((needsMark ? `~${part}` : part).toWellFormed());
}

function readPart(part: string): string {
  return decodePercent(part).replace(/^~(?=~|\.$|\.\.$|import$)/, '');
}

/** An address typed by hand may hold a bare percent sign: it stands for itself. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
