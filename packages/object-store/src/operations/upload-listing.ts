import { OWNER } from './buckets.ts';
import type { Part, Upload } from '../catalog/stored.ts';
import { checksumElement } from './copy.ts';
import { StoreError } from '../http/errors.ts';
import { encoder } from './listing.ts';
import { readUpload } from './uploads.ts';
import { quote, readBucket, sendXml, type Exchange } from '../http/operation.ts';
import { queryNumber, queryText } from '../http/request.ts';
import { element, xmlDocument } from '../http/xml.ts';

const MAX = 1000;
const INITIATOR = OWNER.replaceAll('Owner>', 'Initiator>');
const STORAGE_CLASS = element('StorageClass', 'STANDARD');

export async function listParts(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const upload = readUpload(exchange);
  const text = encoder(request);
  const marker = queryNumber(request, 'part-number-marker', { min: 0, max: 10_000, otherwise: 0 });
  const maxParts = queryNumber(request, 'max-parts', { min: 1, max: MAX, otherwise: MAX });
  const after = store.catalog.listParts(upload.id).filter(({ number }) => number > marker);
  const parts = after.slice(0, maxParts);
  const inner =
    element('Bucket', upload.bucket) +
    element('Key', text(upload.key)) +
    element('UploadId', upload.id) +
    INITIATOR +
    OWNER +
    STORAGE_CLASS +
    element('PartNumberMarker', marker) +
    element('NextPartNumberMarker', parts.at(-1)?.number) +
    element('MaxParts', maxParts) +
    element('IsTruncated', after.length > parts.length) +
    element('ChecksumAlgorithm', upload.checksum?.algorithm.toUpperCase()) +
    element('ChecksumType', upload.checksum?.type) +
    parts.map(describePart).join('');
  sendXml(response, xmlDocument('ListPartsResult', inner));
}

function describePart({ number, size, etag, modified, checksum }: Part): string {
  const inner =
    element('PartNumber', number) +
    element('LastModified', new Date(modified).toISOString()) +
    element('ETag', quote(etag)) +
    element('Size', size) +
    checksumElement(checksum);
  return `<Part>${inner}</Part>`;
}

export async function listUploads(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name: bucket } = readBucket(exchange);
  const text = encoder(request);
  if (queryText(request, 'delimiter')) {
    throw new StoreError('NotImplemented', 'Uploads are listed without a delimiter.');
  }
  const prefix = Buffer.from(queryText(request, 'prefix') ?? '');
  const keyMarker = Buffer.from(queryText(request, 'key-marker') ?? '');
  // Without an upload id the marker's own uploads are over: '~' sorts after every id.
  const idMarker = queryText(request, 'upload-id-marker') || '~';
  const maxUploads = queryNumber(request, 'max-uploads', { min: 1, max: MAX, otherwise: MAX });
  const found = store.catalog
    .listUploadsAfter(bucket, { key: keyMarker, id: idMarker, limit: -1 })
    .filter(({ key }) => key.subarray(0, prefix.length).equals(prefix));
  const uploads = found.slice(0, maxUploads);
  const last = found.length > uploads.length ? uploads.at(-1) : undefined;
  const inner =
    element('Bucket', bucket) +
    element('KeyMarker', text(keyMarker)) +
    element('UploadIdMarker', queryText(request, 'upload-id-marker') ?? '') +
    element('NextKeyMarker', last && text(last.key)) +
    element('NextUploadIdMarker', last?.id) +
    element('Prefix', text(prefix)) +
    element('MaxUploads', maxUploads) +
    element('EncodingType', queryText(request, 'encoding-type')) +
    element('IsTruncated', last !== undefined) +
    uploads.map((upload) => describeUpload(upload, text)).join('');
  sendXml(response, xmlDocument('ListMultipartUploadsResult', inner));
}

function describeUpload({ id, key, created }: Upload, text: (bytes: Buffer) => string): string {
  const inner =
    element('Key', text(key)) +
    element('UploadId', id) +
    INITIATOR +
    OWNER +
    STORAGE_CLASS +
    element('Initiated', new Date(created).toISOString());
  return `<Upload>${inner}</Upload>`;
}
