import type { IncomingMessage } from 'node:http';
import { StoreError } from './errors.ts';
import { isBucketName } from '../catalog/keys.ts';

/** A request after its address was understood, before its signature was checked. */
export interface StoreRequest {
  method: string;
  /** The path encoded the one canonical way, which is what clients sign. */
  path: string;
  /** Undefined for the service itself. */
  bucket: string | undefined;
  /** Empty for the bucket itself. */
  key: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: IncomingMessage;
}

export function readRequest(message: IncomingMessage, baseHosts: string[]): StoreRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  const path = decodePath(mark < 0 ? url : url.slice(0, mark));
  const headers = readHeaders(message);
  const hostBucket = findHostBucket(headers['host'], baseHosts);
  return {
    method: message.method ?? 'GET',
    path: encodePath(path),
    ...(hostBucket ? { bucket: hostBucket, key: path.slice(1) } : splitPath(path)),
    query: readQuery(mark < 0 ? '' : url.slice(mark + 1)),
    headers,
    body: message,
  };
}

export function queryText(request: StoreRequest, name: string): string | undefined {
  const value = request.query[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A whole number of the query within limits; anything else is refused. */
export function queryNumber(
  request: StoreRequest,
  name: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
): number {
  const text = queryText(request, name);
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < min) {
    throw new StoreError('InvalidArgument', `'${name}' must be a whole number from ${min}.`);
  }
  return Math.min(value, max);
}

function splitPath(path: string): { bucket: string | undefined; key: string } {
  const [, bucket, key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  return { bucket: bucket || undefined, key };
}

/** Virtual-host style: 'media.s3.localhost' names the bucket 'media'. */
function findHostBucket(host: string | undefined, baseHosts: string[]): string | undefined {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (baseHosts.includes(name)) return undefined;
  const base = baseHosts.find((candidate) => name.endsWith(`.${candidate}`));
  const bucket = base && name.slice(0, -base.length - 1);
  return bucket && isBucketName(bucket) ? bucket : undefined;
}

function decodePath(path: string): string {
  if (!path.startsWith('/')) throw new StoreError('InvalidURI');
  try {
    return decodeURIComponent(path);
  } catch {
    throw new StoreError('InvalidURI');
  }
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeText).join('/');
}

/** S3's percent-encoding: everything but letters, digits and '-._~'. */
export function encodeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function readQuery(source: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const parameters = new URLSearchParams(source);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    query[name] = values.length === 1 ? values[0]! : values;
  }
  return query;
}

function readHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}
