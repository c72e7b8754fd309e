import { storageReplaceRoutes } from '@causeway/contract/storage/replace.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage } from '../call.ts';
import { appendItems } from '../jobs/queries.ts';
import { startJob } from '../jobs/start.ts';
import { lookThrough } from './look.ts';
import type { Texts } from './texts.ts';

type Parts = { open: OpenStorage; texts: Texts };

export function mountStorageReplace(
  mount: Mount,
  { runs }: Services,
  { open, texts }: Parts,
): void {
  mount('storageReplace', storageReplaceRoutes, {
    look: async ({ body, ...given }) => {
      const { bucket } = open.reading(given);
      const looking = { bucket, texts, signal: given.signal };
      return lookThrough(looking, body.replacement, body.after);
    },

    run: async ({ body, ...given }) => {
      const { files, replacement } = body;
      const paths = files.map(({ path }) => path);
      const call = open.writing(given, paths);
      const requested = paths.map((from) => ({ from, to: null }));
      const wanted = { kind: 'replace' as const, requested, isListed: true, replacement };
      return startJob(given.db, runs, call, wanted, async (job) => {
        const items = files.map(({ path, etag }) => ({
          source: path,
          target: null,
          byteSize: 0,
          etag,
          trashId: crypto.randomUUID(),
        }));
        const reached = { listedRequests: requested.length, listedAfter: null };
        await appendItems(given.db, job, items, reached);
      });
    },
  });
}
