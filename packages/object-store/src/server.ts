import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openBlobs } from './blobs/blobs.ts';
import { beginVersions } from './operations/bucket-versioning.ts';
import { addBucket } from './operations/buckets.ts';
import { openCatalog } from './catalog/catalog.ts';
import { answerOrigin, ruleOf } from './http/cors.ts';
import type { CorsRule } from './catalog/stored.ts';
import { StoreError } from './http/errors.ts';
import { sendXml, type Store } from './http/operation.ts';
import { readRequest, type StoreRequest } from './http/request.ts';
import { findOperation } from './http/routes.ts';
import { verifySignature, type Credentials } from './http/signature.ts';
import { startUpkeep } from './operations/upkeep.ts';
import { element, xmlDocument } from './http/xml.ts';

/** Not imported by its name: that would load what `fetch` needs, 4 MB. */
const http = process.getBuiltinModule('node:http');

export interface ObjectStoreOptions {
  directory: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  credentials: Credentials[];
  /** The name clients know the store by; 'bucket.publicHost' addresses a bucket. */
  publicHost?: string;
  /** Origins whose pages may use presigned URLs; none unless named, '*' for any. */
  allowedOrigins?: string[];
  /** How long older versions are kept, where a bucket keeps them. */
  versionDays?: number;
  /** How long a multipart upload is kept that no part arrives for. */
  uploadDays?: number;
  /** Told of every failure that is the store's own and not the client's. */
  onError?: (error: unknown) => void;
}

export interface ObjectStore {
  url: string;
  port: number;
  /** Does nothing when the bucket is there already, unless it is to begin to keep versions. */
  createBucket(name: string, options?: { keepsVersions?: boolean }): Promise<void>;
  close(): Promise<void>;
}

const IDLE_MS = 2 * 60 * 1000;
const CLOSE_GRACE_MS = 5000;
const SQLITE_FULL = 13;
const VERSION_DAYS = 30;
const UPLOAD_DAYS = 14;

export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const { versionDays = VERSION_DAYS, uploadDays = UPLOAD_DAYS, onError = console.error } = options;
  const store = await openStore(options.directory, versionDays);
  const server = createHttpServer(store, options);
  try {
    await listen(server, options);
  } catch (error) {
    await closeStore(store);
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const upkeep = startUpkeep(store, { versionDays, uploadDays, onError });
  return {
    url: `http://${isIPv6(options.host) ? `[${options.host}]` : options.host}:${port}`,
    port,
    createBucket: async (name, { keepsVersions = false } = {}) => {
      await addBucket(store, name);
      if (keepsVersions) await beginVersions(store, name);
    },
    close: async () => {
      await closeServer(server);
      await upkeep.stop();
      await closeStore(store);
    },
  };
}

async function openStore(directory: string, versionDays: number): Promise<Store> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const catalog = await openCatalog(directory);
  const blobs = await openBlobs(join(directory, 'blobs'));
  const named = new Set<string>();
  for (const content of catalog.listContents()) for (const { id } of content) named.add(id);
  await blobs.sweep((id) => named.has(id));
  return { catalog, blobs, versionDays };
}

async function closeStore({ catalog, blobs }: Store): Promise<void> {
  await blobs.close();
  await catalog.close();
}

function createHttpServer(store: Store, options: ObjectStoreOptions): Server {
  const server = http.createServer(
    // Uploads may take hours as long as bytes keep coming; the idle timeout below ends the others.
    { maxHeaderSize: 64 * 1024, requestTimeout: 0, keepAliveTimeout: 10_000 },
    (message, response) => void answer(store, options, message, response),
  );
  server.timeout = IDLE_MS;
  server.on('checkExpectation', (_message, response: ServerResponse) => {
    // The body may or may not follow, so the line cannot be used for another request.
    response.setHeader('connection', 'close');
    sendError(response, new StoreError('ExpectationFailed'), randomUUID());
  });
  return server;
}

async function answer(
  store: Store,
  options: ObjectStoreOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  response.setHeader('x-amz-request-id', requestId);
  try {
    const request = readRequest(message, baseHosts(options));
    const rules = corsRules(store, options, request);
    if (answerOrigin(request, response, rules) === 'answered') return;
    const signed = await verifySignature(request, options.credentials);
    const effective = withHoistedHeaders(request);
    await findOperation(effective)({ store, request: effective, signed, response });
  } catch (error) {
    const known = findStoreError(error);
    if (!known) (options.onError ?? console.error)(error);
    sendError(response, known ?? new StoreError('InternalError'), requestId);
  }
}

function corsRules(
  { catalog }: Store,
  { allowedOrigins }: ObjectStoreOptions,
  { headers, bucket }: StoreRequest,
): CorsRule[] {
  // Only browsers name an origin; nobody else waits for a look into the catalog.
  if (headers['origin'] === undefined || bucket === undefined) return [];
  const own = allowedOrigins?.length ? [ruleOf(allowedOrigins)] : [];
  return [...own, ...(catalog.findCors(bucket) ?? [])];
}

function baseHosts({ publicHost, host }: ObjectStoreOptions): string[] {
  return [publicHost?.toLowerCase(), 's3.localhost', 'localhost', host].filter(
    (name) => name !== undefined,
  );
}

const SIGNING = new Set(
  [
    'algorithm',
    'content-sha256',
    'credential',
    'date',
    'expires',
    'signature',
    'signedheaders',
  ].map((name) => `x-amz-${name}`),
);

/** A presigned URL carries in its query what would otherwise be x-amz-* headers. */
function withHoistedHeaders(request: StoreRequest): StoreRequest {
  if (!('X-Amz-Signature' in request.query)) return request;
  const headers = { ...request.headers };
  for (const [name, value] of Object.entries(request.query)) {
    const header = name.toLowerCase();
    if (header.startsWith('x-amz-') && !SIGNING.has(header) && typeof value === 'string') {
      headers[header] ??= Buffer.from(value).toString('latin1');
    }
  }
  return { ...request, headers };
}

const CLIENT_GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

function findStoreError(error: unknown): StoreError | undefined {
  if (error instanceof StoreError) return error;
  const { code } = error as NodeJS.ErrnoException;
  // The client went away; nobody reads the answer.
  if (code !== undefined && CLIENT_GONE.has(code)) {
    return new StoreError('IncompleteBody');
  }
  const isFull = code === 'ENOSPC' || (error as { errcode?: number }).errcode === SQLITE_FULL;
  return isFull ? new StoreError('StorageFull') : undefined;
}

function sendError(response: ServerResponse, error: StoreError, requestId: string): void {
  if (response.headersSent) {
    // Too late for an answer: cut the line, so that the client sees it is not whole.
    response.destroy();
    return;
  }
  const resource = (response.req.url ?? '').replace(/\?.*$/s, '');
  const inner =
    element('Code', error.code) +
    element('Message', error.message) +
    element('Resource', resource) +
    element('RequestId', requestId);
  sendXml(response, xmlDocument('Error', inner, { namespace: false }), error.status);
}

function listen(server: Server, { host, port }: ObjectStoreOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Lets requests under way finish for a moment, then cuts them. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
