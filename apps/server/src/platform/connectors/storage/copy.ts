import { CopyObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { withoutQuotes } from './list.ts';
import { completeUpload, type SentPart } from './multipart.ts';
import { findHead, type ObjectHead, readHead } from './read.ts';
import { abortTrailedUpload, closeTrail, openTrailedUpload, touchTrail } from './upload-trail.ts';
import { findTags } from './tags.ts';
import { conditions, expect, type Expectation } from './write.ts';

/** What S3 copies in one call; beyond it a copy is made of parts. */
const LARGEST_SINGLE_COPY = 5 * 1024 ** 3;
const COPIED_PART = 512 * 1024 ** 2;

type CopyOptions = {
  versionId?: string | undefined;
  /** The source has to be this still. */
  sourceEtag?: string | undefined;
  onlyIfNew?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Copies inside the bucket, with type and metadata, and looks at the result: it returns only when the
 * copy is there and is what the source was.
 */
export async function copyObject(
  db: Db,
  bucket: Bucket,
  { from, to }: { from: string; to: string },
  options: CopyOptions = {},
): Promise<ObjectHead> {
  const { versionId, sourceEtag, onlyIfNew, signal } = options;
  const source = await readHead(bucket, from, { versionId, signal });
  if (sourceEtag !== undefined && sourceEtag !== source.etag) {
    throw new Failure('E_VERSION_CONFLICT', `'${from}' changed meanwhile.`);
  }
  await expect(bucket, to, { onlyIfNew });
  return copyFound(db, bucket, source, { to, versionId, onlyIfNew, signal });
}

type Place = Expectation & {
  to: string;
  versionId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** More than this is copied in parts of so many bytes. */
  most?: number;
  partSize?: number;
};

/** The same for a source and a target that were just looked at; stores that can refuse if either changed. */
export async function copyFound(
  db: Db,
  bucket: Bucket,
  source: ObjectHead,
  place: Place,
): Promise<ObjectHead> {
  const isLarge = source.byteSize > (place.most ?? LARGEST_SINGLE_COPY);
  if (isLarge) await copyInParts(db, bucket, source, place);
  else await copyAtOnce(bucket, source, place);
  return verifyCopy(bucket, source, place.to);
}

/** Size and, where both are the MD5 of the bytes, etag. */
async function verifyCopy(bucket: Bucket, source: ObjectHead, to: string): Promise<ObjectHead> {
  const copy = await findHead(bucket, to);
  const isSame =
    copy?.byteSize === source.byteSize &&
    (!isMd5(copy.etag) || !isMd5(source.etag) || copy.etag === source.etag);
  if (!copy || !isSame) {
    throw new Failure(
      'E_UPSTREAM_FAILED',
      `The copy of '${source.path}' is not what it should be.`,
    );
  }
  return copy;
}

function isMd5(etag: string): boolean {
  return /^[0-9a-f]{32}$/i.test(etag);
}

async function copyAtOnce(bucket: Bucket, source: ObjectHead, place: Place): Promise<void> {
  const { to, versionId, signal, ...expectation } = place;
  const input = {
    ...at(bucket, to),
    CopySource: sourceOf(bucket, source.path, versionId),
    CopySourceIfMatch: `"${source.etag}"`,
  };
  // Once it was sent, it is waited for: the store goes on with a copy whose client hung up, and the
  // target would be somebody else's by then.
  const send = (guards: ReturnType<typeof conditions>) => {
    signal?.throwIfAborted();
    const command = new CopyObjectCommand({ ...input, ...guards });
    return asked('s3:PutObject', bucket.client.send(command));
  };
  try {
    await send(conditions(expectation));
  } catch (error) {
    // Some stores know conditions of a put and none of a copy.
    const isUnknown = error instanceof Failure && error.details?.bucketError === 'NotImplemented';
    if (!isUnknown) throw error;
    await send({});
  }
}

async function copyInParts(
  db: Db,
  bucket: Bucket,
  source: ObjectHead,
  { to, versionId, signal, partSize = COPIED_PART, ...expectation }: Place,
): Promise<void> {
  const { byteSize } = source;
  // What a copy in one call takes along by itself has to be told here.
  const tags = (await findTags(bucket, source.path, { versionId, signal })) ?? {};
  const upload = await openTrailedUpload(db, bucket, to, {
    like: { ...source, storageClass: null },
    ...(Object.keys(tags).length > 0 && { tags }),
  });
  const parts: SentPart[] = [];
  try {
    for (let start = 0; start < byteSize; start += partSize) {
      const number = parts.length + 1;
      const command = new UploadPartCopyCommand({
        ...at(bucket, to),
        UploadId: upload.uploadId,
        PartNumber: number,
        CopySource: sourceOf(bucket, source.path, versionId),
        CopySourceIfMatch: `"${source.etag}"`,
        CopySourceRange: `bytes=${start}-${Math.min(start + partSize, byteSize) - 1}`,
      });
      const sent = bucket.client.send(command, { abortSignal: signal });
      const { CopyPartResult } = await asked('s3:PutObject', sent);
      parts.push({ number, etag: withoutQuotes(CopyPartResult?.ETag ?? '') });
      await touchTrail(db, upload.trailId);
    }
    await completeUpload(bucket, upload, parts, expectation);
    await closeTrail(db, upload);
  } catch (error) {
    // The trail stays, and the upkeep aborts what it names; the first error is the one to tell.
    await abortTrailedUpload(db, bucket, upload).catch(() => {});
    throw error;
  }
}

/** Travels in a header: every part of the key percent-encoded. */
function sourceOf(bucket: Bucket, path: string, versionId: string | undefined): string {
  const key = at(bucket, path).Key.split('/').map(encodeURIComponent).join('/');
  const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
  return `${bucket.name}/${key}${version}`;
}
