import { receiveText } from '../http/body.ts';
import { StoreError } from '../http/errors.ts';
import { isBucketName } from '../catalog/keys.ts';
import { readBucket, sendEmpty, sendXml, type Exchange, type Store } from '../http/operation.ts';
import { dropUpload } from './uploads.ts';
import { element, xmlDocument } from '../http/xml.ts';

export const OWNER = `<Owner>${element('ID', 'causeway')}${element('DisplayName', 'causeway')}</Owner>`;

export async function listBuckets({ store, response }: Exchange): Promise<void> {
  const buckets = store.catalog
    .listBuckets()
    .map(
      ({ name, created }) =>
        `<Bucket>${element('Name', name)}${element('CreationDate', new Date(created).toISOString())}</Bucket>`,
    );
  sendXml(
    response,
    xmlDocument('ListAllMyBucketsResult', `${OWNER}<Buckets>${buckets.join('')}</Buckets>`),
  );
}

export async function createBucket({ store, request, signed, response }: Exchange): Promise<void> {
  const name = request.bucket!;
  // The body may name a region; the store has only the one place.
  if (Number(request.headers['content-length'] ?? 0) > 0) await receiveText(request, signed);
  if (!(await addBucket(store, name))) throw new StoreError('BucketAlreadyOwnedByYou');
  response.setHeader('location', `/${name}`);
  sendEmpty(response, 200);
}

/** False when the bucket was there already. */
export async function addBucket({ catalog }: Store, name: string): Promise<boolean> {
  if (!isBucketName(name)) throw new StoreError('InvalidBucketName');
  return catalog.commit(() => {
    if (catalog.hasBucket(name)) return false;
    catalog.insertBucket(name);
    return true;
  });
}

export async function headBucket(exchange: Exchange): Promise<void> {
  readBucket(exchange);
  exchange.response.setHeader('x-amz-bucket-region', 'us-east-1');
  sendEmpty(exchange.response, 200);
}

export async function deleteBucket(exchange: Exchange): Promise<void> {
  const { name: bucket } = readBucket(exchange);
  const { catalog, blobs } = exchange.store;
  const removed = await catalog.commit(() => {
    if (!catalog.isBucketEmpty(bucket)) throw new StoreError('BucketNotEmpty');
    const uploads = catalog.listUploadsAfter(bucket, { key: Buffer.alloc(0), id: '', limit: -1 });
    const dropped = uploads.flatMap((upload) => dropUpload(catalog, upload));
    catalog.deleteCompletionsOf(bucket);
    catalog.deleteBucket(bucket);
    return dropped;
  });
  await blobs.remove(removed);
  sendEmpty(exchange.response, 204);
}

/** Empty stands for us-east-1; clients may sign for any region, the store accepts them all. */
export async function getBucketLocation(exchange: Exchange): Promise<void> {
  readBucket(exchange);
  sendXml(exchange.response, xmlDocument('LocationConstraint', ''));
}
