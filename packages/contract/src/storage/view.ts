import { z } from 'zod';
import { extensionOf } from '../file-types.ts';
import { queryBoolean, queryNumber, route } from '../route.ts';
import { inBucket, objectKey, objectPath, readStorage } from './objects.ts';

/**
 * Addresses a browser can load without a header: `url` of a listing line, of details, of a version.
 * They carry a signature over session, connector, object and time, and stop working when the session
 * ends, the member loses access, or after two hours at most.
 */
export const THUMBNAIL_SIZES = [128, 320, 640, 1600] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];

const pictures = new Set('png apng jpg jpeg jfif webp gif svg avif tif tiff'.split(' '));

/** Whether a thumbnail can be made of it; anything else shows the icon of its type. */
export function hasThumbnail(name: string): boolean {
  return pictures.has(extensionOf(name));
}

/** A picture of at most so many pixels a side, as webp. 404 or 422 where none can be made. */
export function thumbnailUrl(url: string, size: ThumbnailSize): string {
  return `${url}&size=${size}`;
}

/** Saves the file under its own name. */
export function downloadUrl(url: string): string {
  return `${url}&download=true`;
}

export const storageViewPath = '/api/s3/v1/view';

export const viewRoutes = {
  view: route({
    method: 'GET',
    path: '/api/s3/v1/view/:grant/:signature',
    summary: 'An object by a signed address of ours: sandboxed, with ranges, or as a thumbnail',
    access: 'public',
    params: z.object({ grant: z.string().max(100), signature: z.string().max(100) }),
    query: z.object({
      path: objectKey,
      versionId: z.string().max(300).optional(),
      /** Changes with the content, so that browsers may keep what they loaded. */
      v: z.string().max(100).optional(),
      size: queryNumber.pipe(z.literal([...THUMBNAIL_SIZES])).optional(),
      download: queryBoolean.optional(),
    }),
    answer: z.unknown(),
    raw: 'file',
  }),
  linked: route({
    method: 'GET',
    path: storageViewPath,
    summary: 'An object by a link that was shared, for whoever has it',
    access: 'public',
    query: z.object({ link: z.string().max(6_000) }),
    answer: z.unknown(),
    raw: 'file',
  }),
  /** A fresh address for an object that is known by its path only, or whose address has expired. */
  viewUrls: route({
    method: 'POST',
    path: '/api/s3/v1/view-urls',
    summary: 'Signed addresses of ours for some objects',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({ ...inBucket, paths: z.array(objectKey).min(1).max(1000) }),
    answer: z.array(z.object({ path: z.string(), url: z.string() })),
    write: 'repeatable',
  }),
  /** As webp; what 404 and 422 mean is as for a thumbnail. */
  picture: route({
    method: 'POST',
    path: '/api/s3/v1/picture',
    summary: 'A picture made smaller, for who draws it into a page or a mail',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({
      ...inBucket,
      path: objectKey,
      size: z.literal([...THUMBNAIL_SIZES]).default(640),
    }),
    answer: z.object({ base64: z.string() }),
    write: 'repeatable',
  }),
  prepareZip: route({
    method: 'POST',
    path: '/api/s3/v1/zip',
    summary: 'An address that streams objects and folders as one zip file; good for an hour',
    access: readStorage,
    effect: 'reads',
    body: z.strictObject({
      ...inBucket,
      /** Objects and folders (ending in a slash; '' is everything). */
      paths: z.array(objectPath).min(1).max(10_000),
      /** What the file is called; made from the folder's name otherwise. */
      name: z.string().trim().min(1).max(200).optional(),
    }),
    answer: z.object({ url: z.string(), name: z.string() }),
    write: 'repeatable',
  }),
  zip: route({
    method: 'GET',
    path: '/api/s3/v1/zip/:zipId/:signature',
    summary: 'The zip file of a prepared address',
    access: 'public',
    params: z.object({ zipId: z.uuid(), signature: z.string().max(100) }),
    answer: z.unknown(),
    raw: 'file',
  }),
};
