import type { Sharp } from 'sharp';
import type { z } from 'zod';
import { extensionOf } from '@causeway/contract/file-types.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { imageChanges } from '@causeway/contract/storage/previews.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { type ObjectHead, readBytes } from '#platform/connectors/storage/read.ts';
import { pictureShares } from '../views/shares.ts';
import { asPixels } from '#platform/pictures/as-pixels.ts';
import { loadSharp } from '#platform/pictures/sharp.ts';
import { LARGEST_PICTURE, MOST_PIXELS } from '../views/thumbnails.ts';

type Changes = z.output<typeof imageChanges>;
type Format = NonNullable<Changes['format']>;

export type ChangedImage = {
  head: ObjectHead;
  bytes: Buffer;
  width: number;
  height: number;
  contentType: string;
};

type Wanted = { path: string; changes: Changes; ifMatch?: string | undefined; signal: AbortSignal };

/** Turns, mirrors, cuts, resizes and converts, in this order, on the picture as people see it. */
export async function changeImage(bucket: Bucket, wanted: Wanted): Promise<ChangedImage> {
  const { path, changes, ifMatch, signal } = wanted;
  const { head, bytes, byteSize } = await readBytes(bucket, path, {
    most: LARGEST_PICTURE,
    signal,
  });
  if (ifMatch !== undefined && withoutQuotes(ifMatch) !== head.etag) {
    throw new Failure('E_VERSION_CONFLICT');
  }
  if (byteSize > bytes.length) throw new Failure('E_FILE_TOO_LARGE');
  const format = changes.format ?? formatOf(path);
  const { data, info } = await pictureShares.run(() => render(bytes, changes, format), {
    signal,
  });
  return {
    head,
    bytes: data,
    width: info.width,
    height: info.height,
    contentType: `image/${format}`,
  };
}

async function render(bytes: Buffer, changes: Changes, format: Format) {
  try {
    const upright = await applyChanges(bytes, changes);
    return await upright
      .toFormat(format, { quality: Math.round(changes.quality * 100) })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { message } = error as Error;
    if (/pixel limit/i.test(message)) throw new Failure('E_IMAGE_TOO_LARGE');
    throw new Failure('E_IMAGE_UNREADABLE', `This can not be read as a picture: ${message}`);
  }
}

async function applyChanges(bytes: Buffer, changes: Changes): Promise<Sharp> {
  const sharp = await loadSharp();
  const options = { limitInputPixels: MOST_PIXELS };
  const pixels = await asPixels(bytes, { mostPixels: MOST_PIXELS });
  // Sharp turns before it cuts only when the turned picture is one of its own.
  const turned = sharp(pixels, options).autoOrient().keepIccProfile();
  const upright = changes.rotate
    ? sharp(await turned.png({ compressionLevel: 1 }).toBuffer(), options).rotate(changes.rotate)
    : turned;
  const seen = await upright
    .flip(changes.flip)
    .flop(changes.flop)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const picture = sharp(seen.data, options).keepIccProfile();
  const { crop, resize } = changes;
  if (crop) {
    const isInside =
      crop.left + crop.width <= seen.info.width && crop.top + crop.height <= seen.info.height;
    if (!isInside) throw new Failure('E_VALIDATION', 'The cut reaches beyond the picture.');
    picture.extract(crop);
  }
  if (resize && (resize.width || resize.height)) {
    if (pixelsAfter(crop ?? seen.info, resize) > MOST_PIXELS) {
      throw new Failure('E_IMAGE_TOO_LARGE');
    }
    picture.resize({ ...resize, fit: 'inside' });
  }
  return picture;
}

/** Also of the side that is not named, which follows the other: a narrow strip gets very long. */
function pixelsAfter(
  { width, height }: { width: number; height: number },
  resize: NonNullable<Changes['resize']>,
): number {
  const scale = Math.min((resize.width ?? Infinity) / width, (resize.height ?? Infinity) / height);
  return width * scale * height * scale;
}

const formats: Record<string, Format> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jfif: 'jpeg',
  webp: 'webp',
  avif: 'avif',
};

/** A picture keeps its format; one that can not be written becomes a PNG, which loses nothing. */
function formatOf(path: string): Format {
  return formats[extensionOf(path)] ?? 'png';
}
