import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ObjectDetails, WrittenObject } from '@causeway/contract/storage/objects.ts';
import { hasThumbnail } from '@causeway/contract/storage/view.ts';
import { ifRefused } from '#platform/expected.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { findHead, readBytes, readHead } from '#platform/connectors/storage/read.ts';
import { findTags } from '#platform/connectors/storage/tags.ts';
import type { Written } from '#platform/connectors/storage/write.ts';
import type { StorageCall } from '../call.ts';
import type { Changes } from '../changes.ts';
import { writtenItem } from '../items.ts';
import { pictureShares } from '../views/shares.ts';
import { hasPixels, sidesOf } from '#platform/pictures/as-pixels.ts';

/** Read at once and checked before it is passed on; larger ones are read as bytes. */
const LARGEST_JSON = 20_000_000;
/** Enough of a picture to know its size; formats with their size at the end stay without. */
const HEADER_BYTES = 512_000;

/** The text of a JSON object, untouched, so that no digit is lost. */
export async function readJson({ bucket, signal }: StorageCall, path: string): Promise<string> {
  const { bytes, byteSize } = await readBytes(bucket, path, { most: LARGEST_JSON, signal });
  if (byteSize > bytes.length) throw new Failure('E_FILE_TOO_LARGE');
  const text = new TextDecoder().decode(bytes);
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Failure('E_OBJECT_NOT_JSON', `The object is not JSON: ${(error as Error).message}`);
  }
  return text;
}

export async function readDetails(
  { bucket, addresses, signal }: StorageCall,
  path: string,
): Promise<ObjectDetails> {
  const head = await readHead(bucket, path, { signal });
  const [tags, image] = await Promise.all([
    findTags(bucket, path, { signal }),
    hasThumbnail(path) ? findImageSize(bucket, path, signal) : null,
  ]);
  const { contentType, cacheControl, contentEncoding, storageClass, metadata } = head;
  return {
    ...writtenItem(head, addresses),
    contentType,
    cacheControl,
    contentEncoding,
    storageClass,
    metadata,
    tags,
    image,
  };
}

type Done = { path: string; byteSize: number; written: Written; act: AuditAction };

/** What an object is after a write; tells everybody who shows or remembers it. */
export async function describeWritten(
  call: StorageCall,
  changes: Changes,
  { path, byteSize, written, act }: Done,
): Promise<WrittenObject> {
  // The write took place: a bucket that fails now must not make it look undone.
  const head = await readHead(call.bucket, path).catch(() => undefined);
  const object = head ?? { path, byteSize, ...written, updatedAt: new Date().toISOString() };
  const { connector, actor, db } = call;
  await db.transaction(async (tx) => {
    await recordAct(tx, actor, {
      action: act,
      target: connector.id,
      details: { path, byteSize: object.byteSize },
    });
    const place = { projectId: actor.project.id, connectorId: connector.id };
    await changes.note(tx, place, { written: [object] });
  });
  return writtenItem(object, call.addresses);
}

/** A refused write tells what stands in its way, so that the screen can show both. */
export async function withCurrent<Answer>(
  call: StorageCall,
  path: string,
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Failure) || !/^E_(OBJECT_EXISTS|VERSION_CONFLICT)$/.test(error.code)) {
      throw error;
    }
    const head = await findHead(call.bucket, path).catch(ifRefused(undefined));
    const current = head ? writtenItem(head, call.addresses) : null;
    throw new Failure(error.code, error.message, { ...error.details, path, current });
  }
}

async function findImageSize(
  bucket: Bucket,
  path: string,
  signal: AbortSignal,
): Promise<{ width: number; height: number } | null> {
  try {
    const { bytes } = await readBytes(bucket, path, { most: HEADER_BYTES, signal });
    if (hasPixels(bytes)) return await sidesOf(bytes);
    return await pictureShares.run(() => sidesOf(bytes), { signal });
  } catch {
    // The size of a picture is told where it can be: everything else of the object is known without.
    return null;
  }
}
