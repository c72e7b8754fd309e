import { createChecksum, findChecksumAlgorithm } from '../blobs/checksums.ts';
import type { Content } from '../blobs/blobs.ts';
import type { Checksum } from '../http/body.ts';
import { checkCopySource, checkWriteConditions } from './conditions.ts';
import { StoreError } from '../http/errors.ts';
import { keyBytes, newKeyBytes } from '../catalog/keys.ts';
import { readObjectHeaders } from './object-headers.ts';
import { saveObject, writeBlob } from './objects.ts';
import {
  quote,
  readBucket,
  sendXml,
  tellVersion,
  type Exchange,
  type Store,
} from '../http/operation.ts';
import { readRange } from '../http/range.ts';
import type { StoreRequest } from '../http/request.ts';
import type { NewObject, StoredObject } from '../catalog/stored.ts';
import { checkVersionId, findRequested, isDeletion } from './versions.ts';
import { copyTags } from './tags.ts';
import { element, xmlDocument } from '../http/xml.ts';

export async function copyObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const bucket = readBucket(exchange);
  const key = newKeyBytes(request.key);
  const { source, isSame } = findSource(exchange);
  const replaces = readDirective(request) === 'REPLACE';
  if (isSame && !replaces) {
    throw new StoreError('InvalidRequest', 'A copy onto itself must replace the metadata.');
  }
  const headers = replaces ? readObjectHeaders(request) : source.headers;
  checkWriteConditions(request.headers, store.catalog.findObject(bucket.name, key));
  const release = store.blobs.hold(source.content);
  try {
    const checksum = await copyChecksum(store, request, source);
    const content = await store.blobs.duplicate(source.content);
    const tags = copyTags(request, source);
    const copy = { ...source, key, headers, checksum, content, tags, modified: Date.now() };
    const { version } = await saveObject(store, bucket.name, copy, request.headers);
    tellVersion(response, version);
    sendXml(response, xmlDocument('CopyObjectResult', copyResult(copy)));
  } finally {
    release();
  }
}

export function copyResult(copy: Pick<NewObject, 'etag' | 'modified' | 'checksum'>): string {
  return (
    element('ETag', quote(copy.etag)) +
    element('LastModified', new Date(copy.modified).toISOString()) +
    checksumElement(copy.checksum)
  );
}

export function checksumElement(checksum: Checksum | undefined): string {
  return checksum ? element(`Checksum${checksum.algorithm.toUpperCase()}`, checksum.value) : '';
}

/** The object named by x-amz-copy-source, once its own conditions hold. */
function findSource({ store, request, response }: Exchange): {
  source: StoredObject;
  isSame: boolean;
} {
  const { bucket: name, key, version } = readCopySource(request.headers['x-amz-copy-source']!);
  const bucket = store.catalog.readBucket(name);
  const source = findRequested(store.catalog, bucket, keyBytes(key), version);
  if (!source || (version === undefined && isDeletion(source))) {
    throw new StoreError(version === undefined ? 'NoSuchKey' : 'NoSuchVersion');
  }
  if (isDeletion(source)) {
    throw new StoreError('InvalidRequest', 'The mark of a deletion cannot be copied.');
  }
  checkCopySource(request.headers, source);
  if (bucket.versioning) response.setHeader('x-amz-copy-source-version-id', source.version);
  // An older version may be copied onto its own key: that is how it is brought back.
  const isSame = name === request.bucket && key === request.key && version === undefined;
  return { source, isSame };
}

function readCopySource(header: string): {
  bucket: string;
  key: string;
  version: string | undefined;
} {
  const [, path, version] = /^\/?(.*?)(?:\?versionId=(.*))?$/s.exec(header)!;
  if (version !== undefined) checkVersionId(version);
  const decoded = decodeSource(path!);
  const slash = decoded.indexOf('/');
  if (slash < 1) throw new StoreError('InvalidArgument', 'x-amz-copy-source must name a key.');
  return { bucket: decoded.slice(0, slash), key: decoded.slice(slash + 1), version };
}

function decodeSource(path: string): string {
  try {
    return decodeURIComponent(Buffer.from(path, 'latin1').toString());
  } catch {
    throw new StoreError('InvalidArgument', 'x-amz-copy-source must be URL-encoded.');
  }
}

function readDirective({ headers }: StoreRequest): string {
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw new StoreError('InvalidArgument');
  return directive;
}

async function copyChecksum(
  store: Store,
  { headers }: StoreRequest,
  source: NewObject,
): Promise<Checksum | undefined> {
  const name = headers['x-amz-checksum-algorithm'];
  if (!name || name.toLowerCase() === source.checksum?.algorithm) return source.checksum;
  const algorithm = findChecksumAlgorithm(name);
  if (!algorithm) throw new StoreError('NotImplemented', `No checksum '${name}' here.`);
  const digest = createChecksum(algorithm);
  for await (const piece of store.blobs.read(source.content, 0, source.size)) digest.update(piece);
  return { algorithm, value: digest.digest().toString('base64') };
}

/** The source of a part, or a range of it, as new content with the MD5 that parts need. */
export async function copyRange(
  exchange: Exchange,
): Promise<{ content: Content; size: number; etag: string }> {
  const { store, request } = exchange;
  const { source } = findSource(exchange);
  const range = readCopyRange(request.headers['x-amz-copy-source-range'], source.size);
  const release = store.blobs.hold(source.content);
  try {
    // The ETag of an object that was itself uploaded in parts is not the MD5 of its bytes.
    if (!range && !source.etag.includes('-')) {
      const content = await store.blobs.duplicate(source.content);
      return { content, size: source.size, etag: source.etag };
    }
    const { start, end } = range ?? { start: 0, end: source.size };
    const { blob, result: etag } = await writeBlob(store, 'md5', async (writer) => {
      for await (const piece of store.blobs.read(source.content, start, end)) {
        await writer.write(piece);
      }
      return writer.etag();
    });
    return { content: [blob], size: blob.size, etag };
  } finally {
    release();
  }
}

function readCopyRange(header: string | undefined, size: number) {
  if (header === undefined) return undefined;
  const range = /^bytes=\d+-\d+$/.test(header) ? readRange(header, size) : undefined;
  const last = Number(header.split('-')[1]);
  if (!range || range === 'unsatisfiable' || last >= size) {
    throw new StoreError('InvalidArgument', 'The range is not within the source.');
  }
  return range;
}
