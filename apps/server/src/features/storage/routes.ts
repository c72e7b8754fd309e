import { join } from 'node:path';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { defineCrawls } from './bucket-index/crawl.ts';
import { mountBucketIndex } from './bucket-index/routes.ts';
import { createOpenStorage } from './call.ts';
import { createChanges } from './changes.ts';
import { mountDeleted } from './objects/deleted.ts';
import { mountStorageJobs } from './jobs/routes.ts';
import { defineStorageWork } from './jobs/run.ts';
import { mountObjects } from './objects/object-routes.ts';
import { mountPreviews } from './previews/routes.ts';
import type { OpenWorkbook } from './previews/workbook.ts';
import { mountStorageReplace } from './replace/routes.ts';
import { createTexts } from './replace/texts.ts';
import { createThumbnails } from './views/thumbnails.ts';
import { defineStorageUpkeep } from './upkeep.ts';
import { mountUploads } from './uploads/routes.ts';
import { mountViews } from './views/view-routes.ts';
import { createWholeListings } from './objects/whole-listings.ts';

/** Buckets as a place to work: objects, addresses to see them, uploads, jobs, and the index. */
export function mountStorage(
  mount: Mount,
  services: Services,
  { openWorkbook }: { openWorkbook: OpenWorkbook },
): void {
  const open = createOpenStorage(services);
  const wholes = createWholeListings(services);
  const changes = createChanges(services, wholes);
  const texts = createTexts();
  const thumbnails = createThumbnails(join(services.env.DATA_DIR, 'cache', 'thumbnails'));
  mountObjects(mount, services, { open, changes, wholes });
  mountViews(mount, services, { open, thumbnails });
  mountPreviews(mount, { open, changes, openWorkbook });
  mountUploads(mount, { open, changes });
  mountStorageJobs(mount, services, open);
  mountStorageReplace(mount, services, { open, texts });
  mountDeleted(mount, services, open);
  mountBucketIndex(mount, services, open);
  defineStorageWork(services, { changes, texts });
  defineCrawls(services);
  defineStorageUpkeep(services, thumbnails);
}
