import { createHash, type Hash } from 'node:crypto';
import { StoreError } from './errors.ts';
import { isSameSignature, type Signed } from './signature.ts';

// The aws-chunked encoding: '<size in hex>[;chunk-signature=<hex>]\r\n<bytes>\r\n', repeated, ended
// by a chunk of size 0, then optional trailers 'name:value\r\n' and an empty line. In the signed
// form every chunk's signature covers the one before it, and a last one covers the trailers.
// States: header → data → header … → trailers → done. A body that stops anywhere before 'done',
// goes on after it, or holds a wrong signature is refused; the caller keeps nothing of it.

const MAX_LINE = 8 * 1024;

export interface ChunkedBody {
  chunks: AsyncIterable<Buffer>;
  /** Filled once the chunks were read to their end. */
  trailers: Map<string, string>;
}

export function decodeChunked(source: AsyncIterable<Buffer>, signed: Signed): ChunkedBody {
  const trailers = new Map<string, string>();
  const isSigned = signed.payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  return { chunks: readChunks(source, { signed, isSigned, trailers }), trailers };
}

interface Decoding {
  signed: Signed;
  isSigned: boolean;
  trailers: Map<string, string>;
}

async function* readChunks(source: AsyncIterable<Buffer>, decoding: Decoding) {
  const reader = createReader(source);
  let previous = decoding.signed.signature;
  for (;;) {
    const { size, signature } = readChunkHeader(await reader.line());
    const hash = decoding.isSigned ? createHash('sha256') : undefined;
    yield* readChunkData(reader, size, hash);
    if (hash) {
      const expected = await decoding.signed.signChunk({
        kind: 'PAYLOAD',
        previous,
        hash: hash.digest('hex'),
      });
      if (!isSameSignature(expected, signature)) throw new StoreError('SignatureDoesNotMatch');
      previous = expected;
    }
    if (size === 0) break;
    if ((await reader.line()) !== '') throw new StoreError('IncompleteBody');
  }
  await readTrailers(reader, decoding, previous);
}

function readChunkHeader(line: string): { size: number; signature: string } {
  const match = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
  if (!match) throw new StoreError('IncompleteBody');
  return { size: parseInt(match[1]!, 16), signature: match[2] ?? '' };
}

async function* readChunkData(reader: Reader, size: number, hash: Hash | undefined) {
  let left = size;
  while (left > 0) {
    const piece = await reader.bytes(left);
    left -= piece.length;
    hash?.update(piece);
    yield piece;
  }
}

async function readTrailers(
  reader: Reader,
  { signed, isSigned, trailers }: Decoding,
  previous: string,
) {
  let text = '';
  let signature: string | undefined;
  for (let line = await reader.lastLine(); line; line = await reader.lastLine()) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new StoreError('IncompleteBody');
    const name = line.slice(0, colon).toLowerCase().trim();
    const value = line.slice(colon + 1).trim();
    if (name === 'x-amz-trailer-signature') {
      signature = value;
    } else {
      trailers.set(name, value);
      text += `${name}:${value}\n`;
    }
  }
  await reader.end();
  if (!isSigned || !signed.payload.endsWith('-TRAILER')) return;
  const hash = createHash('sha256').update(text).digest('hex');
  const expected = await signed.signChunk({ kind: 'TRAILER', previous, hash });
  if (!isSameSignature(expected, signature ?? '')) throw new StoreError('SignatureDoesNotMatch');
}

type Reader = ReturnType<typeof createReader>;

function createReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function pull(): Promise<boolean> {
    const next = await iterator.next();
    if (next.done) return false;
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return true;
  }

  /** A line without its CRLF; undefined when the source ended before one began. */
  async function findLine(): Promise<string | undefined> {
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end >= 0) {
        const line = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 2);
        return line;
      }
      if (rest.length > MAX_LINE) throw new StoreError('IncompleteBody');
      if (!(await pull())) {
        if (rest.length === 0) return undefined;
        throw new StoreError('IncompleteBody');
      }
    }
  }

  return {
    async line(): Promise<string> {
      const line = await findLine();
      if (line === undefined) throw new StoreError('IncompleteBody');
      return line;
    },

    /** Some clients leave out the empty line after the last trailer. */
    lastLine: findLine,

    /** At least one byte, at most so many. */
    async bytes(most: number): Promise<Buffer> {
      if (rest.length === 0 && !(await pull())) throw new StoreError('IncompleteBody');
      const piece = rest.subarray(0, most);
      rest = rest.subarray(piece.length);
      return piece;
    },

    async end(): Promise<void> {
      if (rest.length > 0 || (await pull())) throw new StoreError('IncompleteBody');
    },
  };
}
