import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREDENTIALS, startTestStore } from '../testing/conformance.ts';
import { type RawRequest, sendRaw } from '../testing/raw-request.ts';

// What AWS's documentation of Signature Version 4 says is accepted, and how the rest is refused. The
// requests are signed by hand; signature.test.ts holds the published examples.

const store = await startTestStore();
beforeAll(async () => {
  await store.createBucket('bucket');
});
afterAll(() => store.stop());

const send = (raw: Partial<RawRequest> = {}) => sendRaw(store.url, { path: '/bucket/key', ...raw });
const codeOf = ({ text }: { text: string }) => /<Code>(.*)<\/Code>/.exec(text)?.[1];

describe('OBJ-1 wire: who asks', () => {
  test.each(['x-amz-date', 'date'] as const)(
    'a request dated by %s is served, whatever its path and query',
    async (dateHeader) => {
      const path = '/bucket/a%20b/%C3%BC%2B.txt';
      const put = await send({ method: 'PUT', path, body: 'hello', dateHeader });
      expect(put.status).toBe(200);
      const got = await send({
        path,
        dateHeader,
        query: { 'response-content-type': 'text/x y+z', 'response-expires': '' },
      });
      expect([got.status, got.text, got.headers['content-type']]).toEqual([
        200,
        'hello',
        'text/x y+z',
      ]);
    },
  );

  test.each(['x-amz-date', 'date'] as const)(
    'a wrong secret, an unknown key and a wrong clock are told apart, dated by %s',
    async (dateHeader) => {
      const wrong = { ...CREDENTIALS, secretAccessKey: 'another' };
      expect(codeOf(await send({ dateHeader, credentials: wrong }))).toBe('SignatureDoesNotMatch');
      const unknown = { ...CREDENTIALS, accessKeyId: 'nobody' };
      expect(codeOf(await send({ dateHeader, credentials: unknown }))).toBe('InvalidAccessKeyId');
      const date = new Date(Date.now() - 16 * 60_000);
      expect(codeOf(await send({ dateHeader, date }))).toBe('RequestTimeTooSkewed');
    },
  );

  test('a date that nobody signed is refused', async () => {
    const headers = { authorization: '', date: new Date().toUTCString() };
    const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
    const answer = await fetch(`${store.url}/bucket/key`, {
      headers: { ...headers, authorization, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    });
    expect(answer.status).toBe(400);
    expect(codeOf({ text: await answer.text() })).toBe('AuthorizationHeaderMalformed');
  });

  test('an error names its code, its resource and the request', async () => {
    const answer = await send({ path: '/bucket/missing%20key' });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('<Code>NoSuchKey</Code>');
    expect(answer.text).toContain('<Resource>/bucket/missing%20key</Resource>');
    expect(answer.text).toContain(
      `<RequestId>${String(answer.headers['x-amz-request-id'])}</RequestId>`,
    );
  });
});

describe('OBJ-1 wire: what a request may be', () => {
  test('a client that expects something unknown is told that it cannot be met', async () => {
    const answer = await send({ method: 'PUT', body: 'x', headers: { expect: '200-maybe' } });
    expect([answer.status, codeOf(answer)]).toEqual([417, 'ExpectationFailed']);
    expect((await send()).status).toBe(404);
  });

  test('a key with U+0000 is refused wherever it would be written', async () => {
    const path = '/bucket/a%00b';
    for (const raw of [
      { method: 'PUT', body: 'x' },
      { method: 'POST', query: { uploads: '' } },
      { method: 'PUT', headers: { 'x-amz-copy-source': '/bucket/key' } },
    ]) {
      await send({ method: 'PUT', body: 'source' });
      const answer = await send({ path, ...raw });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'InvalidArgument']);
    }
  });

  test.each(['a.-b', 'a-.b', 'a..b', 'A-b', 'ab', '192.168.0.1', 'xn--a', 'a-s3alias'])(
    'a bucket cannot be called %s',
    async (name) => {
      const answer = await send({ method: 'PUT', path: `/${name}` });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'InvalidBucketName']);
    },
  );

  test.each([
    ['deflate, gzip', 'deflate, gzip'],
    ['aws-chunked, deflate, gzip', 'deflate, gzip'],
    ['deflate,gzip, aws-chunked', 'deflate,gzip'],
    ['aws-chunked', undefined],
  ])('the encoding %j is kept as %j', async (sent, kept) => {
    await send({ method: 'PUT', body: 'x', headers: { 'content-encoding': sent } });
    expect((await send({ method: 'HEAD' })).headers['content-encoding']).toBe(kept);
  });
});
