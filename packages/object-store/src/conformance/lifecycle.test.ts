import {
  DeleteBucketLifecycleCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { createVersionedStore, failing } from '../testing/versioned-store.ts';

const store = createVersionedStore();

test('OBJ-1 wire: a bucket tells for how long it keeps older versions', async () => {
  const Bucket = await store.newBucket('Enabled');
  const { Rules } = await store.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
  expect(Rules).toEqual([
    {
      ID: 'older-versions',
      Status: 'Enabled',
      Filter: { Prefix: '' },
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
    },
  ]);
});

test('OBJ-1 wire: rules of a single bucket are refused instead of being forgotten', async () => {
  const Bucket = await store.newBucket('Enabled');
  const LifecycleConfiguration = {
    Rules: [{ Status: 'Enabled' as const, Filter: { Prefix: '' }, Expiration: { Days: 1 } }],
  };
  const put = new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration });
  await expect(store.client.send(put)).rejects.toMatchObject(failing('NotImplemented', 501));
  const remove = new DeleteBucketLifecycleCommand({ Bucket });
  await expect(store.client.send(remove)).rejects.toMatchObject(failing('NotImplemented', 501));
});

test('OBJ-1 wire: a bucket that is not there has no rules to tell', async () => {
  const ask = new GetBucketLifecycleConfigurationCommand({ Bucket: 'not-there' });
  await expect(store.client.send(ask)).rejects.toMatchObject(failing('NoSuchBucket', 404));
});
