import type { Content } from '../blobs/blobs.ts';
import { createChecksum } from '../blobs/checksums.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { keyBytes } from '../catalog/keys.ts';
import type { Upload } from '../catalog/stored.ts';
import type { Checksum } from '../http/body.ts';
import { StoreError } from '../http/errors.ts';
import { readBucket, type Exchange, type Store } from '../http/operation.ts';
import { queryText } from '../http/request.ts';

export function readUpload(exchange: Exchange): Upload {
  const bucket = readBucket(exchange);
  const id = queryText(exchange.request, 'uploadId') ?? '';
  const upload = exchange.store.catalog.findUpload(id, bucket.name, keyBytes(exchange.request.key));
  if (!upload) throw new StoreError('NoSuchUpload');
  return upload;
}

/** Inside one change of the catalog; answers the content that nothing names any more. */
export function dropUpload(catalog: Catalog, { id }: Upload): Content {
  const parts = catalog.listParts(id);
  catalog.deleteParts(id);
  catalog.deleteUpload(id);
  return parts.flatMap(({ content }) => content);
}

export async function digestOf(
  store: Store,
  algorithm: Checksum['algorithm'],
  content: Content,
): Promise<string> {
  const size = content.reduce((sum, blob) => sum + blob.size, 0);
  const digest = createChecksum(algorithm);
  for await (const piece of store.blobs.read(content, 0, size)) digest.update(piece);
  return digest.digest().toString('base64');
}
