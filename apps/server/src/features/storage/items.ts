import { objectName } from '@causeway/contract/storage/object-listing.ts';
import type { z } from 'zod';
import type { listingItem, WrittenObject } from '@causeway/contract/storage/objects.ts';
import type { ListedObject } from '#platform/connectors/storage/list.ts';
import type { Addresses } from './views/view-address.ts';

export type Item = z.infer<typeof listingItem>;

export function folderItem(path: string): Item {
  const name = objectName(path);
  return { path, name, url: '', updated_at: null, byte_size: 0, etag: null };
}

export function objectItem(object: ListedObject, addresses: Addresses): Item {
  const { path, updatedAt, byteSize, etag } = object;
  return {
    path,
    name: objectName(path),
    url: addresses.of(object),
    updated_at: updatedAt,
    byte_size: byteSize,
    etag,
  };
}

export function writtenItem(
  head: ListedObject & { versionId: string | null },
  addresses: Addresses,
): WrittenObject {
  return { ...objectItem(head, addresses), versionId: head.versionId };
}

/** The folder an object or a folder lies in. */
export function parentOf(path: string): string {
  const inner = path.endsWith('/') ? path.slice(0, -1) : path;
  return path.slice(0, inner.lastIndexOf('/') + 1);
}
