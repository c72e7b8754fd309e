import { CopyObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { withoutQuotes } from './list.ts';
import { completeUpload, type SentPart } from './multipart.ts';
import { findHead, type ObjectHead, readHead } from './read.ts';
import { abortTrailedUpload, closeTrail, openTrailedUpload, touchTrail } from './upload-trail.ts';
import { expect } from './write.ts';

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
  const source = await readHead(bucket, from, options);
  if (options.sourceEtag !== undefined && options.sourceEtag !== source.etag) {
    throw new Failure('E_VERSION_CONFLICT', `'${from}' changed meanwhile.`);
  }
  await expect(bucket, to, options);
  if (source.byteSize > LARGEST_SINGLE_COPY) await copyInParts(db, bucket, source, to, options);
  else await copyAtOnce(bucket, source, to, options);
  return verifyCopy(bucket, source, to);
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

async function copyAtOnce(
  bucket: Bucket,
  source: ObjectHead,
  to: string,
  { versionId, signal, onlyIfNew }: CopyOptions,
): Promise<void> {
  const command = new CopyObjectCommand({
    ...at(bucket, to),
    CopySource: sourceOf(bucket, source.path, versionId),
    CopySourceIfMatch: `"${source.etag}"`,
    ...(onlyIfNew && { IfNoneMatch: '*' }),
  });
  await asked('s3:PutObject', bucket.client.send(command, { abortSignal: signal }));
}

async function copyInParts(
  db: Db,
  bucket: Bucket,
  source: ObjectHead,
  to: string,
  { versionId, signal, onlyIfNew }: CopyOptions,
): Promise<void> {
  const { contentType, metadata, byteSize } = source;
  const upload = await openTrailedUpload(db, bucket, to, {
    contentType: contentType ?? undefined,
    metadata,
  });
  const parts: SentPart[] = [];
  try {
    for (let start = 0; start < byteSize; start += COPIED_PART) {
      const number = parts.length + 1;
      const command = new UploadPartCopyCommand({
        ...at(bucket, to),
        UploadId: upload.uploadId,
        PartNumber: number,
        CopySource: sourceOf(bucket, source.path, versionId),
        CopySourceIfMatch: `"${source.etag}"`,
        CopySourceRange: `bytes=${start}-${Math.min(start + COPIED_PART, byteSize) - 1}`,
      });
      const sent = bucket.client.send(command, { abortSignal: signal });
      const { CopyPartResult } = await asked('s3:PutObject', sent);
      parts.push({ number, etag: withoutQuotes(CopyPartResult?.ETag ?? '') });
      await touchTrail(db, upload.trailId);
    }
    await completeUpload(bucket, upload, parts, { onlyIfNew });
    await closeTrail(db, upload);
  } catch (error) {
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
