import { uploadRoutes } from '@causeway/contract/storage/uploads.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { OpenStorage } from '../call.ts';
import type { Changes } from '../changes.ts';
import { withCurrent } from '../objects/objects.ts';
import { writeObject } from '../objects/write-object.ts';
import { listUploads } from './queries.ts';
import {
  describeUpload,
  finishUpload,
  giveUpUpload,
  ownerOf,
  readUpload,
  receivePart,
  startUpload,
} from './upload.ts';

export function mountUploads(
  mount: Mount,
  { open, changes }: { open: OpenStorage; changes: Changes },
): void {
  mount('storageUploads', uploadRoutes, {
    list: async ({ ...given }) => {
      const call = open.reading(given);
      const uploads = await listUploads(call.db, ownerOf(call));
      return uploads.map(describeUpload);
    },

    start: async ({ body, ...given }) => {
      const call = open.writing(given, [body.path]);
      return withCurrent(call, body.path, () => startUpload(call, body));
    },

    read: async ({ params, ...given }) => {
      const call = open.reading(given);
      return describeUpload(await readUpload(call, params.uploadId));
    },

    putPart: async ({ params, body, headers, ...given }) => {
      const call = open.writing(given);
      const upload = await readUpload(call, params.uploadId);
      const announced = Number(headers['content-length'] ?? 0);
      return receivePart(call, upload, { number: params.number, announced, body });
    },

    complete: async ({ params, body, ...given }) => {
      const call = open.writing(given);
      const upload = await readUpload(call, params.uploadId);
      const { path, byteSize } = upload;
      const overwrite = body.overwrite ?? upload.overwrite;
      // Who completes it at the same time may have been faster.
      const ready = () => readUpload(call, upload.id);
      const wish = { path, act: 'storage.uploaded' as const, onlyIfNew: !overwrite, ready };
      return writeObject(call, changes, wish, async () => ({
        byteSize,
        ...(await finishUpload(call, upload, overwrite)),
      }));
    },

    abort: async ({ params, ...given }) => {
      const call = open.writing(given);
      await giveUpUpload(call, await readUpload(call, params.uploadId));
      return null;
    },
  });
}
