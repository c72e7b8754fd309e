import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { findHead, type ObjectHead } from '#platform/connectors/storage/read.ts';
import { findTags } from '#platform/connectors/storage/tags.ts';
import type { PutOptions } from '#platform/connectors/storage/write.ts';

type Changing = {
  path: string;
  /** Whoever names what they read changes it; whoever does not puts something else there. */
  ifMatch: string | undefined;
  contentType: string | undefined;
  signal: AbortSignal;
};

/**
 * What is known of an object beside its bytes stays with it when it is changed: metadata, tags, how long
 * it may be cached. How the old bytes were packed says nothing about the new ones.
 */
export async function findFactsBeside(
  bucket: Bucket,
  { path, ifMatch, contentType, signal }: Changing,
): Promise<Pick<PutOptions, 'like' | 'tags'>> {
  const there = ifMatch === undefined ? undefined : await findHead(bucket, path, { signal });
  // What it is not will be refused.
  if (!there || there.etag !== withoutQuotes(ifMatch ?? '')) return {};
  const like = { ...there, contentType: contentType ?? there.contentType, contentEncoding: null };
  return { like, ...(await findTagsOf(bucket, there, signal)) };
}

export async function findTagsOf(
  bucket: Bucket,
  { path }: ObjectHead,
  signal: AbortSignal,
): Promise<Pick<PutOptions, 'tags'>> {
  const tags = (await findTags(bucket, path, { signal })) ?? {};
  return Object.keys(tags).length > 0 ? { tags } : {};
}
