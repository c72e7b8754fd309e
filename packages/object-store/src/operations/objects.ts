import type { Blob, BlobWriter, Content } from '../blobs/blobs.ts';
import { announcedLength, receiveBody, type Received } from '../http/body.ts';
import { checkWriteConditions, isUnchanged } from './conditions.ts';
import { StoreError } from '../http/errors.ts';
import { keyBytes, newKeyBytes } from '../catalog/keys.ts';
import { describeChecksum, describeObject, readObjectHeaders } from './object-headers.ts';
import {
  quote,
  readBucket,
  sendEmpty,
  tellVersion,
  type Exchange,
  type Store,
} from '../http/operation.ts';
import { findPart } from './object-parts.ts';
import { readRange } from '../http/range.ts';
import { queryText } from '../http/request.ts';
import type { Bucket, NewObject, StoredObject } from '../catalog/stored.ts';
import { readTagHeader } from './tags.ts';
import { checkVersionId, findRequested, isDeletion, putOnTop, type Outcome } from './versions.ts';

const MAX_HASHED_BYTES = 64 * 1024 ** 2;

export async function getObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const object = readRequested(exchange, readBucket(exchange));
  const headers = describeObject(object, request);
  if (isUnchanged(request.headers, object)) {
    response.writeHead(304, headers).end();
    return;
  }
  const part = findPart(request, object);
  const range = part ?? readRange(request.headers['range'], object.size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${object.size}`);
    throw new StoreError('InvalidRange');
  }
  const { start, end } = range ?? { start: 0, end: object.size };
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': end - start,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
    ...(part && object.parts && { 'x-amz-mp-parts-count': String(object.parts.length) }),
    // A checksum of the whole says nothing about a part of it.
    ...(request.headers['x-amz-checksum-mode'] === 'ENABLED' &&
      describeChecksum(part ?? (range ? { checksum: undefined } : object))),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const release = store.blobs.hold(object.content);
  try {
    await store.blobs.send(object.content, start, end, response);
  } finally {
    release();
  }
}

/** The checked version that a request is about; a deletion is told as S3 tells it. */
export function readRequested(
  { store, request, response }: Exchange,
  bucket: Bucket,
): StoredObject {
  const version = queryText(request, 'versionId');
  if (version !== undefined) checkVersionId(version);
  const found = findRequested(store.catalog, bucket, keyBytes(request.key), version);
  if (found && bucket.versioning) response.setHeader('x-amz-version-id', found.version);
  if (found && !isDeletion(found)) return found;
  if (!found) throw new StoreError(version === undefined ? 'NoSuchKey' : 'NoSuchVersion');
  response.setHeader('x-amz-delete-marker', 'true');
  if (version === undefined) throw new StoreError('NoSuchKey');
  // The mark of a deletion is there and has nothing to read: it can only be removed.
  response.setHeader('last-modified', new Date(found.modified).toUTCString());
  response.setHeader('allow', 'DELETE');
  throw new StoreError('MethodNotAllowed');
}

export async function putObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const bucket = readBucket(exchange);
  const key = newKeyBytes(request.key);
  const headers = readObjectHeaders(request);
  const tags = readTagHeader(request);
  // Before the body, so that a lost race costs no upload; saveObject checks again.
  checkWriteConditions(request.headers, store.catalog.findObject(bucket.name, key));
  const { blob, received } = await receiveBlob(exchange, chooseEtag(exchange));
  const object = {
    key,
    size: received.size,
    etag: received.etag,
    modified: Date.now(),
    headers,
    checksum: received.checksum,
    content: [blob],
    tags,
  };
  const { version } = await saveObject(store, bucket.name, object, request.headers);
  tellVersion(response, version);
  response.setHeader('etag', quote(object.etag));
  for (const [name, value] of Object.entries(describeChecksum(object)))
    response.setHeader(name, value);
  sendEmpty(response, 200);
}

/** MD5 is slower than a disk writes: a large object gets one only if its sender cares for it. */
function chooseEtag({ request, signed }: Exchange): 'md5' | 'unique' {
  const isSmall = announcedLength(request, signed) <= MAX_HASHED_BYTES;
  return isSmall || request.headers['content-md5'] !== undefined ? 'md5' : 'unique';
}

/** The request's body as a blob on disk; nothing is left when the body is refused. */
export async function receiveBlob(
  { store, request, signed }: Exchange,
  etag: 'md5' | 'unique',
): Promise<{ blob: Blob; received: Received }> {
  const { blob, result: received } = await writeBlob(store, etag, (writer) =>
    receiveBody(request, signed, writer),
  );
  return { blob, received };
}

export async function writeBlob<T>(
  store: Store,
  etag: 'md5' | 'unique',
  fill: (writer: BlobWriter) => Promise<T>,
): Promise<{ blob: Blob; result: T }> {
  const writer = await store.blobs.create(etag);
  try {
    const result = await fill(writer);
    return { blob: await writer.finish(), result };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Makes the object the current one if the conditions still hold, and removes what went for it. */
export async function saveObject(
  store: Store,
  bucketName: string,
  object: NewObject,
  conditions: Record<string, string>,
): Promise<Outcome> {
  const { catalog, blobs } = store;
  const saved = await keepOrRemove(store, object.content, () => {
    // Its versioning may have changed while the body was on its way.
    const bucket = catalog.readBucket(bucketName);
    checkWriteConditions(conditions, catalog.findObject(bucketName, object.key));
    return putOnTop(catalog, bucket, object);
  });
  await blobs.remove(saved.removed);
  return saved;
}

/** Commits a change that names new content, or removes that content if the change is refused. */
export async function keepOrRemove<T>(store: Store, content: Content, change: () => T): Promise<T> {
  let result: T;
  try {
    result = store.catalog.apply(change);
  } catch (error) {
    await store.blobs.remove(content);
    throw error;
  }
  // From here the catalog names the content: should the flush fail, it must stay.
  await store.catalog.flush();
  return result;
}
