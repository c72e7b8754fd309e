import { createHash } from 'node:crypto';
import {
  CHECKSUM_ALGORITHMS,
  createChecksum,
  createHashDigest,
  findChecksumAlgorithm,
} from '../blobs/checksums.ts';
import type { ChecksumAlgorithm } from '../blobs/checksums.ts';
import { decodeChunked } from './chunked.ts';
import { StoreError } from './errors.ts';
import type { StoreRequest } from './request.ts';
import type { Signed } from './signature.ts';

export interface Checksum {
  algorithm: ChecksumAlgorithm;
  /** Base64; a composite of a multipart upload ends in '-<number of parts>'. */
  value: string;
}

export interface Received {
  size: number;
  etag: string;
  checksum: Checksum | undefined;
}

const MAX_OBJECT_BYTES = 5 * 1024 ** 3;
const MAX_XML_BYTES = 8 * 1024 ** 2;

/** Where a body goes: it is told every piece, then asked for the ETag of them all. */
export interface Sink {
  write(piece: Buffer): Promise<void> | void;
  etag(): Promise<string> | string;
}

/**
 * Hands the body on piece by piece and returns only when all that vouches for it holds: length,
 * signed hash or chunk signatures, Content-MD5 and checksum. Until then nothing may be kept.
 */
export async function receiveBody(
  request: StoreRequest,
  signed: Signed,
  sink: Sink,
): Promise<Received> {
  const length = announcedLength(request, signed);
  if (length > MAX_OBJECT_BYTES) throw new StoreError('EntityTooLarge');
  // Stay readable after a failure: the client still sends, and should get to read our answer.
  const source: AsyncIterable<Buffer> = request.body.iterator({ destroyOnReturn: false });
  const { chunks, trailers } = isChunked(signed)
    ? decodeChunked(source, signed)
    : { chunks: source, trailers: new Map<string, string>() };
  const algorithm = announcedAlgorithm(request);
  const sha256 = isHash(signed.payload) ? createHashDigest('sha256') : undefined;
  const checksum = algorithm && createChecksum(algorithm);
  let size = 0;
  for await (const piece of chunks) {
    size += piece.length;
    if (size > length) throw new StoreError('IncompleteBody');
    sha256?.update(piece);
    checksum?.update(piece);
    await sink.write(piece);
  }
  if (size !== length) throw new StoreError('IncompleteBody');
  if (sha256 && sha256.digest().toString('hex') !== signed.payload) {
    throw new StoreError('XAmzContentSHA256Mismatch');
  }
  const etag = await sink.etag();
  checkMd5(request, etag);
  const value = checksum?.digest().toString('base64');
  if (algorithm) checkChecksum(request, trailers, { algorithm, value: value! });
  return { size, etag, checksum: algorithm && { algorithm, value: value! } };
}

/** A small body as text, for the operations that send XML. */
export async function receiveText(request: StoreRequest, signed: Signed): Promise<string> {
  const pieces: Buffer[] = [];
  if (announcedLength(request, signed) > MAX_XML_BYTES) {
    throw new StoreError('MaxMessageLengthExceeded');
  }
  await receiveBody(request, signed, {
    write: (piece) => void pieces.push(piece),
    etag: () => createHash('md5').update(Buffer.concat(pieces)).digest('hex'),
  });
  return Buffer.concat(pieces).toString('utf8');
}

const STREAMING = new Set([
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
]);

function isChunked({ payload }: Signed): boolean {
  if (STREAMING.has(payload)) return true;
  if (payload === 'UNSIGNED-PAYLOAD' || isHash(payload)) return false;
  throw new StoreError('InvalidArgument', 'x-amz-content-sha256 is not a value known here.');
}

function isHash(payload: string): boolean {
  return /^[0-9a-f]{64}$/.test(payload);
}

export function announcedLength({ headers, method }: StoreRequest, signed: Signed): number {
  const name = isChunked(signed) ? 'x-amz-decoded-content-length' : 'content-length';
  // A POST without a body, such as the start of a multipart upload, need not say so.
  const text = headers[name] ?? (method === 'POST' && !headers['transfer-encoding'] ? '0' : '');
  if (!/^\d{1,15}$/.test(text)) throw new StoreError('MissingContentLength');
  return Number(text);
}

const CHECKSUM_PREFIX = 'x-amz-checksum-';
const NOT_VALUES = new Set(['algorithm', 'mode', 'type']);

function announcedAlgorithm({ headers }: StoreRequest): ChecksumAlgorithm | undefined {
  const inTrailer = (headers['x-amz-trailer'] ?? '').toLowerCase().split(',');
  const names = [...Object.keys(headers), ...inTrailer.map((name) => name.trim())]
    .filter((name) => name.startsWith(CHECKSUM_PREFIX))
    .map((name) => name.slice(CHECKSUM_PREFIX.length))
    .filter((name) => !NOT_VALUES.has(name));
  if (names.length > 1) throw new StoreError('InvalidRequest', 'Send one checksum only.');
  const [name] = names;
  const algorithm = name === undefined ? undefined : findChecksumAlgorithm(name);
  if (name !== undefined && !algorithm) {
    throw new StoreError('NotImplemented', `Checksums here: ${CHECKSUM_ALGORITHMS.join(', ')}.`);
  }
  return algorithm;
}

function checkMd5({ headers }: StoreRequest, etag: string): void {
  const given = headers['content-md5'];
  if (given === undefined) return;
  const bytes = Buffer.from(given, 'base64');
  if (bytes.length !== 16) throw new StoreError('InvalidDigest');
  if (bytes.toString('hex') !== etag) throw new StoreError('BadDigest');
}

function checkChecksum(
  { headers }: StoreRequest,
  trailers: Map<string, string>,
  computed: Checksum,
) {
  const name = CHECKSUM_PREFIX + computed.algorithm;
  const given = headers[name] ?? trailers.get(name);
  if (given === undefined)
    throw new StoreError('InvalidRequest', `The trailer '${name}' is missing.`);
  if (given !== computed.value) {
    throw new StoreError('BadDigest', `The ${computed.algorithm} you specified did not match.`);
  }
}
