import type { Readable } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import { MOST_PARTS, type OpenUpload, PART_SIZE } from '@causeway/contract/storage/uploads.ts';
import { completeUpload, sendPart } from '#platform/connectors/storage/multipart.ts';
import {
  abortTrailedUpload,
  closeTrail,
  openTrailedUpload,
} from '#platform/connectors/storage/upload-trail.ts';
import { expect, type Written } from '#platform/connectors/storage/write.ts';
import type { StorageCall } from '../call.ts';
import {
  findSameUpload,
  findUpload,
  insertUpload,
  savePart,
  type StoredUpload,
} from './queries.ts';

type Start = {
  path: string;
  byte_size: number;
  contentType: string;
  fingerprint: string;
  overwrite: boolean;
};

/** Goes on with the open upload of the same file, or opens one. */
export async function startUpload(call: StorageCall, start: Start): Promise<OpenUpload> {
  const { db, bucket, signal } = call;
  const { path, contentType, overwrite, fingerprint, byte_size: byteSize } = start;
  const owner = ownerOf(call);
  const same =
    fingerprint === ''
      ? undefined
      : await findSameUpload(db, owner, { path, byteSize, fingerprint });
  if (same) return describeUpload(same);
  await expect(bucket, path, { onlyIfNew: !overwrite });
  const partSize = Math.max(PART_SIZE, Math.ceil(byteSize / MOST_PARTS));
  const trailed = await openTrailedUpload(db, bucket, path, { contentType, signal });
  const id = await insertUpload(db, owner, {
    trailId: trailed.trailId,
    path,
    byteSize,
    contentType,
    fingerprint,
    overwrite,
    partSize,
  });
  return describeUpload(await readUpload(call, id));
}

export async function readUpload(call: StorageCall, id: string): Promise<StoredUpload> {
  const upload = await findUpload(call.db, ownerOf(call), id);
  if (!upload) throw new Failure('E_UPLOAD_NOT_FOUND');
  return upload;
}

/** Passes a part on while it arrives. One of the wrong length is refused before a byte is sent. */
export async function receivePart(
  { db, bucket, signal }: StorageCall,
  upload: StoredUpload,
  part: { number: number; announced: number; body: AsyncIterable<Uint8Array> | undefined },
) {
  const { number, announced } = part;
  const byteSize = sizeOfPart(upload, number);
  if (byteSize === undefined || announced !== byteSize) {
    const message = `Part ${number} of this upload has ${byteSize ?? 0} bytes.`;
    throw new Failure('E_VALIDATION', message, { fields: [{ path: 'body', message }] });
  }
  const body = byteSize === 0 ? Buffer.alloc(0) : (part.body as Readable);
  const { etag } = await sendPart(bucket, upload, { number, byteSize, body, signal });
  await savePart(db, upload, { number, byteSize, etag });
  return { number, byte_size: byteSize, etag };
}

export async function finishUpload(
  { db, bucket }: StorageCall,
  upload: StoredUpload,
  overwrite: boolean,
): Promise<Written> {
  const missing = missingParts(upload);
  if (missing.length > 0) {
    throw new Failure('E_UPLOAD_INCOMPLETE', undefined, { missing: missing.slice(0, 1000) });
  }
  const expectation = { onlyIfNew: !overwrite };
  const written = await completeUpload(bucket, upload, upload.parts, expectation);
  await closeTrail(db, upload);
  return written;
}

export function giveUpUpload({ db, bucket }: StorageCall, upload: StoredUpload): Promise<void> {
  return abortTrailedUpload(db, bucket, upload);
}

export function describeUpload({ byteSize, ...upload }: StoredUpload): OpenUpload {
  return { ...upload, byte_size: byteSize, partCount: countParts(byteSize, upload.partSize) };
}

export function ownerOf({ connector, actor }: StorageCall) {
  return { connectorId: connector.id, userId: actor.user.id };
}

/** An empty file has one part, which is empty. */
function countParts(byteSize: number, partSize: number): number {
  return Math.max(1, Math.ceil(byteSize / partSize));
}

function sizeOfPart({ byteSize, partSize }: StoredUpload, number: number): number | undefined {
  const count = countParts(byteSize, partSize);
  if (number > count) return undefined;
  return number < count ? partSize : byteSize - (count - 1) * partSize;
}

function missingParts({ byteSize, partSize, parts }: StoredUpload): number[] {
  const arrived = new Set(parts.map(({ number }) => number));
  const numbers = Array.from({ length: countParts(byteSize, partSize) }, (_, index) => index + 1);
  return numbers.filter((number) => !arrived.has(number));
}
