import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@causeway/contract/errors.ts';
import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { withoutQuotes } from '#platform/connectors/storage/list.ts';
import { openObject, type OpenedObject } from '#platform/connectors/storage/read.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import { shownAs } from './content-types.ts';

/** Nothing an object holds may act in our name: no script, no form, no origin. */
const SANDBOX =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'";
/** Browsers show a PDF in a viewer of their own, which they refuse to open inside a sandbox. */
const PDF_VIEWER =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

type Wanted = {
  path: string;
  versionId?: string | undefined;
  download?: boolean | undefined;
  /** The address changes with the content. */
  isVersioned?: boolean;
  headers: IncomingHttpHeaders;
  signal: AbortSignal;
};

/** An object as a file: sandboxed, resumable, and never read further than it is wanted. */
export async function serveObject(bucket: Bucket, wanted: Wanted): Promise<FileAnswer> {
  const { path, versionId, headers, signal } = wanted;
  const range = readRange(headers);
  let opened = await openObject(bucket, path, { versionId, range, signal });
  if (range && isOutdated(headers, opened)) {
    opened.body.destroy();
    opened = await openObject(bucket, path, { versionId, signal });
  }
  const { head, contentRange, contentLength, body } = opened;
  const known = headers['if-none-match'];
  if (known !== undefined && withoutQuotes(known) === head.etag && !range) {
    body.destroy();
    return { status: 304, headers: cachingOf(opened, wanted), body: null };
  }
  return {
    status: contentRange === undefined ? 200 : 206,
    headers: {
      ...protectionFor(path, head.contentType, wanted.download ?? false),
      ...cachingOf(opened, wanted),
      'accept-ranges': 'bytes',
      'content-length': contentLength,
      ...(contentRange !== undefined && { 'content-range': contentRange }),
      ...(head.contentEncoding && { 'content-encoding': head.contentEncoding }),
    },
    body,
  };
}

/** Type, name and cage of an object that is shown or saved. */
export function protectionFor(
  path: string,
  storedType: string | null,
  download: boolean,
): Record<string, string> {
  const shown = shownAs(path, storedType);
  const isPdf = shown.contentType === 'application/pdf';
  const disposition = download ? 'attachment' : shown.disposition;
  return {
    'content-type': shown.contentType,
    'content-disposition': dispositionOf(disposition, objectName(path)),
    'content-security-policy': isPdf ? PDF_VIEWER : SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': isPdf ? 'SAMEORIGIN' : 'DENY',
  };
}

/** The exact name in its encoded form; browsers that know only the other get a plain likeness. */
export function dispositionOf(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function cachingOf({ head }: OpenedObject, { isVersioned }: Wanted): Record<string, string> {
  return {
    'cache-control': isVersioned ? 'private, max-age=3600' : 'private, no-cache',
    etag: `"${head.etag}"`,
    'last-modified': new Date(head.updatedAt).toUTCString(),
  };
}

/** One range; a request for several gets the whole, as it may. */
function readRange({ range }: IncomingHttpHeaders): string | undefined {
  if (range === undefined || !/^bytes=(\d+-\d*|-\d+)$/.test(range)) return undefined;
  const [from, to] = range.slice('bytes='.length).split('-');
  if (from && to && Number(to) < Number(from)) throw new Failure('E_RANGE_NOT_SATISFIABLE');
  return range;
}

function isOutdated(headers: IncomingHttpHeaders, { head }: OpenedObject): boolean {
  const expected = headers['if-range'];
  if (typeof expected !== 'string') return false;
  return expected.startsWith('"')
    ? withoutQuotes(expected) !== head.etag
    : Date.parse(expected) < Math.floor(Date.parse(head.updatedAt) / 1000) * 1000;
}
