/**
 * The path, query and fragment of an address that stays on our own origin, as a browser would resolve
 * it; undefined for everything else. Browsers read a backslash as a slash and drop tabs and line
 * breaks, so `/\evil.example` leaves the origin: such text is refused, never repaired.
 */
export function findSafePath(text: string): string | undefined {
  if (!text.startsWith('/') || hasAmbiguousCharacters(text)) return undefined;
  const url = resolve(text);
  if (!url || url.host !== ANY_HOST || leavesOrigin(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Characters that two readers of the same address can understand differently. */
export function hasAmbiguousCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f-\u009f\\]/.test(text);
}

/** A pathname that starts with two slashes names a host once it stands alone. */
export function leavesOrigin(pathname: string): boolean {
  return pathname.startsWith('//');
}

const ANY_HOST = 'own.invalid';

function resolve(text: string): URL | undefined {
  return URL.parse(text, `https://${ANY_HOST}`) ?? undefined;
}
