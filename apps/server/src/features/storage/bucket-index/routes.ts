import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage, StorageCall } from '../call.ts';
import { objectItem } from '../items.ts';
import { startCrawl } from './crawl.ts';
import { forgetElsewhere, readIndex } from './queries.ts';
import { searchObjects } from './search.ts';
import { listDuplicates, readUsage } from './usage.ts';

export function mountBucketIndex(mount: Mount, services: Services, open: OpenStorage): void {
  async function openHere(given: Parameters<OpenStorage['reading']>[0]): Promise<StorageCall> {
    const call = open.reading(given);
    await forgetElsewhere(call.db, call.connector);
    return call;
  }

  mount('bucketIndex', bucketIndexRoutes, {
    read: async ({ ...given }) => {
      const { db, connector } = await openHere(given);
      return readIndex(db, connector.id);
    },

    refresh: async ({ body, ...given }) => {
      const { connector, actor } = open.reading(given);
      const wish = { olderThanMinutes: body.olderThanMinutes, userId: actor.user.id };
      await startCrawl(services, given.db, connector.id, wish);
      return readIndex(given.db, connector.id);
    },

    search: async ({ query, ...given }) => {
      const { db, connector, addresses } = await openHere(given);
      const [found, index] = await Promise.all([
        searchObjects(db, connector.id, query),
        readIndex(db, connector.id),
      ]);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((object) => objectItem(object, addresses)),
        hasMore: found.length > query.limit,
        index,
      };
    },

    usage: async ({ query, ...given }) => {
      const { db, connector } = await openHere(given);
      const [usage, index] = await Promise.all([
        readUsage(db, connector.id, query.path),
        readIndex(db, connector.id),
      ]);
      return { ...usage, index };
    },

    duplicates: async ({ query, ...given }) => {
      const { db, connector, addresses } = await openHere(given);
      const [{ groups, ...rest }, index] = await Promise.all([
        listDuplicates(db, connector.id, query),
        readIndex(db, connector.id),
      ]);
      return {
        ...rest,
        groups: groups.map(({ objects, ...group }) => ({
          ...group,
          items: objects.map((object) => objectItem(object, addresses)),
        })),
        index,
      };
    },
  });
}
