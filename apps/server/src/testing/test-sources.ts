import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { NewConnector } from '@causeway/contract/connectors/connectors.ts';
import { startObjectStore } from '@causeway/object-store';
import { startTcpProxy } from './tcp-proxy.ts';
import { createTestDatabase, onServer } from './test-database.ts';

/** A database and a bucket as users have them: elsewhere, reached over a line that can go wrong. */
export async function startTestSources() {
  const database = await createTestDatabase();
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`;
  await onServer(`create role ${role} login password 'canary-password' superuser`);
  const server = new URL(inject('postgresUrl'));
  const line = await startTcpProxy({ port: Number(server.port) });
  const directory = await mkdtemp(join(tmpdir(), 'causeway-bucket-'));
  const credentials = { accessKeyId: 'CANARYACCESSKEY', secretAccessKey: 'canary-secret-key' };
  const store = await startObjectStore({
    directory,
    host: '127.0.0.1',
    port: 0,
    credentials: [credentials],
  });
  await store.createBucket('media');
  const sqlConnector = {
    implementation: 'sql' as const,
    name: 'Shop',
    config: {
      client: 'pg' as const,
      host: '127.0.0.1',
      port: line.port,
      user: role,
      database: new URL(database.url).pathname.slice(1),
      tls: 'prefer' as const,
    },
    secrets: { password: 'canary-password' },
  } satisfies NewConnector;
  const s3Connector = {
    implementation: 's3' as const,
    name: 'Media',
    config: { bucket: 'media', region: 'eu-central-1', endpoint: store.url, prefix: '' },
    secrets: {
      accessKey: credentials.accessKeyId,
      secretKey: credentials.secretAccessKey,
    },
  } satisfies NewConnector;
  return {
    line,
    database,
    store,
    sqlConnector,
    s3Connector,
    /** Lets a test server reach both. */
    allowed: `127.0.0.1:${line.port},127.0.0.1:${store.port}`,
    stop: async () => {
      await line.close();
      await store.close();
      await database.drop();
      await onServer(`drop role ${role}`);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestSources = Awaited<ReturnType<typeof startTestSources>>;
