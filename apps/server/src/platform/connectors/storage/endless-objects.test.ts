import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { readBytes as readPart } from '#platform/bytes/byte-source.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { fetchObject } from '#platform/files/fetch-object.ts';
import type { Bucket } from './bucket.ts';
import { createBuckets } from './buckets.ts';
import { objectSource } from './object-source.ts';
import { readBytes } from './read.ts';

/** Enough to tell that nobody stops it, and little enough to go on if nobody does. */
const ENDLESS = 64 * 1024 ** 2;
const PIECE = Buffer.alloc(64 * 1024, 'a');
const SMALL = 1_000;

let announced: number | undefined;
let sent = 0;

function* pieces() {
  for (let made = 0; made < ENDLESS; made += PIECE.length) {
    sent += PIECE.length;
    yield PIECE;
  }
}

const server = createServer((request, response) => {
  request.resume();
  const length = announced === undefined ? {} : { 'content-length': String(announced) };
  response.writeHead(200, { etag: '"e"', ...length });
  pipeline(Readable.from(pieces()), response, () => {});
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const allowData = `127.0.0.1:${port}`;
const buckets = createBuckets(createEgress({ allowData, allowHttp: '', own: [], samples: [] }));
const config = {
  bucket: 'media',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  prefix: '',
  pathStyle: true,
};
const client = buckets.clientFor({ id: 'one', config, accessKey: 'KEY', secretKey: 'secret' });
const bucket: Bucket = { connectorId: 'one', client, name: 'media', place: 'media', root: '' };
const folder = await mkdtemp(join(tmpdir(), 'endless-'));

afterAll(async () => {
  buckets.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const source = objectSource(bucket, 'a.csv', { size: SMALL, etag: 'e', signal });
const object = {
  path: 'a.csv',
  etag: 'e',
  byteSize: SMALL,
  format: 'csv' as const,
  sheet: '',
};
const readings: [string, () => Promise<unknown>][] = [
  ['its beginning', () => readBytes(bucket, 'a.csv', { most: SMALL, signal })],
  ['a part of it', () => readPart(source, 10, 20)],
  ['all of it', () => readPart(source, 0, SMALL)],
  [
    'a copy of it',
    () => fetchObject(bucket, object, { to: join(folder, 'a'), signal, onBytes: () => {} }),
  ],
];

test.each(readings)(
  'OBJ-3 a bucket that never stops sending an object is left: %s',
  async (_, reading) => {
    for (const length of [ENDLESS, undefined]) {
      announced = length;
      sent = 0;
      await expect(reading().then(() => 'was read')).rejects.toMatchObject({
        code: 'E_UPSTREAM_FAILED',
        message: 'The bucket sent more than it was asked for.',
      });
      expect(sent).toBeLessThan(ENDLESS / 2);
    }
  },
);
