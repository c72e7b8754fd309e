import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { decodeChunked } from './chunked.ts';
import type { StoreRequest } from './request.ts';
import { verifySignature } from './signature.ts';

// The examples AWS publishes with Signature Version 4: known keys, requests and signatures.

const CREDENTIALS = [
  {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
];
const NOW = Date.parse('2013-05-24T00:00:00Z');
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function request(parts: Partial<StoreRequest>): StoreRequest {
  return {
    method: 'GET',
    path: '/',
    bucket: 'examplebucket',
    key: '',
    query: {},
    headers: {},
    body: undefined as never,
    ...parts,
  };
}

function authorization(signedHeaders: string, signature: string): string {
  const scope = `${CREDENTIALS[0]!.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

const rangedGet = request({
  path: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
});

const presignedGet = request({
  path: '/test.txt',
  headers: { host: 'examplebucket.s3.amazonaws.com' },
  query: {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  },
});

describe('a signed request', () => {
  test('is accepted as AWS publishes it, in the header and in the query', async () => {
    await expect(verifySignature(rangedGet, CREDENTIALS, NOW)).resolves.toMatchObject({
      payload: EMPTY,
    });
    await expect(verifySignature(presignedGet, CREDENTIALS, NOW)).resolves.toMatchObject({
      payload: 'UNSIGNED-PAYLOAD',
    });
  });

  test.each<[string, Partial<StoreRequest>]>([
    ['another method', { method: 'DELETE' }],
    ['another path', { path: '/other.txt' }],
    ['another query', { query: { acl: '' } }],
    ['another signed header', { headers: { ...rangedGet.headers, range: 'bytes=0-99' } }],
    ['another host', { headers: { ...rangedGet.headers, host: 'evil.example' } }],
    [
      'another body',
      { headers: { ...rangedGet.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
    ],
  ])('is refused with %s', async (_, change) => {
    const changed = verifySignature({ ...rangedGet, ...change }, CREDENTIALS, NOW);
    await expect(changed).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('is refused when someone added an x-amz-* header', async () => {
    const headers = { ...rangedGet.headers, 'x-amz-acl': 'public-read' };
    const changed = verifySignature({ ...rangedGet, headers }, CREDENTIALS, NOW);
    await expect(changed).rejects.toMatchObject({ code: 'AccessDenied' });
  });

  test('is refused from an unknown key, or when the secret is another', async () => {
    const [known] = CREDENTIALS;
    await expect(verifySignature(rangedGet, [], NOW)).rejects.toMatchObject({
      code: 'InvalidAccessKeyId',
    });
    const rotated = [{ ...known!, secretAccessKey: 'rotated' }];
    await expect(verifySignature(rangedGet, rotated, NOW)).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });

  test('is refused when its clock is more than 15 minutes off, before or after', async () => {
    const minutes = (count: number) => NOW + count * 60_000;
    for (const now of [minutes(14), minutes(-14)]) {
      await expect(verifySignature(rangedGet, CREDENTIALS, now)).resolves.toBeDefined();
    }
    for (const now of [minutes(16), minutes(-16)]) {
      await expect(verifySignature(rangedGet, CREDENTIALS, now)).rejects.toMatchObject({
        code: 'RequestTimeTooSkewed',
      });
    }
  });

  test('is refused as a link once it has expired, and its life cannot be stretched', async () => {
    const late = NOW + 86_401_000;
    await expect(verifySignature(presignedGet, CREDENTIALS, late)).rejects.toMatchObject({
      code: 'AccessDenied',
      message: 'Request has expired.',
    });
    const query = { ...presignedGet.query, 'X-Amz-Expires': '90000' };
    const stretched = verifySignature({ ...presignedGet, query }, CREDENTIALS, late);
    await expect(stretched).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('is refused without any signature, with two, or with a malformed one', async () => {
    const verify = (parts: Partial<StoreRequest>) =>
      verifySignature(request(parts), CREDENTIALS, NOW);
    await expect(verify({})).rejects.toMatchObject({ code: 'AccessDenied' });
    await expect(verify({ headers: { authorization: 'AWS AKIA:old' } })).rejects.toMatchObject({
      code: 'AuthorizationHeaderMalformed',
    });
    const both = { headers: rangedGet.headers, query: presignedGet.query };
    await expect(verify(both)).rejects.toMatchObject({ code: 'InvalidArgument' });
  });
});

const chunkedPut = request({
  method: 'PUT',
  path: '/examplebucket/chunkObject.txt',
  headers: {
    host: 's3.amazonaws.com',
    'content-encoding': 'aws-chunked',
    'content-length': '66824',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-date': '20130524T000000Z',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: authorization(
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
      '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    ),
  },
});

const CHUNKS = [
  ['a'.repeat(65536), 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'],
  ['a'.repeat(1024), '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'],
  ['', 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'],
] as const;

function chunkedBody(chunks: readonly (readonly [string, string])[]): string {
  return chunks
    .map(
      ([data, signature]) =>
        `${data.length.toString(16)};chunk-signature=${signature}\r\n${data}\r\n`,
    )
    .join('');
}

async function decode(body: string, { pieceSize = 1000 } = {}): Promise<string> {
  const signed = await verifySignature(chunkedPut, CREDENTIALS, NOW);
  const pieces = Array.from({ length: Math.ceil(body.length / pieceSize) }, (_, index) =>
    Buffer.from(body.slice(index * pieceSize, (index + 1) * pieceSize)),
  );
  let text = '';
  for await (const chunk of decodeChunked(Readable.from(pieces), signed).chunks) text += chunk;
  return text;
}

describe('a body signed in chunks', () => {
  test.each([1, 7, 1000, 100_000])(
    'is accepted as AWS publishes it, arriving %d bytes at a time',
    async (pieceSize) => {
      expect(await decode(chunkedBody(CHUNKS), { pieceSize })).toBe('a'.repeat(66560));
    },
  );

  test('is refused when a byte was changed, a chunk dropped, swapped or cut', async () => {
    const [one, two, end] = CHUNKS;
    const changed: [string, string] = [`b${two[0].slice(1)}`, two[1]];
    for (const chunks of [
      [one, changed, end],
      [two, one, end],
      [one, end],
    ]) {
      await expect(decode(chunkedBody(chunks))).rejects.toMatchObject({
        code: 'SignatureDoesNotMatch',
      });
    }
    const whole = chunkedBody(CHUNKS);
    for (const body of [chunkedBody([one, two]), whole.slice(0, 70_00), `${whole}more`]) {
      await expect(decode(body)).rejects.toMatchObject({ code: 'IncompleteBody' });
    }
  });

  test('is refused when its chunks are not signed', async () => {
    await expect(decode('3\r\nabc\r\n0\r\n\r\n')).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    });
  });
});

describe('a body signed in chunks with a signed trailer', () => {
  const { headers } = chunkedPut;
  const { 'content-length': _, ...rest } = headers;
  const trailerPut = request({
    ...chunkedPut,
    headers: {
      ...rest,
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
      'x-amz-trailer': 'x-amz-checksum-crc32c',
      authorization: authorization(
        'content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer',
        '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
      ),
    },
  });
  const chunks = chunkedBody([
    ['a'.repeat(65536), 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2'],
    ['a'.repeat(1024), '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7'],
  ]);
  const last = '0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992';
  const trailer = (value: string) =>
    `${chunks}${last}\r\nx-amz-checksum-crc32c:${value}\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n`;

  async function readTrailers(body: string): Promise<[string, string][]> {
    const signed = await verifySignature(trailerPut, CREDENTIALS, NOW);
    const decoded = decodeChunked(Readable.from([Buffer.from(body)]), signed);
    await Readable.from(decoded.chunks).toArray();
    return [...decoded.trailers];
  }

  test('is accepted as AWS publishes it', async () => {
    const expected = [['x-amz-checksum-crc32c', 'sOO8/Q==']];
    expect(await readTrailers(trailer('sOO8/Q=='))).toEqual(expected);
  });

  test('is refused when the trailer was changed or left out', async () => {
    for (const body of [trailer('AAAAAA=='), `${chunks}${last}\r\n\r\n`]) {
      await expect(readTrailers(body)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
    }
  });
});
