import { z } from 'zod';
import { instant, queryBoolean, queryNumber, route } from '../route.ts';
import { inBucket, listingItem, objectPath, readStorage } from './objects.ts';

/**
 * What is known of the whole bucket, kept in our database: made by a crawl in the background, kept
 * fresh by our own writes and crawled again now and then.
 *
 * - none: never crawled; `refresh` starts it
 * - crawling: the first crawl, or another one; what was known before is still searched
 * - ready
 * - failed: the last crawl broke off (`failure`); what was known before is still searched
 */
export const bucketIndex = z.object({
  state: z.enum(['none', 'crawling', 'ready', 'failed']),
  /** A whole crawl has ended once: answers cover the bucket. */
  isComplete: z.boolean(),
  objectCount: z.number(),
  byte_size: z.number(),
  /** Objects seen by the crawl that runs. */
  crawled: z.number(),
  crawledAt: instant.nullable(),
  failure: z.string().nullable(),
});
export type BucketIndex = z.infer<typeof bucketIndex>;

export const searchOrders = ['match', 'name', 'size', 'date'] as const;
export const fileGroups = ['image', 'video', 'audio', 'document', 'data', 'other'] as const;

export const folderUsage = z.object({
  path: z.string(),
  name: z.string(),
  byte_size: z.number(),
  object_count: z.number(),
  updated_at: z.string().nullable(),
});
export type FolderUsage = z.infer<typeof folderUsage>;

export const bucketIndexRoutes = {
  read: route({
    method: 'GET',
    path: '/api/s3/v1/index',
    summary: 'How much of the bucket is known',
    access: readStorage,
    query: z.object(inBucket),
    answer: bucketIndex,
  }),
  refresh: route({
    method: 'POST',
    path: '/api/s3/v1/index/refresh',
    summary: 'Crawl the bucket, unless it was crawled a short while ago',
    access: readStorage,
    body: z.strictObject({
      ...inBucket,
      /** Nothing happens when the last crawl is younger; 0 crawls in any case. */
      olderThanMinutes: z.number().min(0).max(100_000).default(60),
    }),
    answer: bucketIndex,
    costs: true,
  }),
  search: route({
    method: 'GET',
    path: '/api/s3/v1/search',
    summary: 'Find objects anywhere in the bucket by words of their path, largest or newest first',
    access: readStorage,
    query: z.object({
      ...inBucket,
      /** All words have to occur in the path, in any order and case. None finds everything. */
      text: z.string().max(300).default(''),
      /** Only below this folder. */
      path: objectPath.default(''),
      group: z.enum(fileGroups).optional(),
      order: z.enum(searchOrders).default('match'),
      descending: queryBoolean.default(false),
      limit: queryNumber.int().min(1).max(500).default(100),
      offset: queryNumber.int().min(0).max(100_000).default(0),
    }),
    answer: z.object({ items: z.array(listingItem), hasMore: z.boolean(), index: bucketIndex }),
  }),
  usage: route({
    method: 'GET',
    path: '/api/s3/v1/usage',
    summary: 'What takes the room below a folder: its folders and its largest objects',
    access: readStorage,
    query: z.object({ ...inBucket, path: objectPath.default('') }),
    answer: z.object({
      total: folderUsage,
      /** Largest first; objects have no slash at the end. */
      children: z.array(folderUsage),
      /** What is left out of `children`: many small ones. */
      rest: z.object({ byte_size: z.number(), object_count: z.number() }),
      groups: z.array(
        z.object({
          group: z.enum(fileGroups),
          byte_size: z.number(),
          object_count: z.number(),
        }),
      ),
      index: bucketIndex,
    }),
  }),
  duplicates: route({
    method: 'GET',
    path: '/api/s3/v1/duplicates',
    summary: 'Objects with the same content, told by etag and size; most wasted room first',
    access: readStorage,
    query: z.object({
      ...inBucket,
      path: objectPath.default(''),
      limit: queryNumber.int().min(1).max(200).default(50),
      offset: queryNumber.int().min(0).max(100_000).default(0),
    }),
    answer: z.object({
      groups: z.array(
        z.object({
          etag: z.string(),
          byte_size: z.number(),
          count: z.number(),
          /** The first hundred, oldest first. */
          items: z.array(listingItem),
        }),
      ),
      hasMore: z.boolean(),
      wasted: z.object({ byte_size: z.number(), object_count: z.number() }),
      index: bucketIndex,
    }),
  }),
};
