import { OWNER } from './buckets.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { StoreError } from '../http/errors.ts';
import { afterKey, afterPrefix } from '../catalog/keys.ts';
import { readBucket, sendXml, type Exchange } from '../http/operation.ts';
import { encodeText, queryNumber, queryText, type StoreRequest } from '../http/request.ts';
import type { ListedObject } from '../catalog/stored.ts';
import { element, xmlDocument } from '../http/xml.ts';

const MAX_KEYS = 1000;
// With a delimiter a page may skip most of what it reads, so it reads in small steps.
export const STEP = 100;

type Item = { object: ListedObject } | { prefix: Buffer };

interface Page {
  items: Item[];
  /** Where the next page begins; undefined on the last one. */
  next: Buffer | undefined;
}

export async function listObjectsV2(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name: bucket } = readBucket(exchange);
  const query = readListQuery(request);
  const token = queryText(request, 'continuation-token');
  const startAfter = queryText(request, 'start-after');
  const from = token === undefined ? afterMarker(startAfter, query) : readToken(token);
  const page = listPage(store.catalog, bucket, { ...query, from });
  const text = encoder(request);
  const inner =
    element('Name', bucket) +
    element('Prefix', text(query.prefix)) +
    element('StartAfter', startAfter === undefined ? undefined : text(Buffer.from(startAfter))) +
    element('ContinuationToken', token) +
    element('NextContinuationToken', page.next?.toString('base64url')) +
    element('KeyCount', page.items.length) +
    describePage(request, query, page, {
      owner: queryText(request, 'fetch-owner') === 'true' ? OWNER : '',
    });
  sendXml(response, xmlDocument('ListBucketResult', inner));
}

export async function listObjectsV1(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name: bucket } = readBucket(exchange);
  const query = readListQuery(request);
  const marker = queryText(request, 'marker') ?? '';
  const from = afterMarker(marker, query);
  const page = listPage(store.catalog, bucket, { ...query, from });
  const text = encoder(request);
  const last = page.next && page.items.at(-1);
  const inner =
    element('Name', bucket) +
    element('Prefix', text(query.prefix)) +
    element('Marker', text(Buffer.from(marker))) +
    element('NextMarker', last && text(nameOf(last))) +
    describePage(request, query, page, { owner: OWNER });
  sendXml(response, xmlDocument('ListBucketResult', inner));
}

export interface ListQuery {
  prefix: Buffer;
  delimiter: Buffer | undefined;
  maxKeys: number;
}

export function readListQuery(request: StoreRequest): ListQuery {
  const delimiter = queryText(request, 'delimiter');
  return {
    prefix: Buffer.from(queryText(request, 'prefix') ?? ''),
    delimiter: delimiter ? Buffer.from(delimiter) : undefined,
    maxKeys: queryNumber(request, 'max-keys', { min: 0, max: MAX_KEYS, otherwise: MAX_KEYS }),
  };
}

/** A marker that is itself a folder was listed already, with all that is in it. */
export function afterMarker(marker: string | undefined, { prefix, delimiter }: ListQuery): Buffer {
  if (!marker) return Buffer.alloc(0);
  const bytes = Buffer.from(marker);
  const folder = delimiter && findFolder(bytes, prefix, delimiter);
  return folder?.equals(bytes) ? afterPrefix(bytes) : afterKey(bytes);
}

function readToken(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length === 0 || bytes.toString('base64url') !== token) {
    throw new StoreError('InvalidArgument', 'The continuation token is not one of ours.');
  }
  return bytes;
}

/** At most maxKeys objects and folders in key order; a folder counts once and is jumped over. */
function listPage(catalog: Catalog, bucket: string, query: ListQuery & { from: Buffer }): Page {
  const { prefix, delimiter, maxKeys } = query;
  if (maxKeys === 0) return { items: [], next: undefined };
  const to = prefix.length > 0 ? afterPrefix(prefix) : Buffer.of(0xff);
  const start = Buffer.compare(query.from, prefix) > 0 ? query.from : prefix;
  const items: Item[] = [];
  for (;;) {
    const limit = delimiter ? STEP : maxKeys + 1;
    const from = items.length > 0 ? afterItem(items.at(-1)!) : start;
    const rows = catalog.scanObjects(bucket, { from, to, limit });
    let jumps = false;
    for (const row of rows) {
      // One more than asked for is there, so another page follows.
      if (items.length === maxKeys) return { items, next: afterItem(items.at(-1)!) };
      const folder = delimiter && findFolder(row.key, prefix, delimiter);
      items.push(folder ? { prefix: folder } : { object: row });
      jumps = folder !== undefined;
      if (jumps) break;
    }
    if (!jumps && rows.length < limit) return { items, next: undefined };
  }
}

function afterItem(item: Item): Buffer {
  return 'prefix' in item ? afterPrefix(item.prefix) : afterKey(item.object.key);
}

export function findFolder(key: Buffer, prefix: Buffer, delimiter: Buffer): Buffer | undefined {
  const end = key.indexOf(delimiter, prefix.length);
  return end < 0 ? undefined : key.subarray(0, end + delimiter.length);
}

function nameOf(item: Item): Buffer {
  return 'prefix' in item ? item.prefix : item.object.key;
}

function describePage(
  request: StoreRequest,
  { delimiter, maxKeys }: ListQuery,
  page: Page,
  { owner }: { owner: string },
): string {
  const text = encoder(request);
  return (
    element('MaxKeys', maxKeys) +
    element('Delimiter', delimiter && text(delimiter)) +
    element('EncodingType', queryText(request, 'encoding-type')) +
    element('IsTruncated', page.next !== undefined) +
    page.items.map((item) => describeItem(item, text, owner)).join('')
  );
}

function describeItem(item: Item, text: (bytes: Buffer) => string, owner: string): string {
  if ('prefix' in item) {
    return `<CommonPrefixes>${element('Prefix', text(item.prefix))}</CommonPrefixes>`;
  }
  const { key, size, etag, modified } = item.object;
  return `<Contents>${element('Key', text(key))}<LastModified>${new Date(modified).toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size>${owner}<StorageClass>STANDARD</StorageClass></Contents>`;
}

/** How keys are written in the answer: as they are, or percent-encoded when asked for. */
export function encoder(request: StoreRequest): (bytes: Buffer) => string {
  const type = queryText(request, 'encoding-type');
  if (type === undefined) return (bytes) => bytes.toString('utf8');
  if (type !== 'url') throw new StoreError('InvalidArgument', "encoding-type can only be 'url'.");
  return (bytes) => encodeText(bytes.toString('utf8')).replaceAll('%2F', '/');
}
