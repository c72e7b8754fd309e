import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, expect, test } from 'vitest';
import { keepsDeleted } from './keeps-deleted.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = { status?: number; xml: string };

/** A bucket that answers nothing but what is asked about its settings. */
async function bucketThat(answers: { versioning: Answer; lifecycle: Answer }) {
  server = createServer((request, response) => {
    const isLifecycle = request.url?.includes('lifecycle') ?? false;
    const { status = 200, xml } = isLifecycle ? answers.lifecycle : answers.versioning;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  });
  return { connectorId: 'c', client, name: 'media', place: 'media', root: '' };
}

const versioning = (status: string): Answer => ({
  xml: `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`,
});
const rule = (status: string, days: number): Answer => ({
  xml: `<LifecycleConfiguration><Rule><Status>${status}</Status><Filter/><NoncurrentVersionExpiration><NoncurrentDays>${days}</NoncurrentDays></NoncurrentVersionExpiration></Rule></LifecycleConfiguration>`,
});
const refusal = (status: number, code: string): Answer => ({
  status,
  xml: `<Error><Code>${code}</Code></Error>`,
});
const noRules = refusal(404, 'NoSuchLifecycleConfiguration');

test.each([
  { of: 'versions and no rules', versions: 'Enabled', lifecycle: noRules, keeps: true },
  {
    of: 'rules that wait long enough',
    versions: 'Enabled',
    lifecycle: rule('Enabled', 90),
    keeps: true,
  },
  {
    of: 'a rule that is switched off',
    versions: 'Enabled',
    lifecycle: rule('Disabled', 1),
    keeps: true,
  },
  {
    of: 'a rule that removes old versions sooner',
    versions: 'Enabled',
    lifecycle: rule('Enabled', 7),
    keeps: false,
  },
  {
    of: 'rules it does not show',
    versions: 'Enabled',
    lifecycle: refusal(403, 'AccessDenied'),
    keeps: false,
  },
  { of: 'suspended versions', versions: 'Suspended', lifecycle: noRules, keeps: false },
])(
  'OBJ-4 a bucket with $of keeps what is deleted for a month: $keeps',
  async ({ versions, lifecycle, keeps }) => {
    const bucket = await bucketThat({ versioning: versioning(versions), lifecycle });
    expect(await keepsDeleted(bucket, 30)).toBe(keeps);
  },
);

test.each([
  { days: 7, keeps: false },
  { days: 30, keeps: true },
])(
  'OBJ-4 our own store that keeps versions for $days days keeps what is deleted for a month: $keeps',
  async ({ days, keeps }) => {
    const lifecycle = refusal(501, 'NotImplemented');
    const bucket = await bucketThat({ versioning: versioning('Enabled'), lifecycle });
    expect(await keepsDeleted({ ...bucket, versionDays: days }, 30)).toBe(keeps);
  },
);
