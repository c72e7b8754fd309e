import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { connect, startTestStore } from '../testing/conformance.ts';
import { BATCH_BYTES, createSharedBatches } from './shared-batches.ts';

const store = await startTestStore();
beforeAll(async () => {
  await store.createBucket('bucket');
});
afterAll(() => store.stop());

test('OBJ-1 more uploads at once than there is shared memory for all get their own MD5', async () => {
  const client = connect(store.url);
  const bodies = Array.from({ length: 24 }, (_, index) => randomBytes(BATCH_BYTES * 2 + index));
  const answers = await Promise.all(
    bodies.map((Body, index) =>
      client.send(new PutObjectCommand({ Bucket: 'bucket', Key: `${index}`, Body })),
    ),
  );
  const expected = bodies.map((body) => `"${createHash('md5').update(body).digest('hex')}"`);
  expect(answers.map(({ ETag }) => ETag)).toEqual(expected);
});

test('whoever waits for a place gets the first that is released, in turn', async () => {
  const batches = createSharedBatches();
  const held = await Promise.all(
    Array.from({ length: 16 }, (_, index) => batches.share([Buffer.of(index)])),
  );
  const order: number[] = [];
  const late = [1, 2].map(async (number) => {
    const batch = await batches.share([Buffer.from('late')]);
    order.push(number);
    return batch;
  });
  held[5]!.release();
  held[9]!.release();
  const [first, second] = await Promise.all(late);
  expect(order).toEqual([1, 2]);
  expect([first!.place.start, second!.place.start]).toEqual([
    held[5]!.place.start,
    held[9]!.place.start,
  ]);
  expect(first!.bytes.toString()).toBe('late');
  expect(held[0]!.bytes[0]).toBe(0);
});
