import { z } from 'zod';
import { instant, route } from '../route.ts';
import { clashRules, storageJob } from './jobs.ts';
import {
  inBucket,
  listingItem,
  objectKey,
  objectPath,
  readStorage,
  writeStorage,
} from './objects.ts';

/** The last version of a deleted object, as the bucket keeps it; `url` shows that version. */
export const deletedItem = listingItem.extend({ deletedAt: instant, versionId: z.string() });
export type DeletedItem = z.infer<typeof deletedItem>;

/** What was deleted in buckets that keep versions: by us, by anybody, at any time. */
export const deletedRoutes = {
  list: route({
    method: 'GET',
    path: '/api/s3/v1/deleted',
    summary: 'Deleted objects of a folder that can come back, where the bucket keeps versions',
    access: readStorage,
    query: z.object({
      ...inBucket,
      path: objectPath.default(''),
      cursor: z.string().max(6_000).optional(),
    }),
    answer: z.object({
      isVersioned: z.boolean(),
      items: z.array(deletedItem),
      /** Folders that hold versions of something, be it deleted or not. */
      folders: z.array(z.string()),
      nextCursor: z.string().nullable(),
    }),
  }),
  restore: route({
    method: 'POST',
    path: '/api/s3/v1/deleted/restore',
    summary: 'Bring deleted objects and folders back from the versions the bucket keeps',
    access: writeStorage,
    body: z.strictObject({
      ...inBucket,
      paths: z.array(objectKey).min(1).max(10_000),
      onClash: z.enum(clashRules).default('keep-both'),
    }),
    answer: storageJob,
    costs: true,
  }),
};
