import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '@causeway/contract/errors.ts';
import { hasThumbnail, type ThumbnailSize } from '@causeway/contract/storage/view.ts';
import { ifMissing } from '#platform/expected.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { readBytes } from '#platform/connectors/storage/read.ts';
import { pictureShares } from './shares.ts';
import { asPixels } from '#platform/pictures/as-pixels.ts';
import { loadSharp } from '#platform/pictures/sharp.ts';

/**
 * Small pictures of large ones, made once and kept on disk under the content they show. The address
 * of a thumbnail names the etag, so one that was made before costs no call to the bucket. A picture
 * nothing can be made of leaves an empty file: it is not tried again until it changes.
 */
export type Thumbnails = {
  read(bucket: Bucket, wanted: WantedThumbnail): Promise<{ bytes: Buffer; etag: string }>;
  /** Forgets what nobody looked at for long, and the oldest beyond the limit. */
  sweep(): Promise<void>;
};

export type WantedThumbnail = {
  path: string;
  etag: string | undefined;
  versionId?: string | undefined;
  size: ThumbnailSize;
  signal: AbortSignal;
};

export const MOST_PIXELS = 100_000_000;
/** A picture is read whole into memory to be made smaller. */
export const LARGEST_PICTURE = 60_000_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const KEPT_BYTES = 1_000_000_000;

export function createThumbnails(directory: string): Thumbnails {
  const making = new Map<string, Promise<Buffer>>();
  const fileOf = (bucket: Bucket, etag: string, size: number) => {
    const text = JSON.stringify([bucket.connectorId, bucket.name, etag, size]);
    const name = createHash('sha256').update(text).digest('hex');
    return join(directory, name.slice(0, 2), `${name.slice(2)}.webp`);
  };

  async function make(bucket: Bucket, wanted: WantedThumbnail): Promise<[string, Buffer]> {
    const { path, versionId, size } = wanted;
    // Others may wait for the same picture, so it is not given up when the first of them leaves.
    const { head, bytes, byteSize } = await readBytes(bucket, path, {
      most: LARGEST_PICTURE,
      versionId,
    });
    const isWhole = byteSize === bytes.length;
    const made = isWhole ? await shrink(bytes, size) : Buffer.alloc(0);
    await keep(fileOf(bucket, head.etag, size), made);
    return [head.etag, made];
  }

  return {
    read: async (bucket, wanted) => {
      if (!hasThumbnail(wanted.path)) throw new Failure('E_IMAGE_UNREADABLE');
      const known = wanted.etag && (await findKept(fileOf(bucket, wanted.etag, wanted.size)));
      if (known) return whole(known, wanted.etag ?? '');
      const key = JSON.stringify([bucket.connectorId, wanted.path, wanted.versionId, wanted.size]);
      let etag = wanted.etag ?? '';
      let made = making.get(key);
      if (!made) {
        made = pictureShares
          .run(() => make(bucket, wanted))
          .then(([madeOf, bytes]) => {
            etag = madeOf;
            return bytes;
          });
        making.set(key, made);
        // Who asked for it is told by the promise itself.
        void made.catch(() => {}).finally(() => making.delete(key));
      }
      return whole(await made, etag);
    },
    sweep: () => sweepFolder(directory),
  };
}

function whole(bytes: Buffer, etag: string): { bytes: Buffer; etag: string } {
  if (bytes.length === 0) throw new Failure('E_IMAGE_UNREADABLE');
  return { bytes, etag };
}

/** Empty where it is no picture, or one with too many pixels. */
async function shrink(bytes: Buffer, size: number): Promise<Buffer> {
  try {
    const sharp = await loadSharp();
    const wanted = { width: size, height: size, fit: 'inside', withoutEnlargement: true } as const;
    const pixels = await asPixels(bytes, { mostPixels: MOST_PIXELS, size: wanted });
    return await sharp(pixels, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(wanted)
      .webp({ quality: 75, effort: 2 })
      .toBuffer();
  } catch {
    // Strangers make the pictures: whatever the library stumbles over, there is none to show.
    return Buffer.alloc(0);
  }
}

async function findKept(file: string): Promise<Buffer | undefined> {
  const kept = await readFile(file).catch(ifMissing(undefined));
  const now = new Date();
  // Should it not be marked as used, it is swept and made again.
  if (kept) void utimes(file, now, now).catch(() => {});
  return kept;
}

/** Several instances may share the folder: a file appears whole or not at all. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${crypto.randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, file);
  } catch {
    // A full disk costs the next viewer some time, not this one the picture.
    await rm(draft, { force: true }).catch(() => {});
  }
}

async function sweepFolder(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const { mtimeMs, size } = await stat(file);
        return { file, mtimeMs, size };
      }),
  );
  let kept = 0;
  for (const { file, mtimeMs, size } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    kept += size;
    const isOld = mtimeMs < Date.now() - KEPT_MS;
    if (isOld || kept > KEPT_BYTES) await rm(file, { force: true });
  }
}
