import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { openCatalog } from '@causeway/object-store/catalog';
import { startObjectStore } from '@causeway/object-store';
import type { ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { readProject } from './stage.ts';

export const BUCKET = 'bench';
const CREDENTIALS = { accessKeyId: 'BENCHKEY', secretAccessKey: 'bench-secret' };

export type UserBucket = {
  url: string;
  /** Straight to the bucket, past the product. */
  client: S3Client;
  /** Connects the signed-in user's first project to it, or to a line that leads to it. */
  connect(server: ServerProcess, token: string, endpoint?: string): Promise<string>;
  stop(): Promise<void>;
};

/** A bucket as users have them: a store in a process of its own, with so many empty objects in it. */
export async function startUserBucket(keys: string[] = []): Promise<UserBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bucket-'));
  await fill(directory, keys);
  const child = fork(import.meta.filename, ['serve', directory], { stdio: 'inherit' });
  const [url] = (await once(child, 'message')) as [string];
  const client = openClient(url);
  return {
    url,
    client,
    connect: (server, token, endpoint = url) => addConnector(server, token, endpoint),
    stop: async () => {
      client.destroy();
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A store that others wrote, which takes every write, whatever its conditions say. */
export async function startConditionlessBucket(): Promise<UserBucket> {
  const store = await startFauxqs({ port: 0, logger: false });
  const url = `http://127.0.0.1:${store.port}`;
  const client = openClient(url);
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  return {
    url,
    client,
    connect: (server, token, endpoint = url) => addConnector(server, token, endpoint),
    stop: async () => {
      client.destroy();
      await store.stop();
    },
  };
}

function openClient(endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
    // Addresses signed for a file that is not at hand yet can't name its checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

/** Straight into the catalog: as many puts would take longer than what is measured. */
async function fill(directory: string, keys: string[]): Promise<void> {
  await (
    await startObjectStore({ directory, host: '127.0.0.1', port: 0, credentials: [] })
  ).close();
  const catalog = await openCatalog(directory);
  await catalog.commit(() => {
    catalog.insertBucket(BUCKET);
    for (const [index, key] of keys.entries()) {
      catalog.putObject(BUCKET, {
        key: Buffer.from(key),
        size: 0,
        etag: 'd41d8cd98f00b204e9800998ecf8427e',
        modified: Date.now() - index * 1000,
        headers: { 'content-type': 'application/octet-stream' },
        checksum: undefined,
        content: [],
        version: 'null',
        sequence: 0,
      });
    }
  });
  await catalog.close();
}

async function addConnector(server: ServerProcess, token: string, endpoint: string) {
  const projectId = await readProject(server, token);
  const { json } = await server.send('POST', `/api/connectors/v1/${projectId}`, {
    token,
    body: {
      implementation: 's3',
      name: 'Bench',
      config: { bucket: BUCKET, endpoint },
      secrets: { accessKey: CREDENTIALS.accessKeyId, secretKey: CREDENTIALS.secretAccessKey },
    },
  });
  return (json as { id: string }).id;
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

if (process.argv[2] === 'serve') {
  const { url } = await startObjectStore({
    directory: process.argv[3]!,
    host: '127.0.0.1',
    port: 0,
    credentials: [CREDENTIALS],
  });
  process.send!(url);
}
