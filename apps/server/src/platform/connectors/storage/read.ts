import { pipeline, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { asBucketFailure } from './failures.ts';
import { withoutQuotes } from './list.ts';
import type { ObjectReadOptions } from './wire/object-handler.ts';

/** What the bucket tells of one object. */
export type ObjectHead = {
  path: string;
  byteSize: number;
  updatedAt: string;
  etag: string;
  versionId: string | null;
  contentType: string | null;
  cacheControl: string | null;
  contentEncoding: string | null;
  contentDisposition: string | null;
  contentLanguage: string | null;
  /** A date of HTTP; null also where it is none. */
  expires: string | null;
  storageClass: string | null;
  metadata: Record<string, string>;
};

export type OpenedObject = {
  head: ObjectHead;
  /** Of the whole object: of a range this is not how much comes. */
  byteSize: number;
  /** Set where only a part was asked for. */
  contentRange: string | undefined;
  contentLength: number;
  body: Readable;
};

type ReadOptions = {
  versionId?: string | undefined;
  range?: string | undefined;
  ifMatch?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes that may come; a bucket that sends more has its line closed. */
  most?: number | undefined;
};

export async function readHead(
  bucket: Bucket,
  path: string,
  { versionId, signal }: ReadOptions = {},
): Promise<ObjectHead> {
  const command = new HeadObjectCommand({ ...at(bucket, path), VersionId: versionId });
  const asking = bucket.client.send(command, { abortSignal: signal });
  const answer = await asked(
    's3:GetObject',
    versionId === undefined ? asking : asking.catch(nameMissingVersion),
  );
  return toHead(path, answer, answer.ContentLength ?? 0);
}

/**
 * S3 calls an id that it never could have given a bad request, and one of a deletion a method that is
 * not allowed; to people both are a version that cannot be had.
 */
function nameMissingVersion(error: unknown): never {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  throw status === 400 || status === 405 ? new Failure('E_OBJECT_NOT_FOUND') : error;
}

/** Undefined where there is no such object. */
export async function findHead(
  bucket: Bucket,
  path: string,
  options: ReadOptions = {},
): Promise<ObjectHead | undefined> {
  try {
    return await readHead(bucket, path, options);
  } catch (error) {
    if (error instanceof Failure && error.code === 'E_OBJECT_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Opens an object for reading. Its body errs when the bucket sends less than it announced. */
export async function openObject(
  bucket: Bucket,
  path: string,
  { versionId, range, ifMatch, signal, most }: ReadOptions = {},
): Promise<OpenedObject> {
  const command = new GetObjectCommand({
    ...at(bucket, path),
    VersionId: versionId,
    Range: range,
    IfMatch: ifMatch,
  });
  const options: ObjectReadOptions = { abortSignal: signal, opensObject: true };
  const answer = await asked('s3:GetObject', bucket.client.send(command, options));
  const byteSize = totalSize(answer);
  // In Node the body is a readable stream, which the SDK's type leaves open.
  const body = answer.Body as unknown as Readable;
  return {
    head: toHead(path, answer, byteSize),
    byteSize,
    contentRange: answer.ContentRange,
    contentLength: answer.ContentLength ?? 0,
    body: most === undefined ? body : upTo(body, { most, announced: answer.ContentLength }),
  };
}

type Bounds = { most: number; announced: number | undefined };

/** Of an announced length no more comes than that; else it is counted. */
function upTo(body: Readable, { most, announced }: Bounds): Readable {
  if (announced !== undefined && announced <= most) return body;
  if (announced !== undefined) {
    body.destroy();
    throw tooMuch();
  }
  let bytes = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(bytes > most ? tooMuch() : null, piece);
    },
  });
  // Who reads hears of an error from the counter.
  return pipeline(body, counter, () => {});
}

function tooMuch(): Failure {
  return new Failure('E_UPSTREAM_FAILED', 'The bucket sent more than it was asked for.');
}

/** The bytes of an object, or of its beginning, in memory: only for what is known to be small. */
export async function readBytes(
  bucket: Bucket,
  path: string,
  options: ReadOptions & { most: number },
): Promise<{ head: ObjectHead; byteSize: number; bytes: Buffer }> {
  const { most } = options;
  const range = `bytes=0-${most - 1}`;
  const opened = await openObject(bucket, path, { range, ...options }).catch((error: unknown) => {
    // An empty object has no first byte.
    const isEmpty = error instanceof Failure && error.code === 'E_RANGE_NOT_SATISFIABLE';
    if (!isEmpty) throw error;
    return openObject(bucket, path, { ...options, range: undefined });
  });
  const { head, byteSize, body, contentLength } = opened;
  const bytes = await buffer(body).catch((error: unknown) => {
    throw asBucketFailure(error);
  });
  if (bytes.length !== contentLength) {
    throw new Failure('E_UPSTREAM_FAILED', 'The bucket sent less than it announced.');
  }
  return { head, byteSize, bytes };
}

function totalSize({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  const total = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
  return total === undefined ? (ContentLength ?? 0) : Number(total);
}

function toHead(
  path: string,
  answer: HeadObjectCommandOutput | GetObjectCommandOutput,
  byteSize: number,
): ObjectHead {
  const version = answer.VersionId;
  return {
    path,
    byteSize,
    updatedAt: (answer.LastModified ?? new Date(0)).toISOString(),
    etag: withoutQuotes(answer.ETag ?? ''),
    versionId: version === undefined || version === 'null' ? null : version,
    contentType: answer.ContentType ?? null,
    cacheControl: answer.CacheControl ?? null,
    contentEncoding: answer.ContentEncoding ?? null,
    contentDisposition: answer.ContentDisposition ?? null,
    contentLanguage: answer.ContentLanguage ?? null,
    expires: readExpires(answer.ExpiresString),
    storageClass: answer.StorageClass ?? null,
    metadata: answer.Metadata ?? {},
  };
}

function readExpires(text: string | undefined): string | null {
  return text !== undefined && Number.isFinite(Date.parse(text)) ? text : null;
}
