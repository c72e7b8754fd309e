import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect as openSocket } from 'node:net';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, startTestStore } from './testing/conformance.ts';

// Clients go away in the middle of a transfer every day. It is nothing the operator has to hear of,
// and nothing of it stays.

const Bucket = 'bucket';
const ANNOUNCED = 8_000_000;
const errors: unknown[] = [];
let client: S3Client;

const store = await startTestStore({ onError: (error) => errors.push(error) });
beforeAll(async () => {
  await store.createBucket(Bucket);
  client = connect(store.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterAll(() => store.stop());

async function countBlobs(): Promise<number> {
  const entries = await readdir(join(store.directory, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
}

async function expectBlobs(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await countBlobs()).toBe(count), { timeout: 60_000 });
}

/** Sends some of what it announced, until the store has begun to write. */
async function beginUpload(url: string, sent: number) {
  const before = await countBlobs();
  const { hostname, port, pathname, search } = new URL(url);
  const socket = openSocket(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${ANNOUNCED}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sent));
  await expectBlobs(before + 1);
  return socket;
}

test.each([
  { how: 'closes the line', cut: 'destroy', sent: 3_000_000 },
  { how: 'resets the line', cut: 'resetAndDestroy', sent: 3_000_000 },
  { how: 'says that it is done too early', cut: 'end', sent: 3_000_000 },
  { how: 'closes the line at the first bytes', cut: 'destroy', sent: 10 },
] as const)(
  'OBJ-1 an upload whose client $how leaves nothing behind and no error in the log',
  async ({ cut, sent }) => {
    const before = await countBlobs();
    const put = new PutObjectCommand({ Bucket, Key: 'cut' });
    const socket = await beginUpload(await getSignedUrl(client, put), sent);
    socket[cut]();
    await expectBlobs(before);
    expect(errors).toEqual([]);
  },
);

test('OBJ-1 a part whose client goes away leaves its upload as it was', async () => {
  const before = await countBlobs();
  const target = { Bucket, Key: 'parts' };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const part = new UploadPartCommand({ ...target, UploadId, PartNumber: 1 });
  const socket = await beginUpload(await getSignedUrl(client, part), 3_000_000);
  socket.destroy();
  await expectBlobs(before);
  expect(errors).toEqual([]);
});

test('OBJ-1 a download whose reader goes away is no error either', async () => {
  const target = { Bucket, Key: 'large' };
  await client.send(new PutObjectCommand({ ...target, Body: Buffer.alloc(30_000_000) }));
  const url = await getSignedUrl(client, new GetObjectCommand(target));
  await new Promise<void>((resolve) => {
    request(url, (answer) => {
      answer.once('data', () => answer.destroy());
      answer.on('close', () => resolve());
    }).end();
  });
  // Whoever is served next is served after the store has noticed.
  await client.send(new PutObjectCommand({ ...target, Body: 'small' }));
  await expectBlobs(1);
  expect(errors).toEqual([]);
});
