import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import type { ListObjectsV2Command } from '@aws-sdk/client-s3';

/** An entry of a listing as the bucket wrote it. */
export type RawObject = { key: string; modified: string; etag: string; size: number };
export type RawListing = { objects: RawObject[]; prefixes: string[] };

/**
 * The SDK reads a page of 1000 keys into objects one tag at a time, which takes longer than the bucket
 * needs to answer. So the entries are cut out of the answer before it gets there; everything else, the
 * request, its signature, retries and errors, stays with the SDK. An answer that does not look as
 * expected is left whole, and the SDK's reading of it counts.
 */
export function readEntriesQuickly(command: ListObjectsV2Command): {
  found(): RawListing | undefined;
} {
  let found: RawListing | undefined;
  command.middlewareStack.add(
    (next) => async (call) => {
      const result = await next(call);
      const response = result.response as { statusCode?: number; body?: Readable };
      if (response.statusCode !== 200 || !response.body) return result;
      const document = await readText(response.body);
      const cut = cutEntries(document);
      found = cut?.listing;
      response.body = Readable.from([Buffer.from(cut?.rest ?? document)]);
      return result;
    },
    // Inside of the SDK's own reader: it sees what is left.
    { step: 'deserialize', priority: 'low', name: 'quickListing' },
  );
  return { found: () => found };
}

/** Undefined where anything is unlike what S3 writes. */
export function cutEntries(document: string): { listing: RawListing; rest: string } | undefined {
  const listing: RawListing = { objects: [], prefixes: [] };
  const rest: string[] = [];
  const next = [OBJECT, FOLDER].map((kind) => ({ ...kind, place: -1, isOver: false }));
  let at = 0;
  for (;;) {
    const start = nextEntry(document, next, at);
    if (!start) break;
    const end = document.indexOf(start.closing, start.from);
    if (end === -1) return undefined;
    const entry = document.slice(start.from, end);
    if (!addEntry(listing, start.isObject, entry)) return undefined;
    rest.push(document.slice(at, start.from - start.opening.length));
    at = end + start.closing.length;
  }
  rest.push(document.slice(at));
  return { listing, rest: rest.join('') };
}

const OBJECT = { opening: '<Contents>', closing: '</Contents>', isObject: true };
const FOLDER = { opening: '<CommonPrefixes>', closing: '</CommonPrefixes>', isObject: false };

type Kind = typeof OBJECT & { place: number; isOver: boolean };

/** Each kind is looked for from where it was found last: what is not there is looked for once. */
function nextEntry(document: string, kinds: Kind[], at: number) {
  for (const kind of kinds) {
    if (kind.isOver || kind.place >= at) continue;
    kind.place = document.indexOf(kind.opening, at);
    kind.isOver = kind.place === -1;
  }
  const [first] = kinds
    .filter(({ isOver }) => !isOver)
    .toSorted((one, other) => one.place - other.place);
  return first && { ...first, from: first.place + first.opening.length };
}

function addEntry(listing: RawListing, isObject: boolean, entry: string): boolean {
  if (!isObject) {
    const prefix = readTag(entry, 'Prefix');
    if (prefix === undefined) return false;
    listing.prefixes.push(prefix);
    return true;
  }
  const key = readTag(entry, 'Key');
  const modified = readTag(entry, 'LastModified');
  const size = readTag(entry, 'Size');
  if (key === undefined || modified === undefined || size === undefined) return false;
  listing.objects.push({ key, modified, etag: readTag(entry, 'ETag') ?? '', size: Number(size) });
  return true;
}

function readTag(entry: string, tag: string): string | undefined {
  const start = entry.indexOf(`<${tag}>`);
  if (start === -1) return undefined;
  const from = start + tag.length + 2;
  const end = entry.indexOf(`</${tag}>`, from);
  if (end === -1) return undefined;
  const value = entry.slice(from, end);
  return value.includes('&') ? unescape(value) : value;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescape(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex as string, 16) : Number(decimal ?? Number.NaN);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return entities[name as string] ?? whole;
  });
}
