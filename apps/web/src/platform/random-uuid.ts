/**
 * Browsers have `crypto.randomUUID` over https only, and an installation in somebody's own network may
 * have none. Without it nothing could be sent that must not happen twice, signing in included.
 */
export function provideRandomUuid(source: Crypto = crypto): void {
  if (typeof source.randomUUID === 'function') return;
  Object.defineProperty(source, 'randomUUID', { value: () => uuidOf(source), configurable: true });
}

/** Of version 4, as RFC 9562 writes it: all bits by chance but those that say so. */
function uuidOf(source: Crypto): string {
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
