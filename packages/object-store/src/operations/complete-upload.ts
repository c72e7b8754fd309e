import { createHash } from 'node:crypto';
import { receiveText, type Checksum } from '../http/body.ts';
import { createChecksum } from '../blobs/checksums.ts';
import { checkWriteConditions } from './conditions.ts';
import { checksumElement } from './copy.ts';
import { StoreError } from '../http/errors.ts';
import { keyBytes } from '../catalog/keys.ts';
import { describeChecksum } from './object-headers.ts';
import {
  quote,
  readBucket,
  sendXml,
  tellVersion,
  type Exchange,
  type Store,
} from '../http/operation.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import type { Completion, NewObject, Part, Upload } from '../catalog/stored.ts';
import { digestOf, dropUpload, readUpload } from './uploads.ts';
import { putOnTop } from './versions.ts';
import { childText, element, parseXml, xmlDocument, type XmlElement } from '../http/xml.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Makes one object of the parts. Whoever did not hear of it asks again, and is told the same. */
export async function completeUpload(exchange: Exchange): Promise<void> {
  const chosen = await receiveChosenParts(exchange);
  sendCompleted(exchange, findCompletion(exchange) ?? (await complete(exchange, chosen)));
}

function findCompletion(exchange: Exchange): Completion | undefined {
  const { store, request } = exchange;
  const { name } = readBucket(exchange);
  const id = queryText(request, 'uploadId') ?? '';
  return store.catalog.findCompletion(id, name, keyBytes(request.key));
}

async function complete(exchange: Exchange, chosen: XmlElement[]): Promise<Completion> {
  const { store, request } = exchange;
  const upload = readUpload(exchange);
  const parts = pickParts(store.catalog.listParts(upload.id), chosen);
  const object = await assembleObject(store, upload, parts);
  checkAnnounced(request, object);
  return saveCompleted(exchange, upload, object);
}

function sendCompleted(
  { request, response }: Exchange,
  done: Pick<Completion, 'etag' | 'checksum' | 'version'>,
): void {
  tellVersion(response, done.version ?? undefined);
  const inner =
    element('Location', request.path) +
    element('Bucket', request.bucket) +
    element('Key', request.key) +
    element('ETag', quote(done.etag)) +
    checksumElement(done.checksum) +
    element('ChecksumType', describeChecksum(done)['x-amz-checksum-type']);
  sendXml(response, xmlDocument('CompleteMultipartUploadResult', inner));
}

async function receiveChosenParts({ request, signed }: Exchange): Promise<XmlElement[]> {
  const body = parseXml(await receiveText(withoutChecksums(request), signed));
  const chosen = body.children.filter((child) => child.name === 'Part');
  if (body.name !== 'CompleteMultipartUpload' || chosen.length === 0) {
    throw new StoreError('MalformedXML');
  }
  return chosen;
}

/** Here a checksum header is about the object to be, not about this body. */
function withoutChecksums(request: StoreRequest): StoreRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith('x-amz-checksum-')),
  );
  return { ...request, headers };
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
    parts: parts.map(({ number, size, checksum }) => ({ number, size, checksum })),
    tags: upload.tags,
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
): Promise<Completion> {
  const { store, request } = exchange;
  const { catalog } = store;
  const { completion, removed } = await catalog.commit(() => {
    // The same may have been asked for twice at once, and the other have been faster.
    const other = findCompletion(exchange);
    if (other) return { completion: other, removed: [] };
    readUpload(exchange);
    checkWriteConditions(request.headers, catalog.findObject(upload.bucket, object.key));
    const kept = new Set(object.content.map(({ id }) => id));
    const dropped = dropUpload(catalog, upload);
    // A part replaced since it was chosen would leave a hole in the object.
    const present = new Set(dropped.map(({ id }) => id));
    if (object.content.some(({ id }) => !present.has(id))) throw new StoreError('InvalidPart');
    const outcome = putOnTop(catalog, catalog.readBucket(upload.bucket), object);
    const { bucket, key, id } = upload;
    const { etag, checksum, modified } = object;
    const { version } = outcome;
    const done = { upload: id, bucket, key, etag, version, checksum, completed: modified };
    catalog.insertCompletion(done);
    const superfluous = dropped.filter((blob) => !kept.has(blob.id));
    return { completion: done, removed: [...outcome.removed, ...superfluous] };
  });
  await store.blobs.remove(removed);
  return completion;
}
