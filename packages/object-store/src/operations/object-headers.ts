import { StoreError } from '../http/errors.ts';
import { queryText, type StoreRequest } from '../http/request.ts';
import { quote } from '../http/operation.ts';
import type { NewObject } from '../catalog/stored.ts';

type Headers = Record<string, string>;

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const META = 'x-amz-meta-';
const MAX_META_BYTES = 2 * 1024;

// Asking for these and being told it worked would be a lie, so they are refused.
const REFUSED = [
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-legal-hold',
  'x-amz-website-redirect-location',
  'x-amz-grant-read',
  'x-amz-grant-full-control',
];

/** The headers an object is stored with. */
export function readObjectHeaders({ headers }: StoreRequest): Headers {
  refuseUnsupported(headers);
  const kept: Headers = { 'content-type': 'binary/octet-stream' };
  for (const name of KEPT) if (headers[name]) kept[name] = headers[name];
  let metaBytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(META)) continue;
    metaBytes += name.length - META.length + value.length;
    kept[name] = value;
  }
  if (metaBytes > MAX_META_BYTES) {
    throw new StoreError('InvalidRequest', 'User metadata is limited to 2 KB.');
  }
  dropTransferEncoding(kept);
  return kept;
}

function refuseUnsupported(headers: Headers): void {
  const refused = REFUSED.find((name) => headers[name] !== undefined);
  if (refused) throw new StoreError('NotImplemented', `'${refused}' is not supported.`);
  const acl = headers['x-amz-acl'];
  if (acl && acl !== 'private' && acl !== 'bucket-owner-full-control') {
    throw new StoreError('AccessControlListNotSupported');
  }
  const storageClass = headers['x-amz-storage-class'];
  if (storageClass && storageClass !== 'STANDARD') {
    throw new StoreError('NotImplemented', 'STANDARD is the only storage class.');
  }
}

/** 'aws-chunked' describes how the upload travelled, not the object. */
function dropTransferEncoding(kept: Headers): void {
  const rest = (kept['content-encoding'] ?? '')
    .replace(/(?:^|,)\s*aws-chunked\s*(?=,|$)/gi, '')
    .replace(/^[\s,]+/, '');
  if (rest) kept['content-encoding'] = rest;
  else delete kept['content-encoding'];
}

/** What describes an object in the answer to Get and Head. */
export function describeObject(object: NewObject, request: StoreRequest): Headers {
  const headers: Headers = {
    ...object.headers,
    etag: quote(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    ...(object.tags && { 'x-amz-tagging-count': String(object.tags.length) }),
  };
  for (const name of KEPT) {
    const override = queryText(request, `response-${name}`);
    // Anything else would let a link smuggle a second header in.
    if (override !== undefined)
      headers[name] = Buffer.from(override)
        .toString('latin1')
        .replace(/[\r\n\0]/g, ' ');
  }
  // Whoever can upload must not run script next to the product, with which the store may share a
  // host name and so its cookies.
  if (/html|svg|xml/i.test(headers['content-type'] ?? '')) {
    headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  }
  return headers;
}

export function describeChecksum({ checksum }: Pick<NewObject, 'checksum'>): Headers {
  if (!checksum) return {};
  return {
    [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
    'x-amz-checksum-type': checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT',
  };
}
