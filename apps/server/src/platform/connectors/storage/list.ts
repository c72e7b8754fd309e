import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { asked, at, type Bucket } from './bucket.ts';
import { createPageCount } from './endless-listing.ts';
import { type RawListing, readEntriesQuickly } from './quick-listing.ts';

/** An object as a listing tells of it; its path begins at the connector's prefix. */
export type ListedObject = { path: string; byteSize: number; updatedAt: string; etag: string };

export type ListedPage = {
  /** Paths ending in a slash. */
  folders: string[];
  objects: ListedObject[];
  /** Where the next page goes on; undefined on the last one. */
  next: string | undefined;
};

/** S3 lists at most so many a call. */
export const LISTED_AT_ONCE = 1000;

type ListOptions = {
  /** Only the folder itself, or everything below it. */
  depth: 'folder' | 'all';
  next?: string | undefined;
  /** Goes on behind this path, for a listing that another process began. */
  after?: string | undefined;
  limit?: number;
  signal?: AbortSignal;
};

/** One page of what is below a folder ('' is the root), in the bucket's order: by bytes. */
export async function listPage(
  bucket: Bucket,
  folder: string,
  options: ListOptions,
): Promise<ListedPage> {
  const { Bucket, Key: Prefix } = at(bucket, folder);
  const command = new ListObjectsV2Command({
    Bucket,
    Prefix,
    ...(options.depth === 'folder' && { Delimiter: '/' }),
    ContinuationToken: options.next,
    StartAfter: options.after === undefined ? undefined : bucket.root + options.after,
    MaxKeys: options.limit ?? LISTED_AT_ONCE,
    // Keys may hold characters XML has no way to write.
    EncodingType: 'url',
  });
  const quick = readEntriesQuickly(command);
  const answer = await asked(
    's3:ListBucket',
    bucket.client.send(command, { abortSignal: options.signal }),
  );
  const read = answer.EncodingType === 'url' ? decodeKey : (key: string) => key;
  const pathOf = (key = '') => read(key).slice(bucket.root.length);
  const { objects, prefixes } = quick.found() ?? entriesOf(answer);
  return {
    folders: prefixes.map(pathOf),
    objects: objects.map(({ key, modified, etag, size }) => ({
      path: pathOf(key),
      byteSize: size,
      updatedAt: modified,
      etag: withoutQuotes(etag),
    })),
    next: answer.IsTruncated ? answer.NextContinuationToken : undefined,
  };
}

/** As the SDK read it, where the quick way did not. */
function entriesOf({ Contents = [], CommonPrefixes = [] }: ListObjectsV2CommandOutput): RawListing {
  return {
    objects: Contents.map(({ Key = '', LastModified, ETag = '', Size = 0 }) => ({
      key: Key,
      modified: (LastModified ?? new Date(0)).toISOString(),
      etag: ETag,
      size: Size,
    })),
    prefixes: CommonPrefixes.map(({ Prefix = '' }) => Prefix),
  };
}

/** Every page of a folder, one after the other. */
export async function* listPages(
  bucket: Bucket,
  folder: string,
  options: Omit<ListOptions, 'next'>,
): AsyncGenerator<ListedPage> {
  let { after } = options;
  let next: string | undefined;
  const count = createPageCount();
  do {
    const page = await listPage(bucket, folder, { ...options, after, next });
    yield page;
    next = page.next;
    if (next !== undefined) count(next);
    after = undefined;
  } while (next !== undefined);
}

/** Stores quote etags, or not, or escape the quotes. */
export function withoutQuotes(etag: string): string {
  if (etag.startsWith('"') && etag.endsWith('"')) return etag.slice(1, -1);
  return etag.replace(/^(W\/)?"|"$|&quot;/g, '');
}

/** As forms are encoded: a plus is a space. */
export function decodeKey(key: string): string {
  if (!/[%+]/.test(key)) return key;
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key;
  }
}
