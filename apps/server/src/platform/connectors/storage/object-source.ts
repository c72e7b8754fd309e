import type { ByteSource } from '#platform/bytes/byte-source.ts';
import type { Bucket } from './bucket.ts';
import { openObject } from './read.ts';

/** An object as it was when it was first looked at; once it changed, reading fails. */
export function objectSource(
  bucket: Bucket,
  key: string,
  { size, etag, signal }: { size: number; etag: string; signal: AbortSignal },
): ByteSource {
  return {
    size,
    read: async function* (start = 0, end = size) {
      if (start >= end) return;
      const isWhole = start === 0 && end >= size;
      const { body } = await openObject(bucket, key, {
        ...(!isWhole && { range: `bytes=${start}-${end - 1}` }),
        ifMatch: etag,
        signal,
        most: Math.min(end, size) - start,
      });
      yield* body as AsyncIterable<Buffer>;
    },
  };
}
