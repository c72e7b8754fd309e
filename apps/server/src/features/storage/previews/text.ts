import { Failure } from '@causeway/contract/errors.ts';
import type { TextPreview } from '@causeway/contract/storage/previews.ts';
import { readBytes } from '#platform/connectors/storage/read.ts';
import type { StorageCall } from '../call.ts';

type Wanted = { path: string; from: number; bytes: number; versionId?: string | undefined };

/** A window of an object as text. Characters cut in two at its edges are left out, not broken. */
export async function readText(
  { bucket, signal }: StorageCall,
  { path, from, bytes: wanted, versionId }: Wanted,
): Promise<TextPreview> {
  const range = `bytes=${from}-${from + wanted - 1}`;
  const { head, byteSize, bytes } = await readBytes(bucket, path, {
    most: wanted,
    range,
    versionId,
    signal,
  });
  if (from > 0 && from >= byteSize) throw new Failure('E_RANGE_NOT_SATISFIABLE');
  const { text, encoding, isBinary } = decode(bytes, {
    isStart: from === 0,
    isEnd: from + bytes.length === byteSize,
  });
  return {
    text,
    encoding,
    isBinary,
    from,
    to: from + bytes.length,
    byte_size: byteSize,
    etag: head.etag,
    contentType: head.contentType,
  };
}

type Edges = { isStart: boolean; isEnd: boolean };
type Decoded = Pick<TextPreview, 'text' | 'encoding' | 'isBinary'>;

/** How text is written is told by its mark, else by what its bytes can be. */
export function decode(bytes: Buffer, { isStart, isEnd }: Edges): Decoded {
  if (isStart && startsWith(bytes, [0xef, 0xbb, 0xbf])) {
    return { ...asUtf8(bytes.subarray(3)), encoding: 'utf-8-bom' };
  }
  if (isStart && startsWith(bytes, [0xff, 0xfe])) return as('utf-16le', bytes.subarray(2));
  if (isStart && startsWith(bytes, [0xfe, 0xff])) return as('utf-16be', bytes.subarray(2));
  if (bytes.includes(0)) return { text: '', encoding: 'utf-8', isBinary: true };
  const window = isStart ? bytes : withoutBrokenStart(bytes);
  return isUtf8(window, isEnd) ? asUtf8(window) : as('windows-1252', bytes);
}

function asUtf8(bytes: Buffer): Decoded {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return { text, encoding: 'utf-8', isBinary: false };
}

function as(encoding: 'utf-16le' | 'utf-16be' | 'windows-1252', bytes: Buffer): Decoded {
  return {
    text: new TextDecoder(encoding).decode(bytes, { stream: true }),
    encoding,
    isBinary: false,
  };
}

/** A character the window cuts off is no mistake. */
function isUtf8(bytes: Buffer, isEnd: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isEnd });
    return true;
  } catch {
    return false;
  }
}

/** At most three bytes of a character the window begins inside of. */
function withoutBrokenStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}

function startsWith(bytes: Buffer, mark: number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}
