import { StoreError } from '../http/errors.ts';
import { readBucket, sendXml, type Exchange } from '../http/operation.ts';
import type { StoreRequest } from '../http/request.ts';
import type { StoredObject } from '../catalog/stored.ts';
import { checksumElement } from './copy.ts';
import { describeChecksum } from './object-headers.ts';
import { readRequested } from './objects.ts';
import { element, xmlDocument } from '../http/xml.ts';

const DESCRIBE: Record<string, (object: StoredObject, request: StoreRequest) => string> = {
  ETag: ({ etag }) => element('ETag', etag),
  Checksum: describeSum,
  ObjectParts: describeParts,
  StorageClass: () => element('StorageClass', 'STANDARD'),
  ObjectSize: ({ size }) => element('ObjectSize', size),
};
const MAX_PARTS = 1000;

/** What is known of an object without reading it: as much of it as was asked for. */
export async function getObjectAttributes(exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const asked = readAsked(request);
  const object = readRequested(exchange, readBucket(exchange));
  const inner = Object.entries(DESCRIBE)
    .filter(([name]) => asked.has(name))
    .map(([, describe]) => describe(object, request));
  response.setHeader('last-modified', new Date(object.modified).toUTCString());
  sendXml(response, xmlDocument('GetObjectAttributesResponse', inner.join('')));
}

function readAsked({ headers }: StoreRequest): Set<string> {
  const names = (headers['x-amz-object-attributes'] ?? '').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(DESCRIBE, name));
  if (unknown === undefined) return new Set(names);
  throw new StoreError('InvalidArgument', `'${unknown}' is not an attribute of an object.`);
}

function describeSum(object: StoredObject): string {
  if (!object.checksum) return '';
  const type = describeChecksum(object)['x-amz-checksum-type'];
  return `<Checksum>${checksumElement(object.checksum)}${element('ChecksumType', type)}</Checksum>`;
}

function describeParts({ parts }: StoredObject, { headers }: StoreRequest): string {
  if (!parts) return '';
  const marker = readNumber(headers, 'x-amz-part-number-marker', 0);
  const most = Math.min(readNumber(headers, 'x-amz-max-parts', MAX_PARTS), MAX_PARTS);
  const after = parts.filter(({ number }) => number > marker);
  const shown = after.slice(0, most);
  const described = shown.map(
    ({ number, size, checksum }) =>
      `<Part>${element('PartNumber', number)}${element('Size', size)}${checksumElement(checksum)}</Part>`,
  );
  const inner =
    element('PartsCount', parts.length) +
    element('PartNumberMarker', marker) +
    element('NextPartNumberMarker', shown.at(-1)?.number ?? marker) +
    element('MaxParts', most) +
    element('IsTruncated', after.length > shown.length);
  return `<ObjectParts>${inner}${described.join('')}</ObjectParts>`;
}

function readNumber(headers: Record<string, string>, name: string, otherwise: number): number {
  const text = headers[name];
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text)) throw new StoreError('InvalidArgument', `'${name}' is no number.`);
  return Number(text);
}
