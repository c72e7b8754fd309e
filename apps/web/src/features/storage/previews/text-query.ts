import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';

type Window = { from: number; bytes?: number; versionId?: string };

/** A window of an object as text. */
export function textQuery(bucket: Bucket, key: string, { from, bytes, versionId }: Window) {
  return queryOptions({
    queryKey: [
      ...storageKey(bucket.connectorId, 'object', key, 'text'),
      from,
      bytes ?? 0,
      versionId ?? '',
    ],
    queryFn: ({ signal }) =>
      api.call(
        previewRoutes.text,
        {
          query: {
            ...inBucket(bucket),
            path: key,
            from,
            ...(bytes && { bytes }),
            ...(versionId !== undefined && { versionId }),
          },
        },
        { signal },
      ),
  });
}
