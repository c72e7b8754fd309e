import { z } from 'zod';
import { bytes, form, instant, queryBoolean, queryNumber, route } from '../route.ts';
import { sentConnector } from '../sql/sql.ts';

/**
 * Objects of a bucket. A path is the key below the connector's prefix, any characters, exactly as the
 * bucket holds it: `a//b`, a leading slash and `dir/` (a folder) are all different paths. '' is the
 * connector's root.
 */
export const objectPath = z
  .string()
  .max(1024)
  .refine((path) => path.isWellFormed() && !path.includes('\0'), 'Not a key a bucket can hold')
  .refine(staysBelowRoot, 'Leads out of the connector');

/** Some stores resolve `..` as a file system would: what climbs out of the prefix is never sent. */
function staysBelowRoot(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return false;
  }
  return true;
}

/** A path that names an object: not the root. */
export const objectKey = objectPath.refine((path) => path !== '', 'Name an object');

/** Whether what is written there could be listed, opened and deleted afterwards. */
export function isReachable(key: string): boolean {
  return objectKey.safeParse(key).success && !key.endsWith('/');
}

export const inBucket = { connector: sentConnector };
export const readStorage = { action: 'storage.read', connector: 's3' } as const;
export const writeStorage = { action: 'storage.write', connector: 's3' } as const;

/**
 * One line of a listing. Names ending in a slash are folders: they have no time, size or etag.
 * `url` shows the object without a session header (<img>, <video>, a download); it is bound to this
 * session and this object and lives for an hour or two. See view.ts for thumbnails and downloads.
 */
export const listingItem = z.object({
  path: z.string(),
  name: z.string(),
  url: z.string(),
  updated_at: z.string().nullable(),
  byte_size: z.number(),
  etag: z.string().nullable(),
});

export const listingOrders = ['name', 'date', 'size', 'type'] as const;
export type ListingOrder = (typeof listingOrders)[number];

/**
 * Folders first, then objects. By name and ascending, without filter and offset, pages come straight
 * from the bucket, one list call each, and go on by `cursor`; folders of later pages then follow with
 * those pages. Everything else holds over all keys of the folder and goes on by `offset` or `cursor`.
 */
export const listingQuery = z.object({
  ...inBucket,
  path: objectPath.default(''),
  /** Case-insensitive contains; percent signs are ignored. */
  name: z.string().max(300).optional(),
  order: z.enum(listingOrders).default('name'),
  /** The exact reverse of the list, folders at its end. */
  descending: queryBoolean.default(false),
  /** All objects below the folder instead, however deep; in the plain order, page by page. */
  depth: z.enum(['folder', 'all']).default('folder'),
  /** Folders stay in front, in whatever direction the list is read. */
  foldersFirst: queryBoolean.default(false),
  offset: queryNumber.int().min(0).default(0),
  limit: queryNumber.int().min(1).max(1000).default(1000),
  cursor: z.string().max(6_000).optional(),
  /** Asks the bucket also where the index would know it sooner. */
  fresh: queryBoolean.default(false),
});

export const listing = z.object({
  items: z.array(listingItem),
  nextCursor: z.string().nullable(),
  /** How many there are in all, where it is known: always with a filter, an order or one page. */
  total: z.number().nullable(),
  /** Set where a long folder came out of the index: when the bucket was last read for it. */
  indexedAt: instant.nullable(),
});
export type Listing = z.infer<typeof listing>;

/** What is known after a write. */
export const writtenObject = listingItem.extend({ versionId: z.string().nullable() });
export type WrittenObject = z.infer<typeof writtenObject>;

/**
 * What the writer expects to find: the etag it read, or nothing at all. Otherwise 412: E_VERSION_CONFLICT
 * or E_OBJECT_EXISTS with `details.current` (see objectDetails; null where the object is gone).
 */
const expectations = {
  ifMatch: z.string().max(300).optional(),
  onlyIfNew: z.boolean().optional(),
};

export const objectDetails = writtenObject.extend({
  contentType: z.string().nullable(),
  cacheControl: z.string().nullable(),
  contentEncoding: z.string().nullable(),
  storageClass: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null where the bucket has no tags or does not show them to these keys. */
  tags: z.record(z.string(), z.string()).nullable(),
  /** Pixels of a picture, told from its first bytes. */
  image: z.object({ width: z.number(), height: z.number() }).nullable(),
});
export type ObjectDetails = z.infer<typeof objectDetails>;

export const objectVersion = z.object({
  versionId: z.string(),
  isLatest: z.boolean(),
  /** The moment of a deletion: there is nothing to show or to download. */
  isDeletion: z.boolean(),
  updated_at: z.string(),
  byte_size: z.number(),
  etag: z.string().nullable(),
  url: z.string().nullable(),
});
export type ObjectVersion = z.infer<typeof objectVersion>;

const SEVEN_DAYS = 7 * 24 * 3600;

export const storageRoutes = {
  /** The call of the specification: a folder is listed, an object is read as JSON. */
  get: route({
    method: 'GET',
    path: '/api/s3/v1',
    summary: 'List a folder (a path that is empty or ends in a slash), or read a JSON object',
    access: readStorage,
    query: listingQuery,
    answer: z.unknown(),
    raw: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/s3/v1/list',
    summary: 'List a folder',
    access: readStorage,
    query: listingQuery,
    answer: listing,
    raw: true,
  }),
  put: route({
    method: 'PUT',
    path: '/api/s3/v1',
    summary:
      'Create or update an object from text or a JSON value; a path ending in a slash is a folder',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      path: objectKey,
      /** Text is stored as it is, anything else as JSON. Digits beyond a double's only survive as text. */
      body: z.unknown(),
      contentType: z.string().max(200).optional(),
      ...expectations,
    }),
    answer: writtenObject,
    write: 'outside',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/s3/v1',
    summary: 'Delete one object; it stays in the trash unless `permanent` is set',
    access: writeStorage,
    /** All of it stands in the address, or in the body. */
    query: z.object({
      connector: sentConnector.optional(),
      path: objectKey.optional(),
      permanent: queryBoolean.optional(),
      ifMatch: expectations.ifMatch,
    }),
    body: z
      .strictObject({
        connector: sentConnector.optional(),
        path: objectKey.optional(),
        permanent: z.boolean().optional(),
        ifMatch: expectations.ifMatch,
      })
      .nullish(),
    answer: z.object({ trashId: z.string().nullable() }),
    write: 'outside',
  }),
  upload: route({
    method: 'POST',
    path: '/api/s3/v1/upload',
    summary:
      'Upload a form with one field `file`; connector and path stand in the address or in front of the file. A path ending in a slash takes the file name',
    access: writeStorage,
    query: z.object({
      connector: sentConnector.optional(),
      path: objectPath.optional(),
      onlyIfNew: queryBoolean.optional(),
    }),
    body: form,
    takes: 'form',
    answer: writtenObject,
    write: 'outside',
  }),
  copy: route({
    method: 'POST',
    path: '/api/s3/v1/copy',
    summary: 'Copy one object inside the bucket, with its type and metadata',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      from: objectKey,
      to: objectKey,
      onlyIfNew: z.boolean().optional(),
    }),
    answer: writtenObject,
    write: 'outside',
  }),
  signedUrl: route({
    method: 'POST',
    path: '/api/s3/v1/signed-url',
    summary:
      'A link that anyone can open until it expires: of the bucket itself, where others reach it',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({
      ...inBucket,
      path: objectKey,
      expiresIn: z.number().int().min(1).max(SEVEN_DAYS).default(3600),
      /** Saved under its own name instead of shown. */
      download: z.boolean().default(false),
      versionId: z.string().max(300).optional(),
    }),
    answer: z.object({ url: z.string(), expiresAt: instant }),
    write: 'repeatable',
  }),

  /** The bytes of an object, for code that can send the session header. Answers ETag and ranges. */
  content: route({
    method: 'GET',
    path: '/api/s3/v1/content',
    summary: 'The bytes of an object; ranges are served',
    access: readStorage,
    query: z.object({
      ...inBucket,
      path: objectKey,
      versionId: z.string().max(300).optional(),
    }),
    answer: z.unknown(),
    raw: 'file',
  }),
  /** Files of up to one part (uploads.ts) and what an editor saves. */
  putContent: route({
    method: 'PUT',
    path: '/api/s3/v1/content',
    summary: 'Create or update an object from the bytes sent; its type is that of the request',
    access: writeStorage,
    query: z.object({
      ...inBucket,
      path: objectKey,
      ifMatch: expectations.ifMatch,
      onlyIfNew: queryBoolean.optional(),
    }),
    body: bytes,
    takes: 'bytes',
    answer: writtenObject,
    write: 'outside',
  }),
  details: route({
    method: 'GET',
    path: '/api/s3/v1/details',
    summary: 'Everything the bucket tells about one object',
    access: readStorage,
    query: z.object({ ...inBucket, path: objectKey }),
    answer: objectDetails,
  }),
  versions: route({
    method: 'GET',
    path: '/api/s3/v1/versions',
    summary: 'Versions of an object, newest first, where the bucket keeps them',
    access: readStorage,
    query: z.object({ ...inBucket, path: objectKey }),
    answer: z.object({
      isVersioned: z.boolean(),
      versions: z.array(objectVersion),
      /** The bucket keeps still older ones than the thousand told here. */
      hasOlder: z.boolean(),
    }),
  }),
  restoreVersion: route({
    method: 'POST',
    path: '/api/s3/v1/versions/restore',
    summary: 'Make an older version the current one; nothing is lost by it',
    access: writeStorage,
    body: z.strictObject({ ...inBucket, path: objectKey, versionId: z.string().max(300) }),
    answer: writtenObject,
    write: 'outside',
  }),
};
