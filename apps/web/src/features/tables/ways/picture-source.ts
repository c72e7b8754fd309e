import { hasThumbnail, storageViewPath } from '@causeway/contract/storage/view.ts';

/** Where the picture of a row comes from; a foreign one is not loaded, only its place is told. */
export type PictureSource =
  | { kind: 'address'; url: string }
  | { kind: 'object'; key: string }
  | { kind: 'foreign'; host: string };

const EMBEDDED = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i;

/**
 * Pages load pictures from this product alone: whoever writes into a table could otherwise learn who
 * looks at it. So a row shows what stands in it, an address of ours, or an object of a bucket.
 */
export function findPictureSource(text: string, origin: string): PictureSource | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  if (EMBEDDED.test(value)) return { kind: 'address', url: value };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return fromAddress(value, origin);
  return mayBeKey(value) ? { kind: 'object', key: value } : undefined;
}

function fromAddress(value: string, origin: string): PictureSource | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, origin: from, hostname, pathname, search } = new URL(value);
  // `s3://bucket/key` is looked for in the bucket that was chosen.
  if (protocol === 's3:') {
    const key = decoded(pathname.slice(1));
    return key !== undefined && mayBeKey(key) ? { kind: 'object', key } : undefined;
  }
  const isOurs = from === origin && pathname.startsWith(storageViewPath);
  return isOurs ? { kind: 'address', url: pathname + search } : { kind: 'foreign', host: hostname };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    // What is no text was not written by who writes addresses.
    return undefined;
  }
}

/** What the bucket would refuse as a key would take the pictures beside it along. */
function mayBeKey(key: string): boolean {
  const parts = key.split('/');
  return (
    key.length <= 1024 &&
    hasThumbnail(key) &&
    key.isWellFormed() &&
    !key.includes('\0') &&
    !parts.includes('..')
  );
}
