import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { putBytes } from '#platform/connectors/storage/write.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { OpenStorage } from '../call.ts';
import type { Changes } from '../changes.ts';
import { findTagsOf } from '../objects/facts-beside.ts';
import { withCurrent } from '../objects/objects.ts';
import { writeObject } from '../objects/write-object.ts';
import { changeImage } from './image.ts';
import { readTable } from './table.ts';
import { readText } from './text.ts';
import type { OpenWorkbook } from './workbook.ts';

type Parts = { open: OpenStorage; changes: Changes; openWorkbook: OpenWorkbook };

export function mountPreviews(mount: Mount, { open, changes, openWorkbook }: Parts): void {
  mount('storagePreviews', previewRoutes, {
    text: async ({ query, ...given }) => {
      return readText(open.reading(given), query);
    },

    table: async ({ query, ...given }) => {
      return readTable(open.reading(given), query, openWorkbook);
    },

    previewImage: async ({ body, signal, ...given }) => {
      const { bucket } = open.reading({ ...given, signal });
      const { bytes, contentType } = await changeImage(bucket, { ...body, signal });
      return {
        headers: {
          'content-type': contentType,
          'content-length': bytes.length,
          'content-security-policy': "sandbox; default-src 'none'",
        },
        body: bytes,
      };
    },

    changeImage: async ({ body, signal, ...given }) => {
      const to = body.to ?? body.path;
      const call = open.writing({ ...given, signal }, [to]);
      return withCurrent(call, to, async () => {
        const image = await changeImage(call.bucket, { ...body, signal });
        const { bytes, width, height, contentType, head } = image;
        const isInPlace = to === body.path;
        // What was read is what is replaced, whatever happened meanwhile.
        const wanted = isInPlace ? { ifMatch: head.etag } : { onlyIfNew: body.onlyIfNew };
        const like = { ...head, contentType, contentEncoding: null };
        const beside = isInPlace
          ? { like, ...(await findTagsOf(call.bucket, head, signal)) }
          : { contentType, metadata: head.metadata };
        const options = { ...beside, ...wanted, signal };
        const wish = { path: to, act: 'storage.image-changed' as const, ...wanted };
        const written = await writeObject(call, changes, wish, async () => ({
          byteSize: bytes.length,
          ...(await putBytes(call.bucket, to, bytes, options)),
        }));
        return { ...written, width, height };
      });
    },
  });
}
