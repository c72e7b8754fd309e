/**
 * The path of a table or an object in an address, below /explore/ and /edit/. Names hold any character,
 * and what stands between the address and us (browser, router, proxy) decodes once or twice, drops
 * empty and dot segments and splits at %2F. So what could be misread is written as `~` and two
 * hexadecimal digits a byte, which nobody touches, and only the rest is percent-encoded:
 *
 *   50%/a b  → 50~25/a%20b       an empty segment → ~       `.` → ~2E       `~` → ~7E
 *
 * A folder ends in a slash, as its key does. The address `import` is a page, so a table of that name is
 * `~69mport`.
 */
export function pathToAddress(segments: readonly string[]): string {
  const written = segments.map((segment, index) => {
    const isFolderEnd = segment === '' && index > 0 && index === segments.length - 1;
    return isFolderEnd ? '' : writeSegment(segment);
  });
  const address = written.join('/');
  return address === 'import' ? '~69mport' : address;
}

/** Reads an address below /explore/ or /edit/, decoded by the router or not. */
export function addressToPath(address: string): string[] {
  if (address === '') return [];
  return address.split('/').map((segment) => readSegment(segment));
}

export function keyToAddress(key: string): string {
  return key === '' ? '' : pathToAddress(key.split('/'));
}

export function addressToKey(address: string): string {
  return addressToPath(address).join('/');
}

// oxlint-disable-next-line no-control-regex
const misreadable = /[\u0000-\u001f\u007f-\u009f~%/\\]/g;

function writeSegment(segment: string): string {
  if (segment === '') return '~';
  const onlyDots = /^\.{1,2}$/.test(segment);
  const escaped = segment.replace(onlyDots ? /\./g : misreadable, escapeCharacter);
  return encodeURIComponent(escaped.toWellFormed());
}

function escapeCharacter(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => {
    return `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function readSegment(segment: string): string {
  if (segment === '~') return '';
  return decodePercent(segment).replace(/(?:~[0-9A-F]{2})+/g, readEscapes);
}

function readEscapes(escapes: string): string {
  const bytes = escapes
    .slice(1)
    .split('~')
    .map((digits) => Number.parseInt(digits, 16));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

/** An address typed by hand may hold a bare percent sign: it stands for itself. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
