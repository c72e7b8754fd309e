import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { StoreError } from './errors.ts';
import { encodeText, queryText, type StoreRequest } from './request.ts';

// Every request carries an AWS Signature Version 4, in the Authorization header or in the query
// (a presigned URL). AWS's own signer signs the request again with our copy of the secret, and the
// two signatures must be equal. Nothing is served without one.

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** What the signature vouches for, needed later to check the body. */
export interface Signed {
  signature: string;
  /** SHA-256 of the body, or one of S3's names for a body that is unsigned or signed in chunks. */
  payload: string;
  signChunk: ChunkSigner;
}

/** Signs one chunk of an aws-chunked body, or its trailers, in a chain with the one before. */
export type ChunkSigner = (chunk: {
  kind: 'PAYLOAD' | 'TRAILER';
  previous: string;
  hash: string;
}) => Promise<string>;

export const EMPTY_SHA256 = createHash('sha256').digest('hex');
const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 60 * 60;

export async function verifySignature(
  request: StoreRequest,
  credentials: Credentials[],
  now = Date.now(),
): Promise<Signed> {
  const inHeader = request.headers['authorization'] !== undefined;
  const inQuery = queryText(request, 'X-Amz-Signature') !== undefined;
  if (inHeader && inQuery) {
    throw new StoreError('InvalidArgument', 'Sign the request in the header or in the query.');
  }
  if (!inHeader && !inQuery) throw new StoreError('AccessDenied', 'The request is not signed.');
  const claim = inHeader ? readHeaderClaim(request, now) : readQueryClaim(request, now);
  const credential = credentials.find((known) => known.accessKeyId === claim.accessKeyId);
  if (!credential) throw new StoreError('InvalidAccessKeyId');
  const signer = createSigner(credential, claim.region);
  const expected = inHeader
    ? await signAsHeader(signer, request, claim)
    : await signAsQuery(signer, request, claim);
  if (!isSameSignature(expected, claim.signature)) throw new StoreError('SignatureDoesNotMatch');
  return {
    signature: claim.signature,
    payload: claim.payload,
    signChunk: createChunkSigner(signer, claim),
  };
}

export function isSameSignature(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface Claim {
  accessKeyId: string;
  region: string;
  scope: string;
  longDate: string;
  date: Date;
  signedHeaders: string[];
  signature: string;
  payload: string;
  expiresIn: number;
}

function readHeaderClaim(request: StoreRequest, now: number): Claim {
  const match =
    /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+)\s*,\s*SignedHeaders=([^,\s]+)\s*,\s*Signature=([0-9a-f]{64})$/.exec(
      request.headers['authorization']!.trim(),
    );
  if (!match) throw new StoreError('AuthorizationHeaderMalformed');
  const payload = request.headers['x-amz-content-sha256'];
  // AWS takes the date from either header; x-amz-date comes first where there are both.
  const dateHeader = request.headers['x-amz-date'] === undefined ? 'date' : 'x-amz-date';
  const longDate = readLongDate(request.headers[dateHeader]);
  if (!payload) throw new StoreError('InvalidRequest', 'x-amz-content-sha256 is required.');
  if (!longDate) throw new StoreError('AccessDenied', 'x-amz-date or Date is required.');
  const claim = {
    ...readScope(match[1]!, longDate, 'AuthorizationHeaderMalformed'),
    signedHeaders: match[2]!.split(';'),
    signature: match[3]!,
    payload,
    expiresIn: 0,
  };
  requireSigned(request, claim.signedHeaders, ['host', dateHeader, 'x-amz-content-sha256']);
  if (Math.abs(now - claim.date.getTime()) > MAX_SKEW_MS) {
    throw new StoreError('RequestTimeTooSkewed');
  }
  return claim;
}

/** As it is, or an HTTP date the way signatures write it. */
function readLongDate(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{8}T\d{6}Z$/.test(text)) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
}

function readQueryClaim(request: StoreRequest, now: number): Claim {
  const read = (name: string) => queryText(request, `X-Amz-${name}`) ?? '';
  const expires = read('Expires');
  const expiresIn = Number(expires);
  if (
    read('Algorithm') !== ALGORITHM ||
    !/^\d{1,6}$/.test(expires) ||
    expiresIn < 1 ||
    expiresIn > MAX_EXPIRES_SECONDS
  ) {
    throw new StoreError('AuthorizationQueryParametersError');
  }
  const claim = {
    ...readScope(read('Credential'), read('Date'), 'AuthorizationQueryParametersError'),
    signedHeaders: read('SignedHeaders').split(';'),
    signature: read('Signature'),
    payload:
      queryText(request, 'X-Amz-Content-Sha256') ??
      request.headers['x-amz-content-sha256'] ??
      'UNSIGNED-PAYLOAD',
    expiresIn,
  };
  requireSigned(request, claim.signedHeaders, ['host']);
  const age = now - claim.date.getTime();
  if (age < -MAX_SKEW_MS) throw new StoreError('AccessDenied', 'Request is not yet valid.');
  if (age > expiresIn * 1000) throw new StoreError('AccessDenied', 'Request has expired.');
  return claim;
}

function readScope(
  credential: string,
  longDate: string,
  malformed: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError',
) {
  const scope = /^(.+)\/((\d{8})\/([A-Za-z0-9-]+)\/s3\/aws4_request)$/.exec(credential);
  const date = new Date(
    longDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (
    !scope ||
    !/^\d{8}T\d{6}Z$/.test(longDate) ||
    Number.isNaN(date.getTime()) ||
    !longDate.startsWith(scope[3]!)
  ) {
    throw new StoreError(malformed);
  }
  return { accessKeyId: scope[1]!, scope: scope[2]!, region: scope[4]!, longDate, date };
}

/** Like S3: an x-amz-* header that the signature does not cover could have been added by anyone. */
function requireSigned(request: StoreRequest, signedHeaders: string[], required: string[]): void {
  const unsigned = [...required, ...Object.keys(request.headers)].find(
    (name) =>
      (required.includes(name) || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned) throw new StoreError('AccessDenied', `The header '${unsigned}' is not signed.`);
}

async function signAsHeader(
  signer: SignatureV4,
  request: StoreRequest,
  claim: Claim,
): Promise<string> {
  // AWS's signer adds the one date and drops the other, so what has only 'Date' is signed by hand.
  if (!claim.signedHeaders.includes('x-amz-date')) return signByHand(signer, request, claim);
  const signed = await signer.sign(signableRequest(request, claim), {
    signingDate: claim.date,
    signableHeaders: new Set(claim.signedHeaders),
  });
  return signed.headers['authorization']!.slice(-64);
}

async function signByHand(
  signer: SignatureV4,
  request: StoreRequest,
  claim: Claim,
): Promise<string> {
  const { method, path, query, headers } = signableRequest(request, claim);
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encodeText(name)}=${encodeText(value)}`),
  );
  const canonical = [
    method,
    path,
    pairs.toSorted().join('&'),
    ...claim.signedHeaders.map(
      (name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`,
    ),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  return signer.sign([ALGORITHM, claim.longDate, claim.scope, hash].join('\n'), {
    signingDate: claim.date,
  });
}

async function signAsQuery(
  signer: SignatureV4,
  request: StoreRequest,
  claim: Claim,
): Promise<string> {
  const { headers, ...rest } = signableRequest(request, claim);
  // The signer reads the payload's hash from this header; in a presigned URL it is not a header
  // that was signed, so it must not be counted as one.
  const unsigned = claim.signedHeaders.includes('x-amz-content-sha256')
    ? []
    : ['x-amz-content-sha256'];
  const presigned = await signer.presign(
    { ...rest, headers: { ...headers, 'x-amz-content-sha256': claim.payload } },
    {
      signingDate: claim.date,
      expiresIn: claim.expiresIn,
      signableHeaders: new Set(claim.signedHeaders),
      unhoistableHeaders: new Set([...claim.signedHeaders, 'x-amz-content-sha256']),
      unsignableHeaders: new Set(unsigned),
    },
  );
  return String(presigned.query?.['X-Amz-Signature']);
}

function signableRequest({ method, path, query, headers }: StoreRequest, claim: Claim) {
  const signed: Record<string, string> = {};
  for (const name of claim.signedHeaders) {
    // Node reads header bytes as Latin-1, while clients sign their UTF-8 text.
    if (headers[name] !== undefined) signed[name] = Buffer.from(headers[name], 'latin1').toString();
  }
  const { 'X-Amz-Signature': _, ...signedQuery } = query;
  return { method, path, query: signedQuery, headers: signed, protocol: 'http:', hostname: '' };
}

function createSigner(credentials: Credentials, region: string): SignatureV4 {
  return new SignatureV4({
    credentials,
    region,
    service: 's3',
    sha256: Sha256,
    // S3 signs the path once encoded and never normalised: 'a/../b' is a key like any other.
    uriEscapePath: false,
    applyChecksum: false,
  });
}

function createChunkSigner(signer: SignatureV4, { longDate, scope, date }: Claim): ChunkSigner {
  return ({ kind, previous, hash }) => {
    const hashes = kind === 'PAYLOAD' ? [EMPTY_SHA256, hash] : [hash];
    const text = [`${ALGORITHM}-${kind}`, longDate, scope, previous, ...hashes].join('\n');
    return signer.sign(text, { signingDate: date });
  };
}

/** The hash the signer asks for, on Node's own crypto. */
class Sha256 {
  private hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    throw new Error('The signer makes a new hash for each signature.');
  }
}

function toBytes(source: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof source === 'string') return Buffer.from(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
