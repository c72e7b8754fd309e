import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';

/** Somebody's bucket that says what it likes: XML, for what it was asked. */
export async function startAnsweringBucket(
  answer: (asked: URLSearchParams, method: string) => string,
) {
  const server = createServer((request, response) => {
    request.resume();
    const { searchParams } = new URL(request.url ?? '', 'http://bucket');
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(answer(searchParams, request.method ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  const bucket: Bucket = { connectorId: 'c', client, name: 'media', place: 'media', root: '' };
  return {
    bucket,
    stop: () => {
      client.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
