import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openBlobs } from '../blobs/blobs.ts';
import { openCatalog } from '../catalog/catalog.ts';
import { connect, startTestStore } from '../testing/conformance.ts';
import { dropSilentUploads } from './upkeep.ts';

const DAY = 24 * 60 * 60 * 1000;
const Bucket = 'bucket';

test('OBJ-1 an upload that no part arrives for any more is dropped, one that goes on is kept', async () => {
  const store = await startTestStore();
  await store.createBucket(Bucket);
  const client = connect(store.url);
  const open = async (Key: string) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'x' }));
    return UploadId!;
  };
  await open('silent');
  const active = await open('active');
  await store.close();

  const catalog = await openCatalog(store.directory);
  const blobs = await openBlobs(join(store.directory, 'blobs'));
  const later = Date.now() + 10 * DAY;
  const [part] = catalog.listParts(active);
  await catalog.commit(() => catalog.putPart(active, { ...part!, modified: later }));
  await dropSilentUploads({ catalog, blobs, versionDays: 30 }, later - DAY);
  await blobs.close();
  await catalog.close();

  const again = await startTestStore({ directory: store.directory });
  const { Uploads } = await connect(again.url).send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads?.map(({ Key }) => Key)).toEqual(['active']);
  await again.stop();
});
