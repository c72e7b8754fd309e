import type { Blob, BlobWriter, Content } from './blobs.ts';
import { announcedLength, receiveBody, receiveText, type Received } from './body.ts';
import type { StoredObject } from './catalog.ts';
import { checkWriteConditions, isUnchanged } from './conditions.ts';
import { StoreError } from './errors.ts';
import { keyBytes } from './keys.ts';
import { describeChecksum, describeObject, readObjectHeaders } from './object-headers.ts';
import { quote, readBucket, sendEmpty, sendXml, type Exchange, type Store } from './operation.ts';
import { readRange } from './range.ts';
import { childText, element, parseXml, xmlDocument } from './xml.ts';

const MAX_DELETES = 1000;
const MAX_HASHED_BYTES = 64 * 1024 ** 2;

export async function getObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const object = findRequested(exchange);
  const headers = describeObject(object, request);
  if (isUnchanged(request.headers, object)) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = readRange(request.headers['range'], object.size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${object.size}`);
    throw new StoreError('InvalidRange');
  }
  const { start, end } = range ?? { start: 0, end: object.size };
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': end - start,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
    // A checksum of the whole says nothing about a part of it.
    ...(!range && request.headers['x-amz-checksum-mode'] === 'ENABLED' && describeChecksum(object)),
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

function findRequested(exchange: Exchange): StoredObject {
  const bucket = readBucket(exchange);
  const object = exchange.store.catalog.findObject(bucket, keyBytes(exchange.request.key));
  if (!object) throw new StoreError('NoSuchKey');
  return object;
}

export async function putObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const bucket = readBucket(exchange);
  const key = keyBytes(request.key);
  const headers = readObjectHeaders(request);
  // Before the body, so that a lost race costs no upload; saveObject checks again.
  checkWriteConditions(request.headers, store.catalog.findObject(bucket, key));
  const { blob, received } = await receiveBlob(exchange, chooseEtag(exchange));
  const object = {
    key,
    size: received.size,
    etag: received.etag,
    modified: Date.now(),
    headers,
    checksum: received.checksum,
    content: [blob],
  };
  await saveObject(store, bucket, object, request.headers);
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
  const { blob, result: received } = await writeBlob(
    store,
    { bytes: announcedLength(request, signed), etag },
    (writer) => receiveBody(request, signed, writer),
  );
  return { blob, received };
}

export async function writeBlob<T>(
  store: Store,
  expected: { bytes: number; etag: 'md5' | 'unique' },
  fill: (writer: BlobWriter) => Promise<T>,
): Promise<{ blob: Blob; result: T }> {
  const writer = await store.blobs.create(expected.bytes, expected.etag);
  try {
    const result = await fill(writer);
    return { blob: await writer.finish(), result };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** Makes the object the current one if the conditions still hold, and removes what it replaced. */
export async function saveObject(
  store: Store,
  bucket: string,
  object: StoredObject,
  conditions: Record<string, string>,
): Promise<void> {
  const replaced = await keepOrRemove(store, object.content, () => {
    store.catalog.requireBucket(bucket);
    const current = store.catalog.findObject(bucket, object.key);
    checkWriteConditions(conditions, current);
    store.catalog.putObject(bucket, object);
    return current?.content ?? [];
  });
  await store.blobs.remove(replaced);
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

export async function deleteObject(exchange: Exchange): Promise<void> {
  const bucket = readBucket(exchange);
  const key = keyBytes(exchange.request.key);
  const { store, request } = exchange;
  const removed = await store.catalog.commit(() => {
    const current = store.catalog.findObject(bucket, key);
    if (request.headers['if-match'] !== undefined) checkWriteConditions(request.headers, current);
    store.catalog.deleteObject(bucket, key);
    return current?.content ?? [];
  });
  await store.blobs.remove(removed);
  sendEmpty(exchange.response, 204);
}

export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { store, request, signed, response } = exchange;
  const bucket = readBucket(exchange);
  const body = parseXml(await receiveText(request, signed));
  const keys = body.children
    .filter((child) => child.name === 'Object')
    .map((child) => childText(child, 'Key') ?? '');
  if (body.name !== 'Delete' || keys.length === 0 || keys.length > MAX_DELETES) {
    throw new StoreError('MalformedXML');
  }
  const named = keys.map((key) => ({ key, bytes: keyBytes(key) }));
  const removed = await store.catalog.commit(() =>
    named.flatMap(({ bytes }) => {
      const current = store.catalog.findObject(bucket, bytes);
      store.catalog.deleteObject(bucket, bytes);
      return current?.content ?? [];
    }),
  );
  await store.blobs.remove(removed);
  const quiet = childText(body, 'Quiet')?.trim() === 'true';
  const deleted = quiet ? [] : keys.map((key) => `<Deleted>${element('Key', key)}</Deleted>`);
  sendXml(response, xmlDocument('DeleteResult', deleted.join('')));
}
