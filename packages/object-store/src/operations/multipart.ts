import { randomBytes } from 'node:crypto';
import { findChecksumAlgorithm } from '../blobs/checksums.ts';
import { copyRange, copyResult } from './copy.ts';
import { StoreError } from '../http/errors.ts';
import { newKeyBytes } from '../catalog/keys.ts';
import { describeChecksum, readObjectHeaders } from './object-headers.ts';
import { keepOrRemove, receiveBlob } from './objects.ts';
import { quote, readBucket, sendEmpty, sendXml, type Exchange } from '../http/operation.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import type { Part, Upload } from '../catalog/stored.ts';
import { readTagHeader } from './tags.ts';
import { digestOf, dropUpload, readUpload } from './uploads.ts';
import { element, xmlDocument } from '../http/xml.ts';

// A multipart upload: open → completed or aborted. While open, parts may be added and replaced in
// any order; they are content of their own. Completing turns the chosen parts into one object in a
// single commit, without copying a byte, and drops the others; aborting drops them all.

const MAX_PARTS = 10_000;

export async function createUpload(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name: bucket } = readBucket(exchange);
  const upload: Upload = {
    id: randomBytes(24).toString('base64url'),
    bucket,
    key: newKeyBytes(request.key),
    created: Date.now(),
    headers: readObjectHeaders(request),
    checksum: readUploadChecksum(request),
    tags: readTagHeader(request),
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
  const removed = await catalog.commit(() => dropUpload(catalog, readUpload(exchange)));
  await blobs.remove(removed);
  sendEmpty(exchange.response, 204);
}
