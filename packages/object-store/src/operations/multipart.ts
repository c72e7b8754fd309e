import { createHash, randomBytes } from 'node:crypto';
import { receiveText, type Checksum } from '../http/body.ts';
import type { Content } from '../blobs/blobs.ts';
import { createChecksum, findChecksumAlgorithm } from '../blobs/checksums.ts';
import { checkWriteConditions } from './conditions.ts';
import { checksumElement, copyRange, copyResult } from './copy.ts';
import { StoreError } from '../http/errors.ts';
import { keyBytes } from '../catalog/keys.ts';
import { describeChecksum, readObjectHeaders } from './object-headers.ts';
import { keepOrRemove, receiveBlob } from './objects.ts';
import {
  quote,
  readBucket,
  sendEmpty,
  sendXml,
  tellVersion,
  type Exchange,
  type Store,
} from '../http/operation.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import type { NewObject, Part, Upload } from '../catalog/stored.ts';
import { putOnTop, type Outcome } from './versions.ts';
import { childText, element, parseXml, xmlDocument, type XmlElement } from '../http/xml.ts';

// A multipart upload: open → completed or aborted. While open, parts may be added and replaced in
// any order; they are content of their own. Completing turns the chosen parts into one object in a
// single commit, without copying a byte, and drops the others; aborting drops them all.

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

export async function createUpload(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name: bucket } = readBucket(exchange);
  const upload: Upload = {
    id: randomBytes(24).toString('base64url'),
    bucket,
    key: keyBytes(request.key),
    created: Date.now(),
    headers: readObjectHeaders(request),
    checksum: readUploadChecksum(request),
  };
  await store.catalog.commit(() => {
    store.catalog.readBucket(bucket);
    store.catalog.insertUpload(upload);
  });
  if (upload.checksum) {
    response.setHeader('x-amz-checksum-algorithm', upload.checksum.algorithm.toUpperCase());
    response.setHeader('x-amz-checksum-type', upload.checksum.type);
  }
  const inner =
    element('Bucket', bucket) + element('Key', request.key) + element('UploadId', upload.id);
  sendXml(response, xmlDocument('InitiateMultipartUploadResult', inner));
}

function readUploadChecksum({ headers }: StoreRequest): Upload['checksum'] {
  const name = headers['x-amz-checksum-algorithm'];
  if (!name) return undefined;
  const algorithm = findChecksumAlgorithm(name);
  if (!algorithm) throw new StoreError('NotImplemented', `No checksum '${name}' here.`);
  const usual = algorithm === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE';
  const type = headers['x-amz-checksum-type'] ?? usual;
  const isPossible = type === 'COMPOSITE' ? algorithm !== 'crc64nvme' : algorithm.startsWith('crc');
  if ((type !== 'COMPOSITE' && type !== 'FULL_OBJECT') || !isPossible) {
    throw new StoreError('InvalidRequest', `${name} checksums cannot be ${type}.`);
  }
  return { algorithm, type };
}

export function readUpload(exchange: Exchange): Upload {
  const bucket = readBucket(exchange);
  const id = queryText(exchange.request, 'uploadId') ?? '';
  const upload = exchange.store.catalog.findUpload(id, bucket.name, keyBytes(exchange.request.key));
  if (!upload) throw new StoreError('NoSuchUpload');
  return upload;
}

export async function uploadPart(exchange: Exchange): Promise<void> {
  const { response } = exchange;
  const upload = readUpload(exchange);
  const number = readPartNumber(exchange.request);
  const { blob, received } = await receiveBlob(exchange, 'md5');
  const part = {
    number,
    size: received.size,
    etag: received.etag,
    modified: Date.now(),
    checksum: received.checksum,
    content: [blob],
  };
  await savePart(exchange, upload, part);
  response.setHeader('etag', quote(part.etag));
  for (const [name, value] of Object.entries(describeChecksum(part)))
    response.setHeader(name, value);
  sendEmpty(response, 200);
}

export async function uploadPartCopy(exchange: Exchange): Promise<void> {
  const { store, response } = exchange;
  const upload = readUpload(exchange);
  const number = readPartNumber(exchange.request);
  const copied = await copyRange(exchange);
  const value =
    upload.checksum && (await digestOf(store, upload.checksum.algorithm, copied.content));
  const part: Part = {
    number,
    ...copied,
    modified: Date.now(),
    checksum: value === undefined ? undefined : { algorithm: upload.checksum!.algorithm, value },
  };
  await savePart(exchange, upload, part);
  sendXml(response, xmlDocument('CopyPartResult', copyResult(part)));
}

function readPartNumber(request: StoreRequest): number {
  const number = Number(queryText(request, 'partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw new StoreError('InvalidArgument', `A part number is from 1 to ${MAX_PARTS}.`);
  }
  return number;
}

async function savePart(exchange: Exchange, upload: Upload, part: Part): Promise<void> {
  const { catalog, blobs } = exchange.store;
  const replaced = await keepOrRemove(exchange.store, part.content, () => {
    // It may have been completed or aborted while the part was on its way.
    readUpload(exchange);
    const current = catalog.findPart(upload.id, part.number);
    catalog.putPart(upload.id, part);
    return current?.content ?? [];
  });
  await blobs.remove(replaced);
}

export async function abortUpload(exchange: Exchange): Promise<void> {
  const { catalog, blobs } = exchange.store;
  const removed = await catalog.commit(() => {
    const upload = readUpload(exchange);
    const parts = catalog.listParts(upload.id);
    catalog.deleteParts(upload.id);
    catalog.deleteUpload(upload.id);
    return parts.flatMap(({ content }) => content);
  });
  await blobs.remove(removed);
  sendEmpty(exchange.response, 204);
}

export async function completeUpload(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  readUpload(exchange);
  const chosen = await receiveChosenParts(exchange);
  const upload = readUpload(exchange);
  const parts = pickParts(store.catalog.listParts(upload.id), chosen);
  const object = await assembleObject(store, upload, parts);
  checkAnnounced(request, object);
  const { version } = await saveCompleted(exchange, upload, object);
  tellVersion(response, version);
  const inner =
    element('Location', request.path) +
    element('Bucket', upload.bucket) +
    element('Key', request.key) +
    element('ETag', quote(object.etag)) +
    checksumElement(object.checksum) +
    element('ChecksumType', describeChecksum(object)['x-amz-checksum-type']);
  sendXml(response, xmlDocument('CompleteMultipartUploadResult', inner));
}

async function receiveChosenParts({ request, signed }: Exchange): Promise<XmlElement[]> {
  // Here a checksum header is about the object to be, not about this body.
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith('x-amz-checksum-')),
  );
  const body = parseXml(await receiveText({ ...request, headers }, signed));
  const chosen = body.children.filter((child) => child.name === 'Part');
  if (body.name !== 'CompleteMultipartUpload' || chosen.length === 0) {
    throw new StoreError('MalformedXML');
  }
  return chosen;
}

function pickParts(parts: Part[], chosen: XmlElement[]): Part[] {
  const numbers = chosen.map((choice) => Number(childText(choice, 'PartNumber')));
  if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1]!)) {
    throw new StoreError('InvalidPartOrder');
  }
  const byNumber = new Map(parts.map((part) => [part.number, part]));
  const picked = chosen.map((choice, index) => {
    const part = byNumber.get(numbers[index]!);
    const etag = childText(choice, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1');
    if (part?.etag !== etag || !part || !isChecksumKept(choice, part)) {
      throw new StoreError('InvalidPart');
    }
    return part;
  });
  if (picked.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES)) {
    throw new StoreError('EntityTooSmall');
  }
  return picked;
}

function isChecksumKept(choice: XmlElement, { checksum }: Part): boolean {
  const given = choice.children.find((child) => child.name.startsWith('Checksum'));
  if (!given) return true;
  return (
    checksum !== undefined &&
    given.name === `Checksum${checksum.algorithm.toUpperCase()}` &&
    given.text.trim() === checksum.value
  );
}

async function assembleObject(store: Store, upload: Upload, parts: Part[]): Promise<NewObject> {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(Buffer.from(etag, 'hex'));
  const content = parts.flatMap((part) => part.content);
  return {
    key: upload.key,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag: `${md5.digest('hex')}-${parts.length}`,
    modified: Date.now(),
    headers: upload.headers,
    checksum: await combineChecksums(store, upload, parts),
    content,
  };
}

async function combineChecksums(
  store: Store,
  { checksum }: Upload,
  parts: Part[],
): Promise<Checksum | undefined> {
  if (!checksum) return undefined;
  const { algorithm, type } = checksum;
  if (type === 'FULL_OBJECT') {
    const content = parts.flatMap((part) => part.content);
    const release = store.blobs.hold(content);
    return { algorithm, value: await digestOf(store, algorithm, content).finally(release) };
  }
  const digest = createChecksum(algorithm);
  for (const part of parts) {
    if (part.checksum?.algorithm !== algorithm) {
      throw new StoreError('InvalidPart', `Part ${part.number} has no ${algorithm} checksum.`);
    }
    digest.update(Buffer.from(part.checksum.value, 'base64'));
  }
  return { algorithm, value: `${digest.digest().toString('base64')}-${parts.length}` };
}

async function digestOf(
  store: Store,
  algorithm: Checksum['algorithm'],
  content: Content,
): Promise<string> {
  const size = content.reduce((sum, blob) => sum + blob.size, 0);
  const digest = createChecksum(algorithm);
  for await (const piece of store.blobs.read(content, 0, size)) digest.update(piece);
  return digest.digest().toString('base64');
}

function checkAnnounced({ headers }: StoreRequest, { checksum, size }: NewObject): void {
  const given = checksum && headers[`x-amz-checksum-${checksum.algorithm}`];
  if (given && given.replace(/-\d+$/, '') !== checksum.value.replace(/-\d+$/, '')) {
    throw new StoreError('BadDigest');
  }
  const announced = headers['x-amz-mp-object-size'];
  if (announced !== undefined && Number(announced) !== size) throw new StoreError('InvalidRequest');
}

async function saveCompleted(
  exchange: Exchange,
  upload: Upload,
  object: NewObject,
): Promise<Outcome> {
  const { store, request } = exchange;
  const { catalog } = store;
  const saved = await catalog.commit(() => {
    readUpload(exchange);
    checkWriteConditions(request.headers, catalog.findObject(upload.bucket, object.key));
    const kept = new Set(object.content.map(({ id }) => id));
    const blobs = catalog.listParts(upload.id).flatMap(({ content }) => content);
    // A part replaced since it was chosen would leave a hole in the object.
    const present = new Set(blobs.map(({ id }) => id));
    if (object.content.some(({ id }) => !present.has(id))) throw new StoreError('InvalidPart');
    const outcome = putOnTop(catalog, catalog.readBucket(upload.bucket), object);
    catalog.deleteParts(upload.id);
    catalog.deleteUpload(upload.id);
    return {
      ...outcome,
      removed: [...outcome.removed, ...blobs.filter(({ id }) => !kept.has(id))],
    };
  });
  await store.blobs.remove(saved.removed);
  return saved;
}
