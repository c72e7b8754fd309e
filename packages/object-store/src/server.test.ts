import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, CREDENTIALS, startTestStore } from './testing/conformance.ts';
import { startObjectStore } from './server.ts';

const ORIGIN = 'https://app.example';
const Bucket = 'bucket';

let client: S3Client;

const store = await startTestStore({ allowedOrigins: [ORIGIN], publicHost: 's3.test' });
beforeAll(async () => {
  await store.createBucket(Bucket);
  client = connect(store.url);
});
afterAll(() => store.stop());

async function presignPut(Key: string, { signingDate = new Date() } = {}): Promise<string> {
  const signer = connect(store.url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  return getSignedUrl(signer, new PutObjectCommand({ Bucket, Key }), {
    expiresIn: 60,
    signingDate,
  });
}

async function hasObject(Key: string): Promise<boolean> {
  return client.send(new HeadObjectCommand({ Bucket, Key })).then(
    () => true,
    () => false,
  );
}

/** Sends a request of the SDK after something on the way has changed it. */
function tamperWith(change: (sent: { headers: Record<string, string>; body?: unknown }) => void) {
  const tampered = connect(store.url);
  tampered.middlewareStack.add(
    (next) => (call) => {
      change(call.request as never);
      return next(call);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
  );
  return tampered;
}

describe('what was tampered with is refused and leaves nothing behind', () => {
  test('an unsigned request', async () => {
    const answer = await fetch(`${store.url}/${Bucket}`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });

  test('another secret', async () => {
    const credentials = { ...CREDENTIALS, secretAccessKey: 'wrong' };
    const wrong = connect(store.url, { credentials });
    const put = wrong.send(new PutObjectCommand({ Bucket, Key: 'wrong-secret', Body: 'x' }));
    await expect(put).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    expect(await hasObject('wrong-secret')).toBe(false);
  });

  test('another body under a signed hash', async () => {
    const evil = tamperWith((sent) => {
      sent.body = 'evil';
    });
    const put = evil.send(new PutObjectCommand({ Bucket, Key: 'body', Body: 'good' }));
    await expect(put).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    expect(await hasObject('body')).toBe(false);
  });

  test('another header', async () => {
    const evil = tamperWith((sent) => {
      sent.headers['x-amz-meta-owner'] = 'mallory';
    });
    const put = evil.send(
      new PutObjectCommand({ Bucket, Key: 'header', Body: 'x', Metadata: { owner: 'alice' } }),
    );
    await expect(put).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });

  test('a presigned link that expired', async () => {
    const url = await presignPut('expired', { signingDate: new Date(Date.now() - 62_000) });
    const answer = await fetch(url, { method: 'PUT', body: 'late' });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('Request has expired');
    expect(await hasObject('expired')).toBe(false);
  });

  test('a presigned link used for another key, method or life', async () => {
    const url = await presignPut('mine');
    const attempts = [
      fetch(url.replace('/mine?', '/yours?'), { method: 'PUT', body: 'x' }),
      fetch(url, { method: 'DELETE' }),
      fetch(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600000'), { method: 'PUT', body: 'x' }),
    ];
    for (const attempt of attempts) expect((await attempt).status).toBe(403);
  });

  test('an upload that breaks off', async () => {
    const url = await presignPut('cut');
    const files = async () =>
      (await readdir(join(store.directory, 'blobs'), { recursive: true })).length;
    const before = await files();
    const sent = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
    sent.on('error', () => {});
    sent.write(Buffer.alloc(500_000));
    await expect.poll(files, { timeout: 20_000 }).toBe(before + 1);
    sent.destroy();
    await expect.poll(files, { timeout: 20_000 }).toBe(before);
    expect(await hasObject('cut')).toBe(false);
  });
});

test('what the store cannot do is refused rather than ignored', async () => {
  const put = (parts: object) =>
    client.send(new PutObjectCommand({ Bucket, Key: 'refused', Body: 'x', ...parts }));
  await expect(put({ ACL: 'public-read' })).rejects.toMatchObject({
    name: 'AccessControlListNotSupported',
  });
  await expect(put({ ObjectLockMode: 'COMPLIANCE' })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
  await expect(put({ ServerSideEncryption: 'AES256' })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
  expect(await hasObject('refused')).toBe(false);
});

test.each([
  ['text/html', true],
  ['image/svg+xml', true],
  ['image/png', false],
])('an object of type %s is opened without its scripts: %s', async (ContentType, isSandboxed) => {
  await client.send(new PutObjectCommand({ Bucket, Key: 'page', Body: 'x', ContentType }));
  const answer = await fetch(
    await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'page' })),
  );
  expect(answer.headers.get('content-security-policy')?.includes('sandbox') ?? false).toBe(
    isSandboxed,
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

describe('OBJ-1 wire: a bucket can be addressed by path and by host name', () => {
  test.each(['bucket.s3.test', 'bucket.localhost', 'bucket.s3.localhost'])('%s', async (host) => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'by/host', Body: 'same object' }));
    const text = await sendToHost(host, 'by/host');
    expect(text).toBe('same object');
  });

  /** Presigns for the host name, and connects to the store whatever that name resolves to. */
  async function sendToHost(host: string, Key: string): Promise<string> {
    const endpoint = `http://${host.replace('bucket.', '')}:${store.port}`;
    const virtual = connect(endpoint, { forcePathStyle: false });
    const url = new URL(await getSignedUrl(virtual, new GetObjectCommand({ Bucket, Key })));
    expect(url.hostname).toBe(host);
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: store.port,
        path: url.pathname + url.search,
        headers: { host: url.host },
      };
      request(options, (answer) => {
        answer.setEncoding('utf8');
        let text = '';
        answer.on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
  }
});

describe('a page in the browser may use presigned links', () => {
  async function preflight(origin: string): Promise<Response> {
    return fetch(await presignPut('from-page'), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
  }

  test('from an allowed origin', async () => {
    const answer = await preflight(ORIGIN);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
    const put = await fetch(await presignPut('from-page'), {
      method: 'PUT',
      body: 'x',
      headers: { origin: ORIGIN },
    });
    expect(put.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(put.headers.get('access-control-expose-headers')).toContain('ETag');
  });

  test('from no other origin', async () => {
    const answer = await preflight('https://elsewhere.example');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('after a restart', () => {
  test('objects are there, and files nobody names are gone', async () => {
    const first = await startTestStore();
    await first.createBucket(Bucket);
    const before = connect(first.url);
    const body = randomBytes(100_000);
    await before.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: body }));
    await first.close();
    const orphan = join(first.directory, 'blobs', '00', '0'.repeat(32));
    await writeFile(orphan, 'half an upload');

    const second = await startTestStore({ directory: first.directory });
    const after = connect(second.url);
    const got = await after.send(new GetObjectCommand({ Bucket, Key: 'kept' }));
    expect(Buffer.from(await got.Body!.transformToByteArray()).equals(body)).toBe(true);
    expect(await readdir(join(first.directory, 'blobs', '00'))).not.toContain('0'.repeat(32));
    await second.stop();
  });

  test('a folder in use by one store is refused to a second', async () => {
    const { directory } = store;
    const options = { directory, host: '127.0.0.1', port: 0, credentials: [CREDENTIALS] };
    await expect(startObjectStore(options)).rejects.toThrow('locked');
  });
});

test('a download goes on undisturbed while its object is overwritten and deleted', async () => {
  const body = randomBytes(20 * 1024 * 1024);
  await client.send(new PutObjectCommand({ Bucket, Key: 'busy', Body: body }));
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'busy' }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'busy', Body: 'new' }));
  expect(Buffer.from(await Body!.transformToByteArray()).equals(body)).toBe(true);
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'busy' }));
  expect(Contents).toMatchObject([{ Key: 'busy', Size: 3 }]);
});

test('a large object is told apart by a unique ETag, or by its MD5 where the sender gave one', async () => {
  const Body = Buffer.alloc(64 * 1024 ** 2 + 1, 'x');
  const md5 = createHash('md5').update(Body).digest();
  const put = (Key: string, ContentMD5?: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ContentMD5 }));
  const [first, second] = [await put('large'), await put('large')];
  expect(first.ETag).toMatch(/^"[0-9a-f]{32}-1"$/);
  expect(second.ETag).not.toBe(first.ETag);
  expect((await put('large', md5.toString('base64'))).ETag).toBe(`"${md5.toString('hex')}"`);
  const wrong = createHash('md5').update('other').digest('base64');
  await expect(put('large', wrong)).rejects.toMatchObject({ name: 'BadDigest' });
});
