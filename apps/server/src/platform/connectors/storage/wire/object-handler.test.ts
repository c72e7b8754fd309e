import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import tls from 'node:tls';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createEgress } from '#platform/egress/egress.ts';
import { eventually } from '#testing/eventually.ts';
import { certificate, privateKey } from '#testing/localhost-certificate.ts';
import type { Bucket } from '../bucket.ts';
import { type Buckets, createBuckets } from '../buckets.ts';
import { openObject } from '../read.ts';

/** Answers a request by writing to the line what a bucket, or a bad one, would write. */
type Answering = (line: Socket, request: string) => void | Promise<void>;

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

beforeAll(() => {
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate]);
});

/** A bucket that is nothing but a socket. */
async function startBucket(answering: Answering, { secure = false } = {}) {
  const lines: Socket[] = [];
  const serve = (line: Socket) => {
    lines.push(line);
    line.on('error', () => {});
    let heard = '';
    line.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      const end = heard.indexOf('\r\n\r\n');
      if (end === -1) return;
      const request = heard.slice(0, end);
      heard = heard.slice(end + 4);
      void answering(line, request);
    });
  };
  const server = secure
    ? tls.createServer({ cert: certificate, key: privateKey }, serve)
    : net.createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const buckets = createBuckets(
    createEgress({ allowData: `127.0.0.1:${port}`, allowHttp: '', own: [], samples: [] }),
  );
  ended.push(() => {
    buckets.close();
    for (const line of lines) line.destroy();
    server.close();
  });
  return { bucket: openTo(buckets, `${secure ? 'https' : 'http'}://127.0.0.1:${port}`), lines };
}

function openTo(buckets: Buckets, endpoint: string): Bucket {
  const config = { bucket: 'media', endpoint, region: 'us-east-1', prefix: '', pathStyle: true };
  const target = { id: 'one', config, accessKey: 'KEY', secretKey: 'secret' };
  const client = buckets.clientFor(target);
  return { connectorId: 'one', client, name: 'media', place: 'media', root: '' };
}

function headFor(length: number, more = ''): string {
  return `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nETag: "e"\r\n${more}\r\n`;
}

/** Takes its time over each piece, and keeps what it was given as it was at that moment. */
function slowTarget() {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write: (piece: Buffer, _encoding, done) => {
      setImmediate(() => {
        pieces.push(Buffer.from(piece));
        done();
      });
    },
  });
  return { stream, bytes: () => Buffer.concat(pieces) };
}

const large = randomBytes(7 * 1024 ** 2 + 321);

test.each([{ secure: false }, { secure: true }])(
  'OBJ-1 a large object arrives byte for byte, however slowly it is taken (TLS: $secure)',
  async (options) => {
    const { bucket } = await startBucket((line) => {
      line.write(headFor(large.length));
      line.write(large);
    }, options);
    const piped = slowTarget();
    await pipeline((await openObject(bucket, 'large')).body, piped.stream);
    expect(piped.bytes().equals(large)).toBe(true);
    const through = slowTarget();
    const { body } = await openObject(bucket, 'large');
    await pipeline(body, new PassThrough({ highWaterMark: 4 * 1024 ** 2 }), through.stream);
    expect(through.bytes().equals(large)).toBe(true);
    expect((await buffer((await openObject(bucket, 'large')).body)).equals(large)).toBe(true);
  },
);

test('OBJ-1 an answer may come in any pieces', async () => {
  const { bucket } = await startBucket(async (line) => {
    line.setNoDelay();
    for (const letter of `${headFor(5, 'Vary: Origin\r\nVary: Accept-Encoding\r\n')}12345`) {
      line.write(letter);
      await nextTurn();
    }
  });
  const opened = await openObject(bucket, 'small');
  expect(opened.head.etag).toBe('e');
  expect((await buffer(opened.body)).toString()).toBe('12345');
});

test('OBJ-1 a body that is cut short is an error, not a short file', async () => {
  const { bucket } = await startBucket((line) => {
    line.write(headFor(large.length));
    line.end(large.subarray(0, 3_000_000));
  });
  const { body } = await openObject(bucket, 'large');
  await expect(pipeline(body, slowTarget().stream)).rejects.toThrow('closed the connection');
  const { body: read } = await openObject(bucket, 'large');
  await expect(buffer(read)).rejects.toThrow('closed the connection');
});

test('OBJ-1 what a bucket sends beyond the announced length is nobody’s', async () => {
  const { bucket, lines } = await startBucket((line) => {
    line.write(`${headFor(5)}12345HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`);
  });
  for (const _ of [1, 2]) {
    const { body } = await openObject(bucket, 'small');
    expect((await buffer(body)).toString()).toBe('12345');
  }
  expect(lines).toHaveLength(2);
});

test('OBJ-1 an answer in chunks is read by those who can', async () => {
  const { bucket, lines } = await startBucket((line) => {
    line.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: "e"\r\n\r\n');
    line.write('5\r\n12345\r\n0\r\n\r\n');
  });
  const { body } = await openObject(bucket, 'chunked');
  expect((await buffer(body)).toString()).toBe('12345');
  expect(lines).toHaveLength(2);
});

test('OBJ-1 a refusal keeps the bucket’s own name for it', async () => {
  const text = '<Error><Code>NoSuchKey</Code><Message>No</Message></Error>';
  const { bucket } = await startBucket((line) => {
    line.write(`HTTP/1.1 404 Not Found\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
  });
  await expect(openObject(bucket, 'gone')).rejects.toMatchObject({
    code: 'E_OBJECT_NOT_FOUND',
    details: { bucketError: 'NoSuchKey' },
  });
});

test('OBJ-1 a line is used again, and another one once the bucket closed it', async () => {
  const { bucket, lines } = await startBucket((line) => {
    line.write(`${headFor(5)}12345`);
  });
  const read = async () => {
    const { body } = await openObject(bucket, 'small');
    expect((await buffer(body)).toString()).toBe('12345');
  };
  await read();
  await read();
  expect(lines).toHaveLength(1);
  lines[0]!.destroy();
  await read();
  expect(lines).toHaveLength(2);
});

test('OBJ-1 whoever stops reading frees the bucket’s line', async () => {
  const { bucket, lines } = await startBucket((line) => {
    line.write(headFor(large.length));
    line.write(large);
  });
  const { body } = await openObject(bucket, 'large');
  body.destroy();
  const left = new Writable({ write: () => {} });
  (await openObject(bucket, 'large')).body.pipe(left);
  left.destroy();
  const leaving = new AbortController();
  await openObject(bucket, 'large', { signal: leaving.signal });
  leaving.abort();
  await eventually(() => expect(lines.every((line) => line.destroyed)).toBe(true));
  expect(lines).toHaveLength(3);
});
