import type { FillOptions } from '../progress.ts';
import { copiedObjects } from './copies.ts';
import { folderObjects } from './folders.ts';
import { documentObjects } from './invoices.ts';
import { contentTypeOf, type SampleObject } from './objects.ts';
import { pictureObjects } from './pictures.ts';
import { tableObjects } from './tables.ts';

/** Objects made and put at the same time: enough to keep both the drawing and the store busy. */
const LANES = 6;

/** One version of an object: the first of its key, or the one that comes after another. */
export type SampleVersion = { body: Buffer; contentType: string; after: Buffer | undefined };

/**
 * Stores one version, if its key holds what it comes after; puts of different objects run side by
 * side.
 */
export type PutObject = (key: string, version: SampleVersion) => Promise<void>;

/**
 * Fills a bucket with the sample media. What was put already is not put again, so a fill that was
 * interrupted is simply run again.
 */
export async function fillMedia(
  put: PutObject,
  options: FillOptions,
): Promise<{ objects: number; bytes: number }> {
  const objects = listMedia(options.anchor);
  const total = objects.reduce((sum, { effort = 1 }) => sum + effort, 0);
  const waiting = objects.values();
  let done = 0;
  const filled = { objects: 0, bytes: 0 };
  // The first failure stops all lanes: nothing is put any more once the caller knows of it.
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal ? [options.signal] : [])]);
  const work = async () => {
    for (const { key, make, earlier = [], effort = 1 } of waiting) {
      signal.throwIfAborted();
      const body = await make(signal);
      const contentType = contentTypeOf(key);
      let after: Buffer | undefined;
      for (const version of [...earlier.map((text) => Buffer.from(text)), body]) {
        await put(key, { body: version, contentType, after });
        after = version;
      }
      filled.objects += 1;
      filled.bytes += body.length;
      done += effort;
      options.onProgress?.(done, total, key.split('/', 1)[0]!);
    }
  };
  const lanes = Array.from({ length: LANES }, () => work().catch((error) => failure.abort(error)));
  await Promise.all(lanes);
  signal.throwIfAborted();
  return filled;
}

function listMedia(anchor: Date): SampleObject[] {
  const objects = [
    ...pictureObjects(anchor),
    ...documentObjects(anchor),
    ...tableObjects(anchor),
    ...folderObjects(anchor),
  ];
  return [...objects, ...copiedObjects(objects)];
}
