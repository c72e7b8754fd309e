import type { FillOptions } from '../progress.ts';
import { folderObjects } from './folders.ts';
import { documentObjects } from './invoices.ts';
import { contentTypeOf, type SampleObject } from './objects.ts';
import { pictureObjects } from './pictures.ts';
import { tableObjects } from './tables.ts';

/** Objects made and put at the same time: enough to keep both the drawing and the store busy. */
const LANES = 6;

/** Stores one object; puts of different objects run side by side. */
export type PutObject = (key: string, body: Buffer, contentType: string) => Promise<void>;

/**
 * Fills a bucket with the sample media. Putting the same object again changes nothing, so a fill
 * that was interrupted is simply run again.
 */
export async function fillMedia(
  put: PutObject,
  options: FillOptions,
): Promise<{ objects: number; bytes: number }> {
  const objects = listMedia(options.anchor);
  const waiting = objects.values();
  const filled = { objects: 0, bytes: 0 };
  const work = async () => {
    for (const { key, make } of waiting) {
      options.signal?.throwIfAborted();
      const body = await make();
      await put(key, body, contentTypeOf(key));
      filled.objects += 1;
      filled.bytes += body.length;
      options.onProgress?.(filled.objects, objects.length, key.split('/', 1)[0]!);
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return filled;
}

function listMedia(anchor: Date): SampleObject[] {
  return [
    ...pictureObjects(anchor),
    ...documentObjects(anchor),
    ...tableObjects(anchor),
    ...folderObjects(anchor),
  ];
}
