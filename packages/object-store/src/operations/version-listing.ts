import { OWNER } from './buckets.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { StoreError } from '../http/errors.ts';
import { afterPrefix } from '../catalog/keys.ts';
import {
  afterMarker,
  encoder,
  findFolder,
  readListQuery,
  STEP,
  type ListQuery,
} from './listing.ts';
import { readBucket, sendXml, type Exchange } from '../http/operation.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import type { ListedVersion } from '../catalog/stored.ts';
import { checkVersionId, findSequence } from './versions.ts';
import { element, xmlDocument } from '../http/xml.ts';

type Item = { version: ListedVersion } | { prefix: Buffer };

/** Where a page begins: a key, and of that key only what is older than a sequence. */
interface Position {
  from: Buffer;
  below: number;
}

interface Page {
  items: Item[];
  isTruncated: boolean;
}

const ALL = Number.MAX_SAFE_INTEGER;

export async function listObjectVersions(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { name } = readBucket(exchange);
  const query = readListQuery(request);
  const start = readStart(store.catalog, name, request, query);
  const page = listPage(store.catalog, name, query, start);
  const text = encoder(request);
  const inner =
    element('Name', name) +
    element('Prefix', text(query.prefix)) +
    element('KeyMarker', text(Buffer.from(queryText(request, 'key-marker') ?? ''))) +
    element('VersionIdMarker', queryText(request, 'version-id-marker') ?? '') +
    (page.isTruncated ? describeNext(page.items.at(-1)!, text) : '') +
    element('MaxKeys', query.maxKeys) +
    element('Delimiter', query.delimiter && text(query.delimiter)) +
    element('EncodingType', queryText(request, 'encoding-type')) +
    element('IsTruncated', page.isTruncated) +
    page.items.map((item) => describeItem(item, text)).join('');
  sendXml(response, xmlDocument('ListVersionsResult', inner));
}

function readStart(
  catalog: Catalog,
  bucket: string,
  request: StoreRequest,
  query: ListQuery,
): Position {
  const marker = queryText(request, 'key-marker') ?? '';
  const version = queryText(request, 'version-id-marker') ?? '';
  if (version === '') return { from: afterMarker(marker, query), below: ALL };
  if (marker === '') {
    throw new StoreError('InvalidArgument', 'A version-id-marker needs a key-marker.');
  }
  checkVersionId(version);
  const from = Buffer.from(marker);
  return { from, below: readSequence(catalog, bucket, from, version) };
}

/** The version may be gone by now. Its id tells its place; of 'null' the whole key comes again. */
function readSequence(catalog: Catalog, bucket: string, key: Buffer, version: string): number {
  const current = catalog.findObject(bucket, key);
  const found = current?.version === version ? current : catalog.findVersion(bucket, key, version);
  return found?.sequence ?? findSequence(version) ?? ALL;
}

/** At most maxKeys versions and folders, by key and newest first; a folder is jumped over. */
function listPage(catalog: Catalog, bucket: string, query: ListQuery, start: Position): Page {
  const { prefix, delimiter, maxKeys } = query;
  if (maxKeys === 0) return { items: [], isTruncated: false };
  const to = prefix.length > 0 ? afterPrefix(prefix) : Buffer.of(0xff);
  const limit = delimiter ? STEP : maxKeys + 1;
  let position = Buffer.compare(start.from, prefix) < 0 ? { from: prefix, below: ALL } : start;
  const items: Item[] = [];
  for (;;) {
    const rows = catalog.scanVersions(bucket, { ...position, to, limit });
    let jumps = false;
    for (const row of rows) {
      if (items.length === maxKeys) return { items, isTruncated: true };
      const folder = delimiter && findFolder(row.key, prefix, delimiter);
      items.push(folder ? { prefix: folder } : { version: row });
      position = folder
        ? { from: afterPrefix(folder), below: ALL }
        : { from: row.key, below: row.sequence };
      jumps = folder !== undefined;
      if (jumps) break;
    }
    if (!jumps && rows.length < limit) return { items, isTruncated: false };
  }
}

type Text = (bytes: Buffer) => string;

function describeNext(last: Item, text: Text): string {
  if ('prefix' in last) return element('NextKeyMarker', text(last.prefix));
  const { key, version } = last.version;
  return element('NextKeyMarker', text(key)) + element('NextVersionIdMarker', version);
}

function describeItem(item: Item, text: Text): string {
  if ('prefix' in item) {
    return `<CommonPrefixes>${element('Prefix', text(item.prefix))}</CommonPrefixes>`;
  }
  const { key, version, isLatest, modified, etag, size, deletes } = item.version;
  const inner =
    element('Key', text(key)) +
    element('VersionId', version) +
    element('IsLatest', isLatest) +
    element('LastModified', new Date(modified).toISOString());
  if (deletes) return `<DeleteMarker>${inner}${OWNER}</DeleteMarker>`;
  return `<Version>${inner}<ETag>&quot;${etag}&quot;</ETag><Size>${size}</Size>${OWNER}<StorageClass>STANDARD</StorageClass></Version>`;
}
