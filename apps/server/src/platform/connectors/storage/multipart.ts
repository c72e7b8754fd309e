import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { withoutQuotes } from './list.ts';
import {
  conditions,
  expect,
  type Expectation,
  factsOf,
  findWritten,
  type PutOptions,
  type Written,
} from './write.ts';

/** The bucket's name for an upload in parts. */
export type PartedUpload = { path: string; uploadId: string };
export type SentPart = { number: number; etag: string };

/**
 * `isAmbiguous` tells that the call was repeated: an answer was lost on its way, and the bucket may
 * hold a second upload that nobody knows by name.
 */
export async function createUpload(
  bucket: Bucket,
  path: string,
  { signal, ...options }: PutOptions = {},
): Promise<PartedUpload & { isAmbiguous: boolean }> {
  const command = new CreateMultipartUploadCommand({
    ...at(bucket, path),
    ...factsOf(options),
  });
  const { UploadId, $metadata } = await asked(
    's3:PutObject',
    bucket.client.send(command, { abortSignal: signal }),
  );
  if (!UploadId) throw new Failure('E_UPSTREAM_FAILED', 'The bucket did not name the upload.');
  return { path, uploadId: UploadId, isAmbiguous: ($metadata.attempts ?? 1) > 1 };
}

export async function sendPart(
  bucket: Bucket,
  { path, uploadId }: PartedUpload,
  part: { number: number; byteSize: number; body: Buffer | Readable; signal?: AbortSignal },
): Promise<SentPart> {
  const command = new UploadPartCommand({
    ...at(bucket, path),
    UploadId: uploadId,
    PartNumber: part.number,
    Body: part.body,
    ContentLength: part.byteSize,
  });
  const { ETag = '' } = await asked(
    's3:PutObject',
    bucket.client.send(command, { abortSignal: part.signal }),
  );
  return { number: part.number, etag: withoutQuotes(ETag) };
}

/** Parts are given in any order. The whole appears at once, or not at all. */
export async function completeUpload(
  bucket: Bucket,
  { path, uploadId }: PartedUpload,
  parts: SentPart[],
  expectation: Expectation = {},
): Promise<Written> {
  await expect(bucket, path, expectation);
  const ordered = parts.toSorted((one, other) => one.number - other.number);
  const command = new CompleteMultipartUploadCommand({
    ...at(bucket, path),
    UploadId: uploadId,
    MultipartUpload: {
      Parts: ordered.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` })),
    },
    ...conditions(expectation),
  });
  try {
    const answer = await asked('s3:PutObject', bucket.client.send(command));
    return { etag: withoutQuotes(answer.ETag ?? ''), versionId: answer.VersionId ?? null };
  } catch (error) {
    const etag = compositeEtag(ordered);
    const written = await findWritten(bucket, path, error, (found) => found === etag);
    if (!written) throw error;
    return written;
  }
}

/** An upload that is gone already counts as aborted. */
export async function abortUpload(bucket: Bucket, { path, uploadId }: PartedUpload): Promise<void> {
  const command = new AbortMultipartUploadCommand({ ...at(bucket, path), UploadId: uploadId });
  try {
    await asked('s3:AbortMultipartUpload', bucket.client.send(command));
  } catch (error) {
    const isGone = error instanceof Failure && /^E_(UPLOAD|OBJECT)_NOT_FOUND$/.test(error.code);
    if (!isGone) throw error;
  }
}

/** Open uploads of exactly this path; empty where the bucket does not tell. */
export async function listOpenUploads(
  bucket: Bucket,
  path: string,
): Promise<(PartedUpload & { startedAt: Date })[]> {
  const { Bucket, Key } = at(bucket, path);
  const command = new ListMultipartUploadsCommand({ Bucket, Prefix: Key });
  const { Uploads = [] } = await asked(
    's3:ListBucketMultipartUploads',
    bucket.client.send(command),
  );
  return Uploads.filter((upload) => upload.Key === Key).map(({ UploadId = '', Initiated }) => ({
    path,
    uploadId: UploadId,
    startedAt: Initiated ?? new Date(0),
  }));
}

/** The etag S3 gives to an object made of parts, where the parts' etags are their MD5. */
function compositeEtag(parts: SentPart[]): string | undefined {
  if (!parts.every(({ etag }) => /^[0-9a-f]{32}$/i.test(etag))) return undefined;
  const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, 'hex')));
  return `${createHash('md5').update(digests).digest('hex')}-${parts.length}`;
}
