import type { ServerResponse } from 'node:http';
import type { Blobs } from '../blobs/blobs.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { StoreError } from './errors.ts';
import type { StoreRequest } from './request.ts';
import type { Signed } from './signature.ts';
import type { Bucket } from '../catalog/stored.ts';

export interface Store {
  catalog: Catalog;
  blobs: Blobs;
  /** How long older versions are kept. */
  versionDays: number;
}

/** One signed request on its way through an operation. */
export interface Exchange {
  store: Store;
  request: StoreRequest;
  signed: Signed;
  response: ServerResponse;
}

export type Operation = (exchange: Exchange) => Promise<void>;

export function sendXml(response: ServerResponse, document: string, status = 200): void {
  const body = Buffer.from(document);
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status, status === 204 ? {} : { 'content-length': 0 });
  response.end();
}

/** The bucket of a bucket or object operation, checked to exist. */
export function readBucket({ store, request }: Exchange): Bucket {
  if (request.bucket === undefined) throw new StoreError('MethodNotAllowed');
  return store.catalog.readBucket(request.bucket);
}

/** Nothing where the bucket never kept versions. */
export function tellVersion(response: ServerResponse, version: string | undefined): void {
  if (version !== undefined) response.setHeader('x-amz-version-id', version);
}

export function quote(etag: string): string {
  return `"${etag}"`;
}
