import { objectName } from '@causeway/contract/storage/object-listing.ts';
import { deletedRoutes } from '@causeway/contract/storage/deleted.ts';
import { TRASH_FOLDER } from '@causeway/contract/storage/trash-folder.ts';
import { type KeptObject, listDeletedPage } from '#platform/connectors/storage/list-deleted.ts';
import { keepsVersions } from '#platform/connectors/storage/versions.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import type { OpenStorage, StorageCall } from '../call.ts';
import { startJob } from '../jobs/start.ts';

export function mountDeleted(mount: Mount, { runs }: Services, open: OpenStorage): void {
  mount('storageDeleted', deletedRoutes, {
    list: async ({ query, ...given }) => {
      return listDeleted(open.reading(given), query);
    },

    restore: async ({ body, ...given }) => {
      const call = open.writing(given, body.paths);
      const requested = body.paths.map((from) => ({ from, to: null }));
      const { onClash } = body;
      return startJob(given.db, runs, call, { kind: 'restore', requested, onClash });
    },
  });
}

async function listDeleted(
  { bucket, addresses, signal }: StorageCall,
  { path, cursor }: { path: string; cursor?: string | undefined },
) {
  if (!(await keepsVersions(bucket, signal))) {
    return { isVersioned: false, items: [], folders: [], nextCursor: null };
  }
  const page = await listDeletedPage(bucket, path, { depth: 'folder', after: cursor, signal });
  const describe = ({ updatedAt, byteSize, ...object }: KeptObject) => ({
    ...object,
    name: objectName(object.path),
    url: addresses.of(object),
    updated_at: updatedAt,
    byte_size: byteSize,
  });
  return {
    isVersioned: true,
    // A deleted mark of the folder itself is no file in it.
    items: page.objects.filter((object) => object.path !== path).map(describe),
    folders: page.folders.filter((folder) => folder !== TRASH_FOLDER),
    nextCursor: page.next ?? null,
  };
}
