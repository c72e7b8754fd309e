import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  type DeleteObjectsCommandOutput,
  PutObjectCommand,
  type StorageClass,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { ifRefused } from '#platform/expected.ts';
import { asked, at, type Bucket } from './bucket.ts';
import { withoutQuotes } from './list.ts';
import { findHead, type ObjectHead, readHead } from './read.ts';

/** What a writer expects to find; the write is refused when it finds something else. */
export type Expectation = { ifMatch?: string | undefined; onlyIfNew?: boolean | undefined };

export type PutOptions = Expectation & {
  contentType?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** An object that is written anew keeps what is known of it beside its bytes. */
  like?: ObjectHead | undefined;
  tags?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
};

/** What is known of an object right after it was written. */
export type Written = { etag: string; versionId: string | null };

export async function putBytes(
  bucket: Bucket,
  path: string,
  bytes: Buffer,
  options: PutOptions = {},
): Promise<Written> {
  await expect(bucket, path, options);
  const command = new PutObjectCommand({
    ...at(bucket, path),
    Body: bytes,
    ContentLength: bytes.length,
    ...factsOf(options),
    ...conditions(options),
  });
  try {
    const answer = await asked(
      's3:PutObject',
      bucket.client.send(command, { abortSignal: options.signal }),
    );
    return { etag: withoutQuotes(answer.ETag ?? ''), versionId: answer.VersionId ?? null };
  } catch (error) {
    // The answer may have been lost on its way, or a repeated call may have met its own first try.
    const md5 = createHash('md5').update(bytes).digest('hex');
    const written = await findWritten(bucket, path, error, (etag) => etag === md5);
    if (!written) throw error;
    return written;
  }
}

/** What an object is told to be, beside its bytes. */
export function factsOf({ contentType, metadata, like, tags }: PutOptions) {
  return {
    ContentType: contentType,
    Metadata: metadata,
    ...(like && facts(like)),
    ...(tags && { Tagging: new URLSearchParams(tags).toString() }),
  };
}

function facts(head: ObjectHead) {
  return {
    ContentType: head.contentType ?? undefined,
    CacheControl: head.cacheControl ?? undefined,
    ContentEncoding: head.contentEncoding ?? undefined,
    Expires: head.expires === null ? undefined : new Date(head.expires),
    ContentDisposition: head.contentDisposition ?? undefined,
    ContentLanguage: head.contentLanguage ?? undefined,
    StorageClass: (head.storageClass as StorageClass | null) ?? undefined,
    Metadata: head.metadata,
  };
}

/** Whether a write whose end is unclear took place after all: told by the etag it would have made. */
export async function findWritten(
  bucket: Bucket,
  path: string,
  error: unknown,
  isOurs: (etag: string) => boolean,
): Promise<Written | undefined> {
  if (!isUnclear(error)) return undefined;
  const head = await findHead(bucket, path).catch(ifRefused(undefined));
  return head && isOurs(head.etag) ? { etag: head.etag, versionId: head.versionId } : undefined;
}

function isUnclear(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const wasRepeated = Number(error.details?.attempts ?? 1) > 1;
  if (error.code === 'E_VERSION_CONFLICT' || error.code === 'E_UPLOAD_NOT_FOUND') {
    return wasRepeated;
  }
  return error.code === 'E_UPSTREAM_UNREACHABLE' || error.code === 'E_UPSTREAM_FAILED';
}

/** Stores that know no conditions would ignore them; looking first serves those as well. */
export async function expect(bucket: Bucket, path: string, wanted: Expectation): Promise<void> {
  if (!wanted.onlyIfNew && wanted.ifMatch === undefined) return;
  const head = await findHead(bucket, path);
  if (wanted.onlyIfNew && head) throw new Failure('E_OBJECT_EXISTS');
  if (wanted.ifMatch !== undefined && withoutQuotes(wanted.ifMatch) !== head?.etag) {
    throw new Failure('E_VERSION_CONFLICT');
  }
}

export function conditions({ ifMatch, onlyIfNew }: Expectation) {
  return {
    ...(ifMatch !== undefined && { IfMatch: `"${withoutQuotes(ifMatch)}"` }),
    ...(onlyIfNew && { IfNoneMatch: '*' }),
  };
}

type DeleteOptions = {
  /** It has to be this still. */
  ifMatch?: string | undefined;
  versionId?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** What was deleted, and the mark the bucket put over it where it keeps versions. */
export type DeletedObject = ObjectHead & { markerId: string | null };

export async function deleteObject(
  bucket: Bucket,
  path: string,
  { ifMatch, versionId, signal }: DeleteOptions = {},
): Promise<DeletedObject> {
  // Buckets answer a delete of what is not there like any other; people should know.
  const head = await readHead(bucket, path, { signal });
  const isOther = ifMatch !== undefined && withoutQuotes(ifMatch) !== head.etag;
  if (isOther || (versionId !== undefined && versionId !== head.versionId)) {
    throw new Failure('E_VERSION_CONFLICT');
  }
  try {
    const answer = await asked('s3:DeleteObject', sendDelete(bucket, head, signal));
    return { ...head, markerId: answer.DeleteMarker ? (answer.VersionId ?? null) : null };
  } catch (error) {
    // A repeated call may have met what its own first try left behind.
    const wasRepeated = error instanceof Failure && Number(error.details?.attempts ?? 1) > 1;
    if (!wasRepeated || (await findHead(bucket, path))) throw error;
    return { ...head, markerId: null };
  }
}

/** Only while it is what was looked at; stores that know no condition here are asked without. */
async function sendDelete(bucket: Bucket, { path, etag }: ObjectHead, abortSignal?: AbortSignal) {
  const place = at(bucket, path);
  const options = { ...(abortSignal && { abortSignal }) };
  try {
    const guarded = new DeleteObjectCommand({
      ...place,
      ...(etag !== '' && conditions({ ifMatch: etag })),
    });
    return await bucket.client.send(guarded, options);
  } catch (error) {
    if ((error as Error).name !== 'NotImplemented') throw error;
    return bucket.client.send(new DeleteObjectCommand(place), options);
  }
}

export type Refusal = { code: string; message: string };
/** With an etag it has to be this still, where the store can tell. */
type Doomed = { path: string; etag?: string | null };

/** At most 1000 at once. Answers with the paths that could not be deleted, and why. */
export async function deleteObjects(
  bucket: Bucket,
  doomed: Doomed[],
  signal?: AbortSignal,
): Promise<Map<string, Refusal>> {
  if (doomed.length === 0) return new Map();
  const send = (isGuarded: boolean) => {
    const Objects = doomed.map(({ path, etag }) => ({
      Key: at(bucket, path).Key,
      ...(isGuarded && etag && { ETag: `"${etag}"` }),
    }));
    const command = new DeleteObjectsCommand({
      Bucket: bucket.name,
      Delete: { Quiet: true, Objects },
    });
    return asked('s3:DeleteObject', bucket.client.send(command, { abortSignal: signal }));
  };
  try {
    return readRefused(bucket, await send(true));
  } catch (error) {
    // Some stores know no conditions of a delete.
    const name = error instanceof Failure && error.details?.bucketError;
    if (name !== 'NotImplemented' && name !== 'MalformedXML') throw error;
    return readRefused(bucket, await send(false));
  }
}

export function readRefused(
  bucket: Bucket,
  { Errors = [] }: DeleteObjectsCommandOutput,
): Map<string, Refusal> {
  return new Map(
    Errors.map(({ Key = '', Code = '', Message = '' }) => [
      Key.slice(bucket.root.length),
      Code === 'PreconditionFailed'
        ? changedSince()
        : { code: 'E_UPSTREAM_FAILED', message: Message },
    ]),
  );
}

/** Somebody put something else there after it was looked at. */
export function changedSince(): Refusal {
  return { code: 'E_VERSION_CONFLICT', message: 'It was changed since, so it stays as it is.' };
}
